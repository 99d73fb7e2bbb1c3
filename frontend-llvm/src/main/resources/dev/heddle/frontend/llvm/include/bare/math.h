#ifndef HEDDLE_MATH_H
#define HEDDLE_MATH_H

#ifdef __cplusplus
extern "C" {
#endif

#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define M_E 2.71828182845904523536
#define M_PI 3.14159265358979323846
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)

#define HEDDLE_MATH_1(name) \
  double name(double x);    \
  float name##f(float x);
#define HEDDLE_MATH_2(name)        \
  double name(double x, double y); \
  float name##f(float x, float y);

HEDDLE_MATH_1(sin)
HEDDLE_MATH_1(cos)
HEDDLE_MATH_1(tan)
HEDDLE_MATH_1(asin)
HEDDLE_MATH_1(acos)
HEDDLE_MATH_1(atan)
HEDDLE_MATH_1(sinh)
HEDDLE_MATH_1(cosh)
HEDDLE_MATH_1(tanh)
HEDDLE_MATH_1(exp)
HEDDLE_MATH_1(expm1)
HEDDLE_MATH_1(exp2)
HEDDLE_MATH_1(log)
HEDDLE_MATH_1(log10)
HEDDLE_MATH_1(log1p)
HEDDLE_MATH_1(log2)
HEDDLE_MATH_1(sqrt)
HEDDLE_MATH_1(cbrt)
HEDDLE_MATH_1(fabs)
HEDDLE_MATH_1(floor)
HEDDLE_MATH_1(ceil)
HEDDLE_MATH_1(round)
HEDDLE_MATH_1(trunc)
HEDDLE_MATH_1(rint)
HEDDLE_MATH_1(nearbyint)
HEDDLE_MATH_2(pow)
HEDDLE_MATH_2(atan2)
HEDDLE_MATH_2(hypot)
HEDDLE_MATH_2(fmod)
HEDDLE_MATH_2(fmin)
HEDDLE_MATH_2(fmax)
HEDDLE_MATH_2(copysign)
double ldexp(double x, int exponent);
long lround(double x);
long lrint(double x);

#ifdef __cplusplus
}
#endif
#endif
