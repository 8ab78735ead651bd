# A last line without its newline that is longer than all before it.
import sys

print(input(), [sys.stdin.readline()], [sys.stdin.read()])
