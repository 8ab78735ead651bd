# Integers: arithmetic, conversions, bytes, limits, subclasses.
def t(f, *a):
    try:
        r = f(*a)
        print(type(r).__name__, r)
    except Exception as e:
        print(type(e).__name__, e)
class op:
    add=lambda a,b:a+b
    sub=lambda a,b:a-b
    mul=lambda a,b:a*b
    and_=lambda a,b:a&b
    or_=lambda a,b:a|b
    xor=lambda a,b:a^b
    floordiv=lambda a,b:a//b
    mod=lambda a,b:a%b
    truediv=lambda a,b:a/b
vals = [0, 1, -1, 2, -3, 7, 255, -256, 2**31, -2**31, 2**61, -2**62, 2**62, 2**62-1, 2**63, -2**63, 2**64-1, 2**64, 10**20, -10**20, 3**100, -(3**100), 2**200+1, True, False]
s = 0
for a in vals:
    for b in vals:
        for f in (op.add, op.sub, op.mul, op.and_, op.or_, op.xor):
            print(f(a, b), end=' ')
        for f in (op.floordiv, op.mod, op.truediv, divmod):
            try: print(f(a, b), end=' ')
            except ZeroDivisionError as e: print(e, end=' ')
        print(a < b, a <= b, a == b, a != b, a > b, a >= b)
for a in vals:
    print(hash(a), -a, +a, ~int(a), abs(a), bool(a), repr(a), str(a), hex(a), oct(a), bin(a), a.bit_length(), a.bit_count(), float(a))
    for n in (0, 1, 5, 62, 63, 64, 100, 129):
        print(a << n, a >> n, end=' ')
    print()
    for n in (-1, -2, -5, -18, -19, -40, 0, 3):
        print(round(a, n), end=' ')
    print()
for a in vals:
    for b in (0, 1, 2, 3, 10, 33):
        print(a ** b, end=' ')
    for m in (1, 2, -3, 7, 97, 2**64, -10**25, 10**30+7):
        try: print(pow(a, 12345, m), pow(a, 3**50, m), end=' ')
        except ValueError as e: print(e, end=' ')
        try: print(pow(a, -1, m), pow(a, -5, m), end=' ')
        except ValueError as e: print(e, end=' ')
    print()
for x in ["0", "1", " 12 ", "-5", "+7", "1_000", "_1", "1_", "1__0", "", " ", "abc", "0x1f", "١٢٣", "1 2", "1.5", "9"*30, "-" + "8"*25, "\n3\t", "--1", "+ 1", "0_0", "00", "007"]:
    t(int, x)
    for b in (0, 2, 8, 10, 16, 36, 7):
        t(int, x, b)
for x in ["0b101", "0B1", "0o17", "0O7", "0xFF", "0XfF", "0x_ff", "0x", "0b2", "-0x1A", "zz", "Zz", "0b", "0_7", "0x1_2", "b1"]:
    for b in (0, 2, 8, 16, 36): t(int, x, b)
t(int); t(int, 1.9); t(int, -1.9); t(int, 1e30); t(int, float('nan')); t(int, float('inf')); t(int, None); t(int, [1]); t(int, "1", 1); t(int, "1", 37); t(int, 1, 10); t(lambda: int(x=1)); t(lambda: int("1", base=10)); t(lambda: int(base=10)); t(lambda: int(1,2,3)); t(int, b"12"); t(int, bytearray(b"0x1"), 16); t(int, b"zz"); t(lambda: int("5", foo=1))
t(lambda: 1 << -1); t(lambda: 1 >> -1); t(lambda: 1 << 1.0); t(lambda: 1 + "a"); t(lambda: "a" + 1); t(lambda: pow(2, 3, 0)); t(lambda: pow(2, -1)); t(lambda: 0 ** -1); t(lambda: pow(2,-1,4))
t(lambda: 10**5000 // 10**4990); t(lambda: str(10**4299)[:5]); t(lambda: str(10**4300)); t(lambda: int("1"*4300) % 97); t(lambda: int("1"*4301)); t(lambda: int("1"*4400)); t(lambda: int("f"*5000, 16).bit_length()); t(lambda: hex(10**5000)[:10])
for v in (0, 1, 255, 256, -1, -128, -129, 2**64, -2**63, 10**25):
    for l in (0, 1, 2, 8, 9, 16):
        for o in ("big", "little"):
            for sg in (False, True):
                t(lambda: v.to_bytes(l, o, signed=sg))
for b in (b"", b"\x00", b"\xff", b"\x01\x02", b"\xff"*9, b"\x80" + b"\x00"*8, bytes(range(20))):
    for o in ("big", "little"):
        for sg in (False, True):
            t(lambda: int.from_bytes(b, o, signed=sg))
t(lambda: int.from_bytes([1, 2, 3], "big")); t(lambda: int.from_bytes("ab", "big")); t(lambda: int.from_bytes(5, "big")); t(lambda: (5).to_bytes(1, "middle")); t(lambda: (5).to_bytes(-1, "big")); t(lambda: (5).to_bytes()); t(lambda: int.from_bytes(b"\x05"))
t(lambda: (12).as_integer_ratio()); t(lambda: (12).conjugate()); t(lambda: ((12).real, (12).imag, (12).numerator, (12).denominator)); t(lambda: (3).is_integer()); t(lambda: (3).__round__()); t(lambda: (3).__trunc__()); t(lambda: (3).__floor__()); t(lambda: (3).__ceil__()); t(lambda: (3).__index__()); t(lambda: (3).__format__("5d")); t(lambda: (3).__getnewargs__())
t(lambda: True + True); t(lambda: True & False); t(lambda: True | 2); t(lambda: -True); t(lambda: bool("")); t(lambda: bool([0])); t(lambda: bool(1,2)); t(lambda: bool(x=1)); t(lambda: repr(True)); t(lambda: True ^ True); t(lambda: int(True)); t(lambda: True == 1.0); t(lambda: hash(True))
class I(int):
    def __repr__(self): return "I(%d)" % int(self)
i = I(5); i.x = 3
t(lambda: i + 1); t(lambda: type(i + i).__name__); t(lambda: i.x); t(lambda: repr(i)); t(lambda: str(i)); t(lambda: {5: 1}[i]); t(lambda: i == 5); t(lambda: I("12") * 2); t(lambda: [1,2,3,4,5,6][i]); t(lambda: I(10**30) // 7); t(lambda: I.from_bytes(b"\x01\x02")); t(lambda: isinstance(i, int)); t(lambda: -i); t(lambda: int(i)); t(lambda: type(int(i)).__name__); t(lambda: f"{i:05d} {i}")
class X:
    def __index__(self): return 7
class Y:
    def __int__(self): return 9
class Z:
    def __int__(self): return "x"
t(int, X()); t(int, Y()); t(int, Z()); t(lambda: (1).__add__(2.0)); t(lambda: (1).__add__(2)); t(lambda: int.__add__(1, 2)); t(lambda: hex(X())); t(lambda: [1]*X()); t(lambda: range(X())); t(lambda: (5).__pow__(2, 3)); t(lambda: (5).__divmod__(3)); t(lambda: (5).__rsub__(3)); t(lambda: (5).__lt__(3)); t(lambda: (5).__eq__("a"))
for a in (2**53, 2**53+1, 2**63, 10**22, 10**23, 10**308, 2**1024-2**970, 2**1024-2**969):
    for f in (1.0, 9007199254740992.0, 9007199254740994.0, 1e22, 1e23, 1e308, 1.7976931348623157e308, float('inf'), -float('inf'), float('nan'), 0.5, -1e300):
        print(a < f, a == f, a > f, f < a, f >= a, a != f, end=' ')
    t(float, a)
t(float, 2**1024); t(lambda: 2**1024 / 1); t(lambda: 2**2000 / 2**1990); t(lambda: 1 / 2**1074); t(lambda: 1 / 2**1075); t(lambda: 3 / 2**1075); t(lambda: 1/2**1080); t(lambda: (10**400)/(10**399+1)); t(lambda: 10**400 / 3); t(lambda: 2**1024 * 1.0); t(lambda: 1/3); t(lambda: (2**70+1)/(2**13)); t(lambda: -(10**25)/7)
r = 12345
for k in range(200):
    r = (r * 6364136223846793005 + 1442695040888963407) % 2**64
    a = (r ** (k % 7 + 1)) * (1 if k % 2 else -1); b = (r // 3 + k) ** (k % 4 + 1) * (1 if k % 3 else -1)
    q, m = divmod(a, b)
    assert q * b + m == a and (0 <= m < b or b < m <= 0)
    print(q, m, a / b, hash(a), a & b, a ^ b, a >> (k * 3), int(str(a)) == a, (a*b) // b == a)
