# Floats and complex numbers: text, arithmetic, rounding, formats.
def t(f, *a):
    try:
        r = f(*a)
        print(type(r).__name__, repr(r))
    except Exception as e:
        print(type(e).__name__, e)
vals = [0.0, -0.0, 1.0, -1.5, 0.1, 0.2, 0.30000000000000004, 1e16, 1e15, 123456789012345678.0, 1e-5, 1e-4, 0.00012345, 1e22, 1e23, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, float('inf'), -float('inf'), float('nan'), 1/3, 2/3, 100.0, 12345.678, 9007199254740993.0, 4.35, 2.675, 1e100, 3.14159, -7.0, 2**-44, 2.0**-1074, 999999999999999.9, 9999999999999998.0, 0.1+0.7]
for v in vals:
    print(v, repr(v), hash(v) if v == v else None, v.is_integer(), v.hex(), bool(v), -v, +v, abs(v))
    t(v.as_integer_ratio); t(int, v); t(round, v)
    for n in (0, 1, 2, 3, 5, 10, 17, 20, 300, 400, -1, -2, -5, -308, -400): t(round, v, n)
    t(lambda: v.__floor__()); t(lambda: v.__ceil__()); t(lambda: v.__trunc__())
for a in vals:
    for b in vals:
        for f in (lambda: a+b, lambda: a-b, lambda: a*b, lambda: a/b, lambda: a//b, lambda: a%b, lambda: divmod(a,b), lambda: a<b, lambda: a<=b, lambda: a==b):
            try: print(f(), end=' ')
            except Exception as e: print(e, end=' ')
        try: print(a**b)
        except Exception as e: print(type(e).__name__, e)
for i in range(-1074, 1024, 7):
    print(2.0**i, 2.0**i*3, 2.0**i/3)
for i in range(-1074, 1024): print(repr(2.0**i))
for s in ["1", "1.5", " 2.5 ", "-1e5", "+.5", "5.", ".", "", "e5", "1e", "1e+", "1_000.5", "1__0", "_1", "1_", "1_.5", "1._5", "1e1_0", "inf", "-Infinity", "NaN", "+nan", "infi", "0x1p3", "1e400", "-1e400", "1e-400", "٣.٥", "1 2", "123456789012345678901234567890", "0.1e-5", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1"*400, "0."+"0"*330+"1", "1e309", "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880", "9007199254740993", "9007199254740992.99999999999999999999"]:
    t(float, s)
t(float, None); t(float, [1]); t(float, 5); t(float, 10**400); t(float, b"1.5"); t(float); t(float, 1, 2); t(lambda: float(x=1)); t(float, True)
for s in ["0x1p0", "0x1.8p1", "-0x1.fffffffffffffp1023", "0x1p1024", "0x.1", "1", "0x1.00000000000008p0", "0x1.00000000000018p0", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "inf", "-nan", "0x", "", "0x1p", "  0x10  ", "0x1p99999999999999999999", "a.b", "0x0.0000000000000000000000000000000001p200"]:
    t(float.fromhex, s)
t(lambda: 1.0/0); t(lambda: 1.0//0); t(lambda: 1.0%0); t(lambda: divmod(1.0, 0)); t(lambda: 0.0**-1); t(lambda: 10.0**400); t(lambda: (-8.0)**(1/3)); t(lambda: (-2)**0.5); t(lambda: 2**-2); t(lambda: pow(2.0, 3, 5)); t(lambda: 1.0 << 2); t(lambda: ~1.0); t(lambda: 1.5 & 1); t(lambda: 1.0 + "a"); t(lambda: 1.0 < "a"); t(lambda: 1.0 == "a")
class F(float):
    pass
f = F(2.5); f.x = 1
t(lambda: f.x); t(lambda: f * 2); t(lambda: F("1.5")); t(lambda: type(f + f)); t(lambda: F.fromhex("0x1p1").__class__); t(lambda: {2.5: 1}[f]); t(lambda: f"{f:.3f}"); t(lambda: str(f))
class G:
    def __float__(self): return 3.25
class H:
    def __float__(self): return 3
class J:
    def __index__(self): return 3
t(float, G()); t(float, H()); t(float, J())
t(lambda: (1.5).conjugate()); t(lambda: (1.5).real); t(lambda: (1.5).imag); t(lambda: (1.5).__getnewargs__()); t(lambda: (1.5).__int__()); t(lambda: float.__getformat__("double"))
specs = ["", "f", ".2f", ".0f", "e", ".3e", "E", "g", ".3g", "G", "%", ".1%", "10.3f", "<10.3f", "^10.3f", "=+10.3f", "010.2f", "+.2f", " .2f", ",.2f", "_.3f", "z.1f", "#.0f", "#g", "n", ".10g", "15,.4f", "015,.4f", "*>12.1f", "*^+12.1e", ".5", ".1", "#.3", "10", "+", ",", "020,", ".20f", ".30e", ".50g", "d", "x", "s", "c", ".", "10.", "zz", "+-f", "%%", ".100f", "F", "#", "#e"]
for v in [0.0, -0.0, 1.0, -1.5, 1234567.891, 1e-7, 1e20, 1e300, float('inf'), float('nan'), -float('inf'), 0.5, 2.5, 99.995, 0.001234, 123456789.123, -0.004, 100.0, 1e15, 1e16, 12.0]:
    for s in specs:
        try: print(s, repr(format(v, s)))
        except Exception as e: print(s, type(e).__name__, e)
ispecs = ["", "d", "5d", "<5d", "^5d", "05d", "+d", " d", ",", "_", "x", "X", "#x", "#X", "o", "#o", "b", "#b", "08b", "#010x", "_b", "_x", ",d", ",x", "c", "n", "e", ".2f", "f", "g", "%", ".2d", "s", "010,", "#_x", "*>10", "*^10d", "=10", "z", "20,.3f", "+c", "010c", "x<5c"]
for v in [0, 1, -1, 65, 255, -255, 1000, 1234567, -1234567, 2**70, -2**70, 10**30, True]:
    for s in ispecs:
        try: print(s, repr(format(v, s)))
        except Exception as e: print(s, type(e).__name__, e)
for v in [0j, 1j, 1+2j, -1.5-2.5j, complex(-0.0, 1), complex(0, -0.0), complex(1, float('nan')), complex(float('inf'), -1), 1e20+1e-5j]:
    print(v, repr(v), hash(v) if v == v else None, abs(v) if v == v else None, -v, v.conjugate(), v.real, v.imag, bool(v))
    for s in ["", ".2f", "20", "<20", ">20.1f", "+.1f", "e", "g", ".3", "010", "=10", "s", ",", "^30,.2f", "#.3", "+"]:
        try: print(s, repr(format(v, s)))
        except Exception as e: print(s, type(e).__name__, e)
cs = [1+2j, 3-4j, 0j, 2.0, 3, -1j, 1.5+0j]
for a in cs:
    for b in cs:
        for f in (lambda: a+b, lambda: a-b, lambda: a*b, lambda: a/b, lambda: a**b, lambda: a==b, lambda: a!=b, lambda: a<b, lambda: a//b):
            try: print(f(), end=' ')
            except Exception as e: print(e, end=' ')
        print()
for s in ["1", "1+2j", "(1+2j)", " ( 1-2j ) ", "j", "-j", "+j", "1e5j", "1+j", "1 + 2j", "", "abc", "inf+nanj", "1_0+2_0j", "1+2", "1j+2", "nan", "infj", "1e2+1e-3j", "((1))"]:
    t(complex, s)
t(complex); t(complex, 1, 2); t(complex, 1j, 1j); t(complex, "1", 2); t(complex, 1, "2"); t(complex, None); t(complex, [1]); t(lambda: complex(real=1, imag=2)); t(lambda: complex(1, imag=-0.0)); t(complex, G()); t(complex, J()); t(lambda: (1+2j).__complex__()); t(lambda: complex(1,2) > 1); t(lambda: int(1j)); t(lambda: float(1j)); t(lambda: (1j)%2); t(lambda: divmod(1j,2)); t(lambda: 1j/0); t(lambda: 0j**-1); t(lambda: 0j**1j); t(lambda: (1e200+1e200j)**3); t(lambda: abs(1e308+1e308j)); t(lambda: (1+1j)**100); t(lambda: (1+1j)**101); t(lambda: (1+1j)**-3); t(lambda: round(1j)); t(lambda: 1j == 1j); t(lambda: {1: 2}[1+0j]);
