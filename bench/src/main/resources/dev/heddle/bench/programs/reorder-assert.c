// heddle: model=sc verdict=violation kind=assertion
//
// reorder.c with its assertion, which fails: a reader between the two writes sees one of them.

#define ASSERT
#include "reorder.c"
