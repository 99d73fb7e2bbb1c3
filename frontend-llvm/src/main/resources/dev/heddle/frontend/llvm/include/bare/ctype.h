#ifndef HEDDLE_CTYPE_H
#define HEDDLE_CTYPE_H

#ifdef __cplusplus
extern "C" {
#endif

int isdigit(int c);
int islower(int c);
int isupper(int c);
int isalpha(int c);
int isalnum(int c);
int isspace(int c);
int isblank(int c);
int isprint(int c);
int isgraph(int c);
int iscntrl(int c);
int ispunct(int c);
int isxdigit(int c);
int tolower(int c);
int toupper(int c);

#ifdef __cplusplus
}
#endif
#endif
