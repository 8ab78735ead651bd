# __format__ with a dict of separators: sizes of groups are read from the right, as C's lconv has them.
from decimal import Decimal


def show(x, spec='n', **override):
    try:
        print(repr(Decimal(x).__format__(spec, override)), end=' ')
    except Exception as error:
        print(type(error).__name__, error, end=' ')


def sizes(*numbers):
    return ''.join(map(chr, numbers))


for x in '1', '12.7', '1234567.891', '-123456789012345678901':
    for grouping in sizes(1, 4, 2, 127), sizes(3, 0), sizes(), sizes(2, 3), sizes(127), sizes(3, 127), sizes(0), sizes(1):
        show(x, decimal_point='&', grouping=grouping, thousands_sep='-')
    print()
for width in range(6, 14):
    show('1234.5', '0%dn' % width, decimal_point='.', grouping=sizes(3), thousands_sep=',')
    show('1234.5', '0%dn' % width, decimal_point='.', grouping=sizes(2, 3, 127), thousands_sep='::')
    show('1234.5', '0%d,f' % width, thousands_sep='_')
    show('1234.5', '0%d,f' % width, thousands_sep='')
    print()
show('1234.5', ',', decimal_point=';', grouping=sizes(2), thousands_sep='_')
show('1234.5')
show('1234.5', thousands_sep=',')
print()

# what does not fit into lconv
for override in ({'decimal_point': 'point'}, {'decimal_point': ''}, {'thousands_sep': 'comma'}, {'decimal_point': '\u20ac!'},
                 {'decimal_point': '\u20ac!!'}, {'grouping': sizes(3, 200)}, {'decimal_point': 3}, {'grouping': [3]}):
    show('1234.5', **{'grouping': sizes(3), 'thousands_sep': ',', **override})
    print()
for override in [], None, 'n':
    try:
        print(Decimal(1).__format__('n', override))
    except TypeError as error:
        print(error)
