#ifndef HEDDLE_CTYPE_H
#define HEDDLE_CTYPE_H

#ifdef __cplusplus
extern "C" {
#endif

static __inline int isdigit(int c) { return c >= '0' && c <= '9'; }
static __inline int islower(int c) { return c >= 'a' && c <= 'z'; }
static __inline int isupper(int c) { return c >= 'A' && c <= 'Z'; }
static __inline int isalpha(int c) { return islower(c) || isupper(c); }
static __inline int isalnum(int c) { return isalpha(c) || isdigit(c); }
static __inline int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static __inline int isblank(int c) { return c == ' ' || c == '\t'; }
static __inline int isprint(int c) { return c >= ' ' && c <= '~'; }
static __inline int isgraph(int c) { return c > ' ' && c <= '~'; }
static __inline int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }
static __inline int ispunct(int c) { return isgraph(c) && !isalnum(c); }
static __inline int isxdigit(int c) {
  return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
static __inline int tolower(int c) { return isupper(c) ? c + ('a' - 'A') : c; }
static __inline int toupper(int c) { return islower(c) ? c - ('a' - 'A') : c; }

#ifdef __cplusplus
}
#endif
#endif
