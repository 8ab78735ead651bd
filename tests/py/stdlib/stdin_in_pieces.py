# Text of standard input, read in pieces; \r is no end of a line there.
import sys

print(repr(sys.stdin.readline()), repr(input()))
print(repr(sys.stdin.read(3)), repr(sys.stdin.readline(2)), repr(sys.stdin.readline()))
print(repr(sys.stdin.read(9)))
print(repr(next(sys.stdin)), repr(sys.stdin.readline(0)), repr(sys.stdin.read(0)))
print(sys.stdin.readlines(5))
print(repr(input("prompt")))
print([line for line in sys.stdin])
print(repr(sys.stdin.read(4)))
