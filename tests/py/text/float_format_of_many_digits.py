# Hundreds of digits, without a type: the mantissa alone may be longer than any common number.
for number in 5e-324, 2.2250738585072014e-308, -1.7976931348623157e308, 1.5:
    for spec in '.400', '.760', '.800', '#.500', '#.800', '+.1100', '<1200.790':
        text = format(number, spec)
        print(spec, len(text), text[:40], text[-30:])
