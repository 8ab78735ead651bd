# Standard input by its number, by its name and by what sys.stdin says of itself.
import sys

with open(0, newline='') as f:
    print(repr(f.readline()), repr(f.readline()))
print(sys.stdin.fileno(), sys.stdout.fileno(), sys.stderr.fileno(), sys.stdin.mode, sys.stdin.newlines)
for bad in (5, 0):
    try:
        open(bad, 'rb' if bad else 'zz')
    except (OSError, ValueError) as e:
        print(type(e).__name__, e)
