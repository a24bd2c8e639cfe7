"""e to the x and the natural logarithm, in the subset: the same bits on every machine and backend.

Only + - * / and comparisons, which IEEE 754 leaves no choice; libraries differ in the last bit. The
polynomials are those of FreeBSD's msun, good to one unit in the last place.
"""

LN2_HIGH = 6.93147180369123816490e-01  # the first bits of the logarithm of 2 ...
LN2_LOW = 1.90821492927058770002e-10  # ... and the next
HALF_LN2 = 0.34657359027997264
ONE_BY_LN2 = 1.44269504088896338700
ROOT_OF_2 = 1.4142135623730951


def log(x: float) -> float:
    """The natural logarithm of a positive number that is not denormal."""
    k = 0
    while x > ROOT_OF_2:
        x = x * 0.5
        k += 1
    while x < ROOT_OF_2 * 0.5:
        x = x * 2.0
        k -= 1
    f = x - 1.0
    half_square = 0.5 * f * f
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    odd = w * (0.3999999999940941908 + w * (0.2222219843214978396 + w * 0.1531383769920937332))
    even = z * (
        0.6666666666666735130
        + w * (0.2857142874366239149 + w * (0.1818357216161805012 + w * 0.1479819860511658591))
    )
    return s * (half_square + (even + odd)) + k * LN2_LOW - half_square + f + k * LN2_HIGH


def exp(x: float) -> float:
    """e to the x, for x from -700 to 700."""
    k = 0
    high = x
    low = 0.0
    if x > HALF_LN2 or x < -HALF_LN2:
        k = int(ONE_BY_LN2 * x + (-0.5 if x < 0.0 else 0.5))
        high = x - k * LN2_HIGH
        low = k * LN2_LOW
        x = high - low
    xx = x * x
    p = -1.65339022054652515390e-06 + xx * 4.13813679705723846039e-08
    p = 1.66666666666666019037e-01 + xx * (
        -2.77777777770155933842e-03 + xx * (6.61375632143793436117e-05 + xx * p)
    )
    c = x - xx * p
    y = 1.0 + (x * c / (2.0 - c) - low + high)
    while k > 0:
        y = y * 2.0
        k -= 1
    while k < 0:
        y = y * 0.5
        k += 1
    return y
