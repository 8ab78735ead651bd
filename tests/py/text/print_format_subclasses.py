# file objects, input, json edge, print
import sys, json, re
print("a", "b", sep=None, end=None)
print()
print("é😀", flush=True)
class W:
    def write(self, s): out.append(s)
    def flush(self): out.append("F")
out = []
print(1, 2, file=W(), flush=True); print(out)
try: print("\ud800")
except UnicodeEncodeError as e: print(e)
old = sys.stdout
sys.stdout = W(); print("captured"); sys.stdout = old; print(out)
class R:
    def __str__(self): return 5
try: print(R())
except TypeError as e: print(e)
class F:
    def __format__(self, s): return "F:" + s
print(f"{F():abc}", format(F(), "q"), "{:z}".format(F()))
class G:
    def __format__(self, s): return 5
try: format(G())
except TypeError as e: print(e)
class I:
    def __index__(self): return 3
print("abcdef"[I():], "a" * I(), bytes(I()), chr(I()+0 if False else 65), bin(I()), "%d" % 3, [1,2,3,4][I()])
class S(str):
    def __new__(cls, v, extra=None):
        o = super().__new__(cls, v); o.extra = extra; return o
    def upper(self): return "UP"
s = S("abc", extra=5); print(s, s.extra, s.upper(), s.lower(), type(s + "d"), type(s[:]), isinstance(s, str), {s: 1}, s.__dict__, repr(s), f"{s}", "%s" % s, s == "abc", hash(s) == hash("abc"), json.dumps(s), [s] == ["abc"], "".join([s, s]), s.replace("z", "y") is s, type(s.strip()))
class B(bytes): pass
class BA(bytearray): pass
b = BA(b"ab"); b.x = 1; b += b"c"; print(b, b.x, type(b[:1]), BA.fromhex("01"), B.fromhex("02"))
import copy
print(copy.copy(s), copy.deepcopy(s).extra, copy.copy(b"ab"), copy.copy(bytearray(b"x")))
print(input.__name__, type(print.__doc__), len.__module__)
x = "a" * 1000
for i in range(100): x += "b"
print(len(x), x.count("b"), x.find("ab"), x[-1], hash(x) == hash("a" * 1000 + "b" * 100))
print(sorted("banana", key="nab".index), max("apple", "fig", key=len), min({"a": 2, "b": 1}.items(), key=lambda kv: kv[1]))
print(json.dumps({"a": {"b": [1, {"c": []}]}, "d": ()}, indent=4))
print(json.loads('{"a": [1, 2.0, "x", null, true], "b": {"c": {}}}'))
print(json.dumps("\u00e9", ensure_ascii=False), json.dumps({"z": 1, "a": [3, 2]}, sort_keys=True, separators=(",", ":")))
print(re.sub(r"(?P<a>\w)(?P<b>\w)", lambda m: m["b"] + m["a"], "abcd"), re.findall(r"(?m)^\s*(\w+)\s*=\s*(.*?)\s*$", "a = 1\n b=2 \n"))
m = re.compile(r"(?P<k>\w+):(?P<v>\d+)")
print({x["k"]: int(x["v"]) for x in m.finditer("a:1,b:22")}, m.sub(r"\g<v>=\g<k>", "a:1"), m.groupindex)
tok = re.compile(r"\s*(?:(\d+)|(.))")
print([(x.lastindex, x.group(x.lastindex)) for x in tok.finditer("12 + 3*4")])
print("{:<10}|{:^10}|{:>10}|{:=+10d}|{:010.3f}".format("ab", "cd", "ef", 42, 3.14159))
print("%-10s|%10s|%+d|%05.1f|%e" % ("ab", "cd", 5, 2.345, 12345.678))
print("a,b;c d".translate(str.maketrans(",;", "  ")).split(), "Hello World".swapcase(), "hello world".title(), "x=1;y=2".partition(";"))
exec("def f(a, b=2):\n    return a + b\nresult = f(1)"); print(result)
ns = {}; exec("z = 10", ns); print(ns["z"], "__builtins__" in ns)
def g():
    loc = 5
    return locals(), eval("loc + 1"), dir()
print(g()); print([n for n in dir() if n.startswith("s")][:3])
print(type(iter("")), type(iter(b"")), type(iter(bytearray())), type(iter(lambda: 1, 1)))
