# argparse: usage, help and errors of a parser with subcommands and groups.
import argparse, sys
sys.stderr = sys.stdout
p = argparse.ArgumentParser(prog='PROG', description='A demo of ' + 'words '*20, epilog='The end.')
p.add_argument('infile', help='in file', nargs='?')
p.add_argument('-v','--verbose', action='count', default=0, help='be loud')
p.add_argument('--flag', action=argparse.BooleanOptionalAction, help='a flag')
p.add_argument('--num', type=int, choices=[1,2,3], default=2, help='number (default: %(default)s)')
p.add_argument('--longer-option-name-here', metavar='VALUE', help='x '*60)
g = p.add_mutually_exclusive_group(required=True)
g.add_argument('-a', action='store_true'); g.add_argument('-b', metavar='B')
sub = p.add_subparsers(dest='cmd', help='commands')
s1 = sub.add_parser('run', help='run it', aliases=['r']); s1.add_argument('x', nargs='+', type=float)
s2 = sub.add_parser('stop')
print(p.format_help()); print(s1.format_help())
for args in ['-a run 1 2 3', 'f -a run 1', '-b 5 -vvv f r 2.5', '-a -b 3 x run 1', 'x', '-a x run', '-a x run q', '--num 7 -a x stop', '--num=3 --flag -a x stop', '--no-flag -a x stop', '--lo=5 -a y stop z', '-ab3', '-a y what', '--verb=3', '--n -a', '-h', '-a -- y stop', '-vab', '-b', '--num a -a y stop']:
    try: print(args, '->', p.parse_args(args.split()))
    except SystemExit as e: print(args, 'exit', e.code)
