/* The kinds of characters, as functions and as the tables that glibc's headers look into. */
#include "runtime.h"

#include <ctype.h>

int isdigit(int c) { return c >= '0' && c <= '9'; }

int islower(int c) { return c >= 'a' && c <= 'z'; }

int isupper(int c) { return c >= 'A' && c <= 'Z'; }

int isalpha(int c) { return islower(c) || isupper(c); }

int isalnum(int c) { return isalpha(c) || isdigit(c); }

int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

int isblank(int c) { return c == ' ' || c == '\t'; }

int isprint(int c) { return c >= ' ' && c <= '~'; }

int isgraph(int c) { return c > ' ' && c <= '~'; }

int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }

int ispunct(int c) { return isgraph(c) && !isalnum(c); }

int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

int tolower(int c) { return isupper(c) ? c + ('a' - 'A') : c; }

int toupper(int c) { return islower(c) ? c - ('a' - 'A') : c; }

/* The bits of a kind, as a machine has them whose lowest byte is first. */
enum {
  UPPER = 0x100,
  LOWER = 0x200,
  ALPHA = 0x400,
  DIGIT = 0x800,
  XDIGIT = 0x1000,
  SPACE = 0x2000,
  PRINT = 0x4000,
  GRAPH = 0x8000,
  BLANK = 0x1,
  CNTRL = 0x2,
  PUNCT = 0x4,
  ALNUM = 0x8
};

#define LETTER (ALPHA | PRINT | GRAPH | ALNUM)
#define OTHERS(first, last, kinds) [128 + (first)... 128 + (last)] = (kinds)

static const unsigned short kinds[384] = {
    OTHERS(0, 8, CNTRL),
    OTHERS('\t', '\t', CNTRL | SPACE | BLANK),
    OTHERS('\n', '\r', CNTRL | SPACE),
    OTHERS(14, 31, CNTRL),
    OTHERS(' ', ' ', SPACE | PRINT | BLANK),
    OTHERS('!', '/', PRINT | GRAPH | PUNCT),
    OTHERS('0', '9', DIGIT | XDIGIT | PRINT | GRAPH | ALNUM),
    OTHERS(':', '@', PRINT | GRAPH | PUNCT),
    OTHERS('A', 'F', UPPER | XDIGIT | LETTER),
    OTHERS('G', 'Z', UPPER | LETTER),
    OTHERS('[', '`', PRINT | GRAPH | PUNCT),
    OTHERS('a', 'f', LOWER | XDIGIT | LETTER),
    OTHERS('g', 'z', LOWER | LETTER),
    OTHERS('{', '~', PRINT | GRAPH | PUNCT),
    OTHERS(127, 127, CNTRL),
};

static const unsigned short *const kinds_of_0 = kinds + 128;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&kinds_of_0; }

static _Thread_local int lower[384], upper[384];
static _Thread_local const int *lower_of_0, *upper_of_0;

const int **__ctype_tolower_loc(void) {
  if (!lower_of_0) {
    for (int c = -128; c < 256; c++) {
      lower[128 + c] = tolower(c);
    }
    lower_of_0 = lower + 128;
  }
  return &lower_of_0;
}

const int **__ctype_toupper_loc(void) {
  if (!upper_of_0) {
    for (int c = -128; c < 256; c++) {
      upper[128 + c] = toupper(c);
    }
    upper_of_0 = upper + 128;
  }
  return &upper_of_0;
}
