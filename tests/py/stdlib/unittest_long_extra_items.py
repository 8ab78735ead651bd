# What assertSequenceEqual and assertMultiLineEqual show of ends: a long item whole, a text that ends without a newline.
import unittest

case = unittest.TestCase()
for compare, first, second in (
        (case.assertSequenceEqual, [1], [1, 'a' * 90]),
        (case.assertSequenceEqual, [1, 'a' * 90], []),
        (case.assertSequenceEqual, [1, 2], None),
        (case.assertMultiLineEqual, '', 'x\n'),
        (case.assertMultiLineEqual, 'x\n', 'x'),
        (case.assertMultiLineEqual, 'x', '')):
    try:
        compare(first, second)
    except AssertionError as e:
        print(e)
