// Streams into and from strings.
#include "streams.h"

#include <sstream>

namespace std {
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_ostringstream<char>;
template class basic_istringstream<char>;
template class basic_stringstream<char>;
}
