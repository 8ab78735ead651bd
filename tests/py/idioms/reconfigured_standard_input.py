# How sys.stdin is decoded can be said before it is read, not afterwards.
import io
import sys

sys.stdin.reconfigure(encoding='latin-1')
print(sys.stdin.encoding, repr(sys.stdin.readline()))
try:
    sys.stdin.reconfigure(encoding='utf-8')
except io.UnsupportedOperation as e:
    print(e)
print([line.rstrip() for line in sys.stdin], repr(sys.stdin.read()))
try:
    sys.stdin.reconfigure(encoding='nothing')
except (LookupError, io.UnsupportedOperation) as e:
    print(type(e).__name__)
