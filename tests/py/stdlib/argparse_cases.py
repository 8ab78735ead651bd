# argparse: numbers of values, prefixes, types, files, defaults, conflicts, wrapping of usage, formatters.
import argparse
import sys
sys.stderr = sys.stdout


def run(make, *lines, **how):
    parser = argparse.ArgumentParser(prog='p', **how)
    make(parser)
    print(parser.format_help())
    for line in lines:
        try:
            print(line, '->', parser.parse_args(line.split()))
        except SystemExit as e:
            print(line, 'exit', e.code)


def refused(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except (Exception, SystemExit) as e:
        print(type(e).__name__, e)


def counts(p):
    p.add_argument('first')
    p.add_argument('many', nargs='*', type=int)
    p.add_argument('last', nargs='?', default='L')
    p.add_argument('-n', nargs=2, metavar=('A', 'B'))
    p.add_argument('-o', nargs='?', const='C', default='D')
    p.add_argument('-r', nargs=argparse.REMAINDER)


run(counts, 'a', 'a 1 2 3', 'a 1 -n x y 2', 'a -o', 'a -o 5 6', 'a -n 1', 'a -r -x --y z', 'a x', '-o -- a', 'a -- -1', 'a -1 -2')


def more(p):
    p.add_argument('files', nargs='+')
    p.add_argument('-1', dest='one', action='store_true')
    p.add_argument('--value', action='append', default=['z'])
    p.add_argument('--add', action='extend', nargs='+', type=float)
    p.add_argument('--const', action='append_const', const=4, dest='value')
    p.add_argument('-q', '--quiet', action='count')
    p.add_argument('--version', action='version', version='%(prog)s 1.0')


run(more, 'a b --value 1 --const --add 1 2 --add 3', '-1 a', 'a -5', '--version', '-qqq a', 'a --val=1', '--', 'a --add', 'a --qui=1',
    'a -q1')


def subs(p):
    p.add_argument('--top')
    s = p.add_subparsers(title='commands', description='what to do', metavar='CMD', required=True, dest='cmd')
    a = s.add_parser('add', help='adds', description='Adds things.')
    a.add_argument('x', type=int, help='a number')
    a.set_defaults(function='adding')
    s.add_parser('rm', aliases=['remove', 'del'], help='removes').add_argument('-f', action='store_true')


run(subs, 'add 3', 'rm -f', 'remove', '', 'add', 'add x', 'nothing', '--top 1 add 3 4', 'rm -h', usage='%(prog)s [opts] CMD',
    epilog='See the %(prog)s manual.')


def long(p):
    for i in range(8):
        p.add_argument(f'--an-option-{i}', metavar='METAVAR', help='words ' * (i * 4))
    g = p.add_mutually_exclusive_group()
    g.add_argument('--this-one', action='store_true', help=argparse.SUPPRESS)
    g.add_argument('--that-one', choices=['alpha', 'beta', 'gamma'], help='%(prog)s %(choices)s %(default)s')
    p.add_argument('a_rather_long_positional_name', nargs='+')
    p.add_argument('another', nargs='*', default=3, type=int, help='default 3')


run(long, 'x', '--that-one beta x', '--that-one other x', '--this-one --that-one beta x', '--an-option 1 x',
    formatter_class=argparse.ArgumentDefaultsHelpFormatter)
for cls in (argparse.RawDescriptionHelpFormatter, argparse.RawTextHelpFormatter, argparse.MetavarTypeHelpFormatter,
            lambda prog: argparse.HelpFormatter(prog, max_help_position=40, width=60)):
    run(lambda p: p.add_argument('--number', type=int, help='one\n  two ' + 'three ' * 12), formatter_class=cls,
        description='  as\n    it is ' + 'word ' * 12, prefix_chars='-+')

p = argparse.ArgumentParser(prog='q', prefix_chars='-/', argument_default=argparse.SUPPRESS, conflict_handler='resolve',
                            exit_on_error=False, allow_abbrev=False, parents=[])
p.add_argument('/x', '//long')
p.add_argument('-h', help='replaced')
print(p, p.parse_args(['/x', '1']), p.parse_known_args(['a', '-z', '//lo', '3']), sep='\n')
refused(p.parse_args, ['//long'])
refused(p.parse_args, ['extra'])
for args, kwargs in ((('a', 'b'), {}), (('x', '-y'), {}), (('-y',), {'action': 'nothing'}), (('-y',), {'type': 'int'}),
                     (('-y',), {'nargs': 0}), (('y',), {'required': True}), (('y',), {'dest': 'z'}), (('--',), {}),
                     (('-y',), {'nargs': 2, 'metavar': ('A',)}), (('-y',), {'const': 3}), ((), {}),
                     (('-y',), {'type': argparse.FileType}), (('-y',), {'nargs': 'x'})):
    refused(argparse.ArgumentParser().add_argument, *args, **kwargs)
q = argparse.ArgumentParser(prog='q')
q.add_argument('-a')
refused(q.add_argument, '-a', '-b')
print(argparse.ArgumentParser(parents=[q], add_help=False, prog='r').parse_args(['-a', '1']))
print(argparse.Namespace(a=1, **{'b c': 2}), argparse.Namespace(a=1) == argparse.Namespace(a=1), 'a' in argparse.Namespace(a=1))
print(argparse.FileType('r', encoding='utf-8'), q._actions[1])
m = argparse.ArgumentParser(prog='m')
m.add_argument('-f')
m.add_argument('rest', nargs='*', type=int)
print(m.parse_intermixed_args('1 -f x 2 3'.split()))
# As many arguments as there are.
b = argparse.ArgumentParser(prog='b')
b.add_argument('-v', action='count')
b.add_argument('-i', type=int, action='append')
b.add_argument('rest', nargs='*')
n = b.parse_args(['-v'] * 3000 + ['-i', '5'] * 2000 + ['x'] * 20000)
print(n.v, len(n.i), len(n.rest))
