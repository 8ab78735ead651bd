# Standard input as bytes, in pieces.
import sys

b = sys.stdin.buffer
print(sys.stdin.buffer is b, b.mode, b.name, b.readable(), repr(b))
print(b.readline())
print(b.read(3), b.readline(2), b.readline())
print(b.readlines(1))
print(next(b))
print(b.read(0), b.readline(0), type(b.read(0)))
print(list(b))
print(b.read(), b.readline(), b.read(5), b.readlines())
print(repr(sys.stdin.read()), repr(sys.stdin.readline()), sys.stdin.readlines(), list(sys.stdin))
for attribute in ("encoding", "errors"):
    print(hasattr(b, attribute), hasattr(sys.stdin, attribute))
try:
    input("gone? ")
except EOFError as e:
    print(e)
sys.stdin = None
try:
    input()
except RuntimeError as e:
    print(e)
