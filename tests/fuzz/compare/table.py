"""The typed productions of the program generator. Types: i int, f float, s str, b bytes, B bool, c complex,
li list of int, ls list of str, t tuple, d dict str to int, D dict int to str, S set of int, n small int.
In a production <t> is an expression of type t, <t!> one never replaced by a wrong type (sets print in hash
order, so nothing but ints may go in), <<t>> one outside the scope of the names $x:t binds.
"""

WORDS = ["", "a", "abc", "Hello World", "  pad ", "x=1,y=2", "\u00e9t\u00e9", "\u03a3\u03c3\u03c2",
         "123", "-4", "3.5", "a\tb\nc", "\\'\"",
         "\U0001f600!", "ABCabc", "\u01c5", "\u00df", "aXbXc", "0x1f", "  ", "\u0660\u0661",
         "nul\0", "\x7f\x80\u2028", "{}", "%s"]
INTS = [0, 1, 2, 3, -1, -2, 7, 10, 255, 256, -128, 2 ** 31, -2 ** 31, 2 ** 62, 2 ** 62 - 1,
        -2 ** 62, 2 ** 63,
        -2 ** 63 - 1, 2 ** 64, 10 ** 18, 10 ** 30, -10 ** 25, 2 ** 100, 3 ** 50, 97, 1000003]
FLOATS = ["0.0", "-0.0", "1.0", "-1.5", "0.1", "2.5", "3.5", "1e16", "1e-5", "123456789.125",
          "1e22", "1e300", "5e-324",
          "float('inf')", "float('nan')", "-float('inf')", "1/3", "100.0", "0.5", "-2.0", "1e15",
          "2**53+0.0"]
SPECS = ["", "d", "5d", "<8", ">8", "^8", "*^9", "+", " ", "08", ",", "_", "x", "#x", "#b", "o",
         "#010x", "e", ".3e", "f", ".2f",
         "g", ".3g", "%", ".1%", "s", ".2", ".2s", "10.3", "c", "n", "=+7", "_b", "_x", ",.2f", "G",
         "E", "0>5", "z.1f", "#g",
         "-^5", "1_0", "\u00e9<6", "08.3f", "+,d", "05s", "!", "10000", "#.3g", "<<6", "=6", "X",
         "#X", ".0f", ".0e", "#.0f", "+.1f"]


def value(g, t):
    if t == "i":
        return "(%d)" % (g.pick(*INTS) if g.chance(0.5) else g.n(-20, 20))
    if t == "n":
        return str(g.n(-1, 5))
    if t == "f":
        return "(%s)" % g.pick(*FLOATS)
    if t == "s":
        return repr(g.pick(*WORDS))
    if t == "b":
        return repr(g.pick(b"", b"a", b"abc", b"Hello", b"\x00\xff", b" x ", b"a,b,c", b"12",
                           b"\x80'\"\n"))
    if t == "B":
        return g.pick("True", "False")
    if t == "c":
        return g.pick("1j", "(1+2j)", "(-0.5-1j)", "0j", "(3+0j)", "complex(-0.0, 2)")
    if t == "li":
        return "[%s]" % ", ".join(str(g.n(-9, 99)) for _ in range(g.n(0, 6)))
    if t == "ls":
        return repr([g.pick(*WORDS) for _ in range(g.n(0, 5))])
    if t == "t":
        return g.pick("()", "(1,)", "(1, 'a')", "(0, 2.5, None)", "('x', (1, 2), [3])",
                      "(True, b'z', 4)")
    if t == "d":
        return "{%s}" % ", ".join("%r: %d" % (g.pick("a", "b", "c", "k", "", "\u00e9"), g.n(0,
            9)) for _ in range(g.n(0, 4)))
    if t == "D":
        return "{%s}" % ", ".join("%d: %r" % (g.n(-3, 9), g.pick(*WORDS[:6])) for _ in range(g.n(0,
            4)))
    if t == "S":
        return "set([%s])" % ", ".join(str(g.n(-5, 70)) for _ in range(g.n(0, 7)))
    if t == "spec":
        return repr(g.pick(*SPECS))
    if t == "idx":
        return str(g.n(-4, 4)) if g.chance(0.7) else g.pick("None", "10", "-10", "True", "2**70")
    if t == "step":
        return g.pick("1", "2", "-1", "-2", "3", "None", "0")
    return "None"


SLICE = "[<idx>:<idx>:<step>]"
# No list or dict in the order of a set that may hold texts, for their hashes are secret and differ.
# bh(): hash() only of sums and not of NaN: a text's depends on a secret key, an object's on its address.
RULES = {
    "i": ["(<i> + <i>)", "(<i> - <i>)", "(<i> * <i>)", "(<i> // <i>)", "(<i> % <i>)",
          "(<i> ** <n>)", "(<i> << (<i> & 63))",
          "(<i> >> (<i> & 63))", "(<i> & <i>)", "(<i> | <i>)", "(<i> ^ <i>)", "(~<i>)", "(-<i>)",
          "abs(<i>)", "len(<s>)", "len(<li>)",
          "len(<d>)", "len(<S>)", "sum(<li>)", "max(<li>)", "min(<li>, default=<i>)", "int(<f>)",
          "int(<s>)", "int(<s>, 16)", "bh(<i> + 0)",
          "<li>[<idx>]", "<b>[<idx>]", "<d>[<s>]", "<d>.get(<s>, <i>)", "ord(<s>)", "<s>.find(<s>)",
          "<s>.count(<s>)", "<s>.index(<s>, <n>)",
          "<li>.index(<i>)", "<li>.count(<i>)", "divmod(<i>, <i>)[1]", "pow(<i>, <n>, <i>)",
          "<i>.bit_length()", "<i>.bit_count()",
          "round(<f>)", "round(<i>, -<n>)", "(<i> if <B> else <i>)", "(lambda $x:i: <i>)(<i>)",
          "sum($x * 2 for $x in <li>)",
          "(<i> and <i>)", "(<i> or <i>)", "int.from_bytes(<b>, <order>)", "<t>.count(<any>)",
          "sum(<li>, <i>)", "<b>.find(<b>)",
          "<S>.pop()", "next(iter(<li>), <i>)", "max(<ls>, key=len).count('a')", "int(<B>)",
          "<f>.__trunc__()", "len(range(<i>, <i>, <step>))",
          "range(<n>, <i>)[<idx>]", "max(<i>, <i>, key=lambda $x:i: <i>)", "<s>.rfind(<s>, <n>)",
          "bool.__add__(<B>, <i>)",
          "(<t> + (5,))[0]", "<i>.__floordiv__(<i>)", "<i>.real", "len(<b>)", "<i>.__index__()",
          "__import__('math').gcd(<i>, <i>)",
          "__import__('math').isqrt(<i>)",
          "__import__('functools').reduce(lambda $x:i, $y:i: <i>, <<li>>)", "bh(<n> / 8.0)",
          "str(<s>).__len__()", "<ls>.index(<s>)", "<li>.pop()", "<d>.pop(<s>, <i>)",
          "__import__('math').comb(<n>, <n>)"],
    "f": ["(<f> + <f>)", "(<f> - <i>)", "(<f> * <f>)", "(<f> / <f>)", "(<i> / <i>)", "(<f> // <f>)",
          "(<f> % <f>)", "(<f> ** <n>)",
          "float(<s>)", "float(<i>)", "round(<f>, <n>)", "abs(<f>)", "(-<f>)",
          "sum([<f>, <f>, <f>])", "max(<f>, <f>)", "divmod(<f>, <f>)[0]",
          "<c>.real", "abs(<c>)", "(__import__('math').floor(<f>) * 1.0)",
          "__import__('math').fmod(<f>, <f>)", "__import__('math').copysign(<f>, <f>)",
          "float.fromhex(<f>.hex())", "<f>.conjugate()", "__import__('math').hypot(<f>, <f>)",
          "__import__('math').sqrt(<f>)",
          "__import__('math').fsum([<f>, <f>, 1e-3])", "(<f> if <B> else <f>)",
          "min([<f>], default=<f>)", "<n> ** -2.0", "pow(<i>, -<n>) * 1.0"],
    "s": ["(<s> + <s>)", "(<s> * <n>)", "<s>[<idx>]", "<s>" + SLICE,
          "str(<any>)" if 0 else "str(<i>)", "str(<f>)", "repr(<s>)", "repr(<f>)", "ascii(<s>)",
          "<s>.upper()", "<s>.lower()", "<s>.title()", "<s>.swapcase()", "<s>.capitalize()",
          "<s>.casefold()", "<s>.strip(<s>)", "<s>.lstrip()",
          "<s>.rstrip(<s>)", "<s>.replace(<s>, <s>)", "<s>.replace(<s>, <s>, <n>)",
          "<s>.center(<i> % 20, '*')", "<s>.ljust(<n>, <s>)", "<s>.rjust(9)",
          "<s>.zfill(<n>)", "<s>.join(<ls>)", "<s>.expandtabs(<n>)", "<s>.removeprefix(<s>)",
          "<s>.removesuffix(<s>)", "<s>.format(<i>, <s>)",
          "'{0!r:>{w}} {a[0]} {0}'.format(<s>, w=<n>, a=<li>)", "'{:<5}|{:>7}'.format(<i>, <f>)",
          "format(<i>, <spec>)", "format(<f>, <spec>)",
          "format(<s>, <spec>)", "f'{<i>!r:>6}'", "f'{<f>:.{abs(<n>)}f}'", "f'{<i>}{<f>=}'",
          "f'{<li>!s:>12}'", "f'{<i>:<8,}|{<f>:^+12.3e}'",
          "'%d %s' % (<i>, <s>)", "'%5.2f|%-6s|%x' % (<f>, <s>, <i>)",
          "'%r %a %c' % (<s>, <s>, <i>)", "'%(a)s %(b)05d' % {'a': <s>, 'b': <i>}",
          "'%s' % <t>", "'%+d %#o %e %g' % (<i>, <i>, <f>, <f>)", "chr(<i>)", "hex(<i>)",
          "bin(<i>)", "oct(<i>)", "<b>.decode()", "<b>.decode('latin-1')",
          "<b>.hex()", "<b>.hex('-', <n>)", "max(<ls>)", "<ls>[<idx>]", "''.join(sorted(<s>))",
          "''.join(reversed(<s>))", "<D>[<i>]",
          "<D>.get(<i>, <s>)", "type(<i>).__name__", "type(<t>).__qualname__",
          "<s>.translate({97: 'Q', 98: None, 99: <i>})", "(<s> or <s>)",
          "<s>.encode('utf-8', 'replace').decode('ascii', 'backslashreplace')",
          "<s>.partition(<s>)[0]", "str(<b>, 'utf-8', 'replace')", "<f>.hex()",
          "(<s> if <B> else <s>)", "','.join(map(str, <li>))",
          "','.join(f'{$x}={$y}' for $x, $y in <d>.items())", "next((x for x in <ls>), <s>)",
          "<s>.maketrans('ab', 'xy').__repr__()", "str(<c>)", "repr(<b>)", "<s>.format_map(<d>)",
          "format(<c>, '.2f')", "f'{<s>!a:.3}'",
          "repr(slice(<n>, <i>))", "repr(range(<n>, <i>, <step>))",
          "''.join(c for c in <s> if c.isalpha())", "str(<B>)", "format(<B>, <spec>)",
          "'%*d|%.*f' % (<n>, <i>, 2, <f>)", "<s>.ljust(<i> % 9).replace(' ', '.')",
          "f\"{<s>:>{<i> % 12}}\"", "f'{{{<i>}}}'", "f'{<f>:,}'"],
    "b": ["(<b> + <b>)", "(<b> * <n>)", "<b>" + SLICE, "<s>.encode()", "<s>.encode('ascii')",
          "<s>.encode('utf-16-le')", "bytes(<li>)", "bytes(abs(<n>))",
          "<b>.upper()", "<b>.replace(<b>, <b>)", "<b>.strip()", "<b>.join([<b>, <b>])",
          "bytes.fromhex(<s>)", "(<i> % 65536).to_bytes(2, 'big')",
          "<i>.to_bytes(8, 'little', signed=<B>)", "b'%d %s %a' % (<i>, <b>, <s>)",
          "bytes(bytearray(<b>))", "<b>.center(8, b'-')", "<b>.title()",
          "bytes(memoryview(<b>)[::2])", "<b>.removeprefix(<b>)", "<b>.translate(None, <b>)",
          "bytes(reversed(<b>))", "<b>.zfill(5)", "<b>.rjust(<n>)",
          "<s>.encode('latin-1', <errs>)", "<b>.split(b',')[0]", "<b>.partition(<b>)[2]",
          "<b>.expandtabs()", "<b>.swapcase()"],
    "B": ["(<i> < <i>)", "(<i> == <f>)", "(<f> >= <i>)", "(<s> < <s>)", "(<s> in <s>)",
          "(<i> in <li>)", "(<s> in <d>)", "(<s> not in <ls>)",
          "(not <any>)", "(<li> < <li>)", "(<t> == <t>)", "(<S> <= <S>)", "(<i> < <i> <= <i>)",
          "(<B> and <B>)", "(<B> or <B>)", "isinstance(<any>, int)",
          "<s>.isdigit()", "<s>.isalpha()", "<s>.isidentifier()", "<s>.startswith(<s>)",
          "<s>.endswith((<s>, <s>))", "<s>.isupper()", "<s>.isspace()",
          "<s>.isnumeric()", "<s>.isprintable()", "<s>.istitle()", "any(<li>)", "all(<li>)",
          "bool(<any>)", "(<b> == <b>)", "(<i> is None)", "(<f> == <f>)",
          "(<i> in <S>)", "<S>.isdisjoint(<S>)", "<f>.is_integer()", "(<d> == <d>)",
          "(<i> in range(<n>, <i>, 3))", "issubclass(type(<any>), (int, str))",
          "(<c> == <f>)", "(<B> ^ <B>)", "callable(<any>)", "hasattr(<any>, 'append')",
          "any($x > <i> for $x in <li>)", "(<b> in <b>)",
          "isinstance(<any>, int | str)", "<s>.isascii()", "<s>.isdecimal()", "<b>.isalnum()",
          "(<t> < <t>)", "all(map(str.isalpha, <ls>))"],
    "c": ["(<c> + <c>)", "(<c> * <c>)", "(<c> / <c>)", "(<c> - <f>)", "<c>.conjugate()", "(-<c>)",
          "complex(<i>, <n>)", "(<c> ** <n>)", "complex(<s>)",
          "sum([<c>, <i>])", "(<c> if <B> else <c>)", "(<c> // <c>)", "(<i> * <c>)"],
    "li": ["(<li> + <li>)", "(<li> * <n>)", "<li>" + SLICE, "sorted(<li>)",
           "sorted(<li>, reverse=<B>)", "sorted(<li>, key=lambda $x:i: <i>)",
           "list(range(<n>, <n>, <step>))", "[<i> for $x:i in <<li>>]",
           "[$x for $x:i in <<li>> if <B>]", "list(<b>)", "list(map(len, <ls>))",
           "list(filter(None, <li>))", "[*<li>, <i>]", "list(reversed(<li>))", "list(<d>.values())",
           "list(<D>)", "sorted(<S>)", "[<i>, <i>]",
           "list(map(lambda $x:i: <i>, <<li>>))", "[$x for $x, $y in zip(<<li>>, <<ls>>)]",
           "[i for i, c in enumerate(<s>, <n>)]", "[*range(<n>), *<t>][:9]",
           "[$x + $y for $x:i in <<li>> for $y:i in <<li>> if $x != $y][:12]",
           "(lambda *a: list(a))(*<li>)", "list(<li>)", "sorted($x for $x in <<S!>> if type($x) is int)",
           "list(__import__('itertools').accumulate(<li>))",
           "list(__import__('itertools').islice(<li>, abs(<n>)))", "[*map(int, <s>)]",
           "list(__import__('itertools').chain(<li>, <li>))", "[ord($x) for $x in <s>]",
           "(lambda a, *r: r and [a, *r] or [a])(*<li>)",
           "[(y := $x, y + 1)[1] for $x in <li>]", "sorted(<li>, key=lambda x: (x % 3, -x))",
           "list(divmod(<i>, <i>))", "<li>.copy()",
           "[*<d>.values()]", "[len($x) for $x:s in <<ls>> if <B>]", "list(<i>.as_integer_ratio())",
           "list(<f>.as_integer_ratio())",
           "[sum($x) for $x in zip(<li>, <li>, strict=<B>)]", "list(dict.fromkeys(<li>))"],
    "ls": ["<s>.split()", "<s>.split(<s>)", "<s>.split(<s>, <n>)", "<s>.rsplit(None, <n>)",
           "<s>.splitlines(<B>)", "list(<s>)", "sorted(<ls>)", "(<ls> + <ls>)",
           "[<s> for $x:s in <<ls>>]", "[f'{$x:>3}' for $x in <li>]", "list(<d>)", "<ls>" + SLICE,
           "list(map(str, <li>))", "sorted(<ls>, key=len)",
           "sorted(<ls>, key=str.lower, reverse=True)", "[$x for $x in <ls> if $x]",
           "list(<s>.partition(<s>))", "list(<s>.rpartition(<s>))", "[*<s>]",
           "list(map(str.upper, <ls>))", "[<s>, <s>]", "list(<D>.values())",
           "[str($x) for $x:i in <<li>> if <B>]", "list(filter(str.isalpha, <ls>))",
           "sorted(<d>, key=<d>.get)", "(<ls> * <n>)",
           "[''.join(p) for p in __import__('itertools').permutations((<s>)[:3])]"],
    "t": ["(<i>, <s>)", "(<t> + <t>)", "<t>" + SLICE, "(*<li>, <s>)", "tuple(<li>)",
          "divmod(<i>, <i>)", "(<t> * <n>)", "tuple(sorted(<li>))",
          "(<li>, <d>)", "(<f>, <c>)", "tuple(zip(<li>, <ls>))", "tuple(enumerate(<ls>))",
          "next(iter(<d>.items()), ())", "tuple(<i> for $x:i in <<li>>)",
          "slice(<idx>, <idx>, <step>).indices(<n>)", "(<B>, None, <b>)", "tuple(<s>)",
          "max([<t>], [<t>])[0]", "(lambda *a, **k: (a, k))(*<li>, **<d>)",
          "<f>.as_integer_ratio()", "tuple(map(lambda *a: a, <li>, <ls>))",
          "__import__('math').frexp(<f>)", "min(<t>, <t>)", "(frozenset(<li!>), <i>)",
          "__import__('math').modf(<f>)", "tuple(<d>.items())"],
    "d": ["{**<d>, <s>: <i>}", "dict(zip(<ls>, <li>))", "{$x: <i> for $x:s in <<ls>>}",
          "(<d> | <d>)", "dict(a=<i>, b=<i>)", "<d>.copy()",
          "dict(<d>, z=<i>)", "{$x: $y for $y, $x in enumerate(<s>)}",
          "dict(sorted(<d>.items(), key=lambda x: x[1]))", "dict.fromkeys(<ls>, <i>)",
          "{<s>: <i>, <s>: <i>}", "{$x: $y * 2 for $x, $y:i in <<d>>.items() if <B>}",
          "dict(__import__('collections').Counter(<s>))", "dict([(<s>, <i>)])",
          "(lambda **k: k)(**<d>)", "dict(reversed(<d>.items()))"],
    "D": ["{**<D>, <i>: <s>}", "dict(enumerate(<ls>))", "{$x: <s> for $x:i in <<li>>}",
          "(<D> | <D>)", "dict.fromkeys(<li>, <s>)", "dict(zip(<li>, <s>))",
          "{$x: str($x) for $x in sorted(<<S!>>, key=str) if type($x) is int}", "dict([(<i>, <s>), (<i>, <s>)])"],
    "S": ["(<S!> | <S!>)", "(<S!> & <S!>)", "(<S!> - <S!>)", "(<S!> ^ <S!>)", "{<i!>, <i!>, <i!>}",
          "{$x % 7 for $x in <li!>}", "set(<li!>)", "<S!>.union(<li!>, <li!>)",
          "<S!>.difference(<li!>)", "set(range(<n>, <n>))", "<S!>.symmetric_difference(<li!>)",
          "<S!>.intersection(<li!>)", "{*<li!>, *<S!>}", "<S!>.copy()",
          "set(<D!>)", "(<D!>.keys() & <S!>)", "(<D!>.keys() - <S!>)",
          "(<S!> | set(range(<i!> % 9)))"],
}


def extra(g, t):
    return {"order": g.pick("'big'", "'little'"), "errs": g.pick("'strict'", "'ignore'",
        "'replace'", "'xmlcharrefreplace'",
            "'backslashreplace'", "'nope'")}.get(t)


import methods


def literal(g, t):  # the closed lists first, then the values
    return extra(g, t) or methods.literal(g, t) or value(g, t)


ITERS = [("<li>", "i"), ("<s>", "s"), ("range(<n>)", "i"), ("<ls>", "s"), ("list(<d>)", "s"),
         ("sorted(<S!>)", "i"), ("<b>", "i"),
         ("range(<n>, <n>, <step>)", "i"), ("(<i> for $x:i in <<li>>)", "i"), ("reversed(<li>)",
             "i"), ("map(str, <li>)", "s"), ("<t>", "i")]

# @t is a variable of type t
STATEMENTS = [
    "@li.append(<i>)", "@li.extend(<li>)", "@li.insert(<idx>, <i>)", "P(@li.pop(<idx>))",
              "@li.remove(<i>)", "@li.sort()", "@li.reverse()",
    "@li.sort(key=lambda x: -x)", "@li[<idx>] = <i>", "@li" + SLICE + " = <li>",
              "@li[<idx>:<idx>] = <li>", "del @li[<idx>]", "del @li" + SLICE,
    "@li += <li>", "@li *= <n> % 3", "@d[<s>] = <i>", "@d.update(<d>)", "P(@d.pop(<s>))",
              "P(@d.popitem())", "@d.setdefault(<s>, <i>)", "del @d[<s>]",
    "@d[<s>] += <i>", "@d |= <d>", "@D[<i>] = <s>", "@D.update({<i>: <s>})", "P(@D.pop(<i>, None))",
              "@S.add(<i!>)", "@S.discard(<i>)", "@S.remove(<i>)",
    "@S |= <S!>", "@S &= <S!>", "@S -= <S!>", "@S ^= <S!>", "@S.update(<li!>)", "@ls.append(<s>)",
              "@ls.sort(key=len)", "@ls[<idx>] = <s>",
    "@i += <n>", "@i -= <i>", "@i //= <i>", "@i %= <i>", "@i ^= <i>", "@i <<= <n>", "@i >>= <n>",
              "@f += <f>", "@f /= <f>", "@s += <s>[:5]", "@b += <b>[:3]",
    "@i, @f = <i>, <f>", "@s, *@ls = <ls>", "*@li, @i = <li>", "[@i, @i] = <li>",
              "(@i, (@f, @s)) = (<i>, (<f>, <s>))", "@i = @i = <i>",
    "@li, @ls = @li[::-1], @ls", "for @i in <li>: P(@i)",
              "for @i, @s in zip(<li>, <ls>): P(@i, @s)", "with open(<i>): pass" if 0 else "pass",
    "assert <B>, <s>", "assert <i>", "P(*<li>, *<t>)",
              "P(*[$x for $x in <ls>], sep=1)" if 0 else "print(*<li>, sep=<s>)",
              "print(<s>, end='|\\n')",
    "raise ValueError(<i>, <s>)", "raise KeyError(<s>)", "P({**<d>, **<d>})",
              "P(<any>, <any>, <any>)", "@li.clear()", "P(<i> + <s>)", "P(<s>.nope)",
    "P(<any> + <any>)", "P(<any> * <n>)", "P(<any> < <any>)", "P(<any> - <any>)", "P(<any>[<any>])",
              "P(len(<any>))", "P(iter(<any>) is None)", "P(-<any>)",
    "P(<any>.__len__())", "P(<any> | <any>)", "P(<any> in <any>)", "P(int(<any>))",
              "P(float(<any>))", "P(list(<any>)[:0])", "P(sorted(<any>))", "P(sum(<any>))",
    "P(<any>())", "P(<any>.x)", "@t[0] = 1", "@s[0] = 'a'", "del @t[0]", "@i.x = 3",
              "P(abs(<any>))", "P(round(<any>, <n>))", "P(divmod(<any>, <any>))",
    "P(<any> % <any>)", "P(<any> ** <n>)", "P(~<any>)", "P(<any> >> <n>)", "P(<any> @ <any>)",
              "P(str(<any>)[:200] if 0 else 1)", "P(ord(<any>))", "P(chr(<any>))",
    "P(max(<any>))", "P(min(<any>, <any>))", "P(<s>.join(<any>))", "P(<s>.split(<any>))",
              "P(<s>.replace(<any>, <s>))", "P(<any>.append(<i>))", "P(range(<any>))",
    "P(format(<any>, <spec>))", "P(isinstance(<i>, <any>))", "P(hex(<any>))",
              "P(pow(<any>, <any>, <any>))" if 0 else "P(pow(<i>, <n>, <any>))",
    "P(enumerate(<any>, <any>) is None)", "P(zip(<any>, <any>) is None)",
              "P(bytes(<any>)[:20])" if 0 else "P(bytearray(<b>))", "P([] + <any>)",
              "P(() + <any>)",
    "P(dict(<any>))", "P('' + <any>)", "P(<any> and <any>)", "P(int(<s>, <n>))",
              "P(complex(<any>, <any>))", "P(getattr(<any>, <s>))", "P(hash(<any>) is None)",
    "P(reversed(<any>) is None)", "P(next(<any>))", "@li = @li + <any>", "@li += <any>",
              "@d |= <any>", "@S = @S", "P(<any> == <any>, <any> != <any>)",
    "P(bytearray(<b>) + <any>)", "P(memoryview(<b>)[<idx>])",
              "P(type(<any>), type(<any>)(<n>))" if 0 else "P(type(<any>))", "P(frozenset(<li!>))",
    "P(isinstance(<any>, (int, (str, float))))", "P(<s>.encode(<s>))", "P(<b>.decode(<errs>))",
              "P(<s>.count(<any>))", "P(<s>.startswith(<any>))", "P(<b>.find(<any>))",
    "P(<i>.to_bytes(<n>, <order>))", "P(<li>.index(<any>, <n>, <n>))", "P(<t>.index(<any>))",
              "P(<d>.get(<any>))", "P(<d>.keys() | <D>.keys() == 0)",
    "P(<d>.items(), <d>.values(), <d>.keys())", "P(<any>.__class__.__mro__)",
              "P(bool(<any>), str(<f>), repr(<c>))", "P(slice(<idx>, <idx>).indices(<i>))",
    "P(print(<any>, sep=<n>))", "P(sorted(<li>, key=<any>))", "P(list(map(<any>, <li>)))",
              "P((lambda x, y=2, *, z: (x, y, z))(<i>, <i>, z=<s>))", "P(<s>.zfill(<n>))",
    "P('%d' % <any>)", "P('%s|%r' % (<any>, <t>))", "P('%5.1f' % <any>)", "P('%x' % <any>)",
              "P('%c' % <any>)", "P('%q' % <i>)", "P('%s %s' % <any>)",
              "P('{:{}}'.format(<any>, <spec>))",
    "P('{0[a]}'.format(<d>))", "P('{.real} {}'.format(<i>, <s>))", "P('{} {1}'.format(<i>))",
              "P('{'.format())", "P('{a}'.format(b=1))", "P(f'{<any>!r:<10}|{<any>!s:.5}')",
]
STATEMENTS = [s for s in STATEMENTS if s != "pass"]

# Last lines of a cell: what has a value is shown.
CELL_VALUES = ["1 + 1", "None", "[1, 'a', None]", "{'k': (1,), 2: {3}}", "I(3)", "I", "10 ** 40",
               "float('nan')", "b'\\xff'", "'a\\nb'", "print('last')", "x = 5", "x = 5; x", "x = 5; x;",
               "(y := [7])", "if 1: 'in a block'", "...", "-0.0", "len", "lambda: 0"]
UNCAUGHT = ["", "raise ValueError('end')", "1 / 0", "[][1]", "{}['k']", "undefined_name",
            "None.attr", "int('x')", "raise SystemExit(3)",
            "import sys; sys.exit('bye')", "assert 1 == 2, 'no'",
            "class E(Exception): pass\nraise E(1, 2)", "raise KeyError", "(lambda: len())()",
            "try:\n    1 / 0\nexcept ZeroDivisionError as e: raise RuntimeError('x') from e",
            "raise ExceptionGroup('g', [ValueError(1)])",
            "def f(n): return f(n + 1)\nf(0)", "raise 5", "next(iter([]))", "''.joinn", "pritn(1)",
            "from asyncio import nope" if 0 else "import math; math.nope", "import nope_mod"]
