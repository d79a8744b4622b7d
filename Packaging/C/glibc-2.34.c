/* Swift's module Glibc refers to hypotf, of which glibc 2.35 has a new version that older systems lack. With a definition of our
 * own the library needs glibc 2.34 only. glibc computes it in the same way.
 */
double sqrt(double);

float hypotf(float x, float y) {
    if (__builtin_isinf_sign(x) || __builtin_isinf_sign(y)) return __builtin_inff();
    return (float)sqrt((double)x * x + (double)y * y);
}
