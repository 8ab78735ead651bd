# smolagent python -m base64: encodes or decodes a file or standard input.
import base64
import getopt
import sys

USAGE = '''usage: python -m base64 [-h | -d | -e | -u] [FILE | -]
  -h: this text; -d, -u: decode; -e: encode (the default)'''
try:
    options, words = getopt.getopt(sys.argv[1:], 'hdeu')
except getopt.error as e:
    print(e, USAGE, sep='\n', file=sys.stderr)
    sys.exit(2)
turn = base64.encodebytes
for flag, _ in options:
    if flag == '-h':
        sys.exit(print(USAGE))
    turn = base64.encodebytes if flag == '-e' else base64.decodebytes
source = open(words[0], 'rb') if words and words[0] != '-' else sys.stdin.buffer
sys.stdout.buffer.write(turn(source.read()))
