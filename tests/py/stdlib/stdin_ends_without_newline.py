# The last line of standard input may have no newline: reading it adds none.
import sys

print(repr(input()), repr(sys.stdin.readline()), repr(next(sys.stdin)))
print(repr(sys.stdin.read()), repr(sys.stdin.read()), repr(sys.stdin.readline()))
try:
    input()
except EOFError as e:
    print(e)
