/* The functions on floating-point numbers that are made of others. */
#include "runtime.h"
#include <math.h>

static word bits_of(double x) {
  union {
    double number;
    word bits;
  } both = {x};
  return both.bits;
}

double trunc(double x) { return bits_of(x) >> 63 ? ceil(x) : floor(x); }

float truncf(float x) { return trunc(x); }

/* Half a unit is added only where it can be: larger numbers are whole. */
double round(double x) {
  double magnitude = fabs(x);
  if (!(magnitude < 4503599627370496.0)) {
    return x;
  }
  double down = floor(magnitude);
  double rounded = magnitude - down >= 0.5 ? down + 1 : down;
  return bits_of(x) >> 63 ? -rounded : rounded;
}

float roundf(float x) { return round(x); }

long lround(double x) { return (long)round(x); }

long lrint(double x) { return (long)rint(x); }

double fmin(double x, double y) { return x != x || y < x ? y : x; }

float fminf(float x, float y) { return fmin(x, y); }

double fmax(double x, double y) { return x != x || y > x ? y : x; }

float fmaxf(float x, float y) { return fmax(x, y); }

double copysign(double x, double y) {
  double magnitude = fabs(x);
  return bits_of(y) >> 63 ? -magnitude : magnitude;
}

float copysignf(float x, float y) { return copysign(x, y); }

double exp2(double x) { return pow(2, x); }

float exp2f(float x) { return exp2(x); }

/* Exact for powers of two, as which they are mostly asked for. */
double log2(double x) {
  word bits = bits_of(x);
  if (x > 0 && (bits << 12) == 0 && (bits >> 52) != 0 && (bits >> 52) != 0x7ff) {
    return (double)(long)(bits >> 52) - 1023;
  }
  return log(x) / 0.69314718055994530942;
}

float log2f(float x) { return log2(x); }

double ldexp(double x, int exponent) {
  for (; exponent > 0 && exponent < 3000; exponent--) {
    x *= 2;
  }
  for (; exponent < 0 && exponent > -3000; exponent++) {
    x /= 2;
  }
  return x;
}
