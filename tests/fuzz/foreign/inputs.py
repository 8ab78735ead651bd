"""What run.py feeds: of each library a function that makes a program (ENGINE) or a recorded reply (HOST) of a
random generator."""
import json, random

SIZES = [0, 1, 2, 3, 7, 30, 200, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 60_000_000]


def size(r, most=60_000_000):
    return r.choice([n for n in SIZES if n <= most]) + r.choice([0, 0, 1, -1 if most > 1 else 0])


def guarded(lines):
    """Each line of its own, whatever becomes of those before."""
    return "\n".join(f"try: {line}\nexcept Exception: pass" for line in lines)


# --- regular expressions -------------------------------------------------------------------------

ATOMS = [r"a", r".", r"\w", r"\b", r"[^b]", r"[a-z\d_]", r"\1", r"(?P=n)", r"(?=a)", r"(?<!ab)", r"(?<=a|bb)", r"\Z", r"^", r"$", r"é", r"\U0001f600",
         r"[\w\W]", r"(?:)", r"(?i:A)", r"(?>a+)", r"\2", r"\S", r"(?(1)a|b)", r"(?!a)", r"[[:a]", r"\u017f"]
REPEATS = ["*", "+", "?", "{0,3}", "{2}", "{1,}", "{0,65535}", "{100}", "*?", "+?", "??", "*+", "++", "{3,5}+", "{1000,}"]


def pattern(r, depth):
    if depth <= 0 or r.random() < 0.2:
        return r.choice(ATOMS)
    how = r.randrange(8)
    if how < 2:
        return pattern(r, depth - 1) + pattern(r, depth - 2)
    if how < 4:
        return f"({pattern(r, depth - 1)}){r.choice(REPEATS)}"
    if how == 4:
        return f"(?:{pattern(r, depth - 1)}|{pattern(r, depth - 2)}){r.choice(REPEATS + [''])}"
    if how == 5:
        return f"(?P<n>{pattern(r, depth - 1)})" if depth > 3 else f"({pattern(r, depth - 1)})"
    return f"(?={pattern(r, depth - 1)})" if how == 6 else f"(?:{r.choice(ATOMS)}{r.choice(REPEATS)}){r.choice(REPEATS)}"


def huge_pattern(r):
    n = size(r, 1_000_000)
    return r.choice([f"'(' * {n} + 'a' + ')' * {n}", f"'|'.join('a' * i for i in range({min(n, 2000)}))", f"'[' + ''.join(map(chr, range(93, {min(n, 50000) + 94}))) + ']'",
                     f"'(?:' * {n} + ')*' * {n}", f"'(a)' * {n} + '\\\\\\\\{min(n, 99)}'", f"'a' * {n}", f"'a?' * {n} + 'a' * {n}", f"'(?=' * {n} + 'a' + ')' * {n}", f"'(?i)' + 'ſ' * {n}",
                     f"'(?P<a%d>a)' * 3 % (1, 2, 3) + 'x{{{n}}}'", f"'.*' * {n}", f"'(?<=' + 'a' * {n} + ')b'", f"'(a|' * {min(n, 200)} + 'b' + ')*' * {min(n, 200)}", f"'\\\\\\\\b' * {n}"])


def regex(r):
    flags = r.choice(["0", "re.I", "re.S | re.M", "re.A", "re.X", "re.I | re.M"])
    p = huge_pattern(r) if r.random() < 0.4 else repr(pattern(r, r.choice([2, 4, 6, 9])))
    text = r.choice(["'a' * {n}", "'ab' * {n}", "'é' * {n}", "'\\U0001f600a' * {n}", "'a' * {n} + 'b'", "' \\n' * {n}", "'aab' * {n}", "'ſK' * {n}"]).format(n=size(r, 20_000_000))
    uses = ["p.search(t)", "p.fullmatch(t)", "p.findall(t)", "p.sub('x', t)", "p.sub(lambda m: m[0] * 2, t)", "p.split(t)", "[m.span() for m in p.finditer(t)]", "p.subn(r'\\g<0>' * 100, t)", "p.match(t, 5, 9)", "p.search(t).groups()"]
    if r.random() < 0.2:
        p, text = f"({p}).encode()", f"({text}).encode()"
    return f"import re\nt = {text}\n" + guarded([f"p = re.compile({p}, {flags})"] + r.sample(uses, 4))


# --- compression ---------------------------------------------------------------------------------

def compressed(r):
    data = r.choice(["bytes({n})", "b'ab' * {n}", "random.randbytes({m})", "zlib.compress(bytes({n}))", "b'\\xff' * {n}", "bytes(range(256)) * {m}"]).format(n=size(r, 60_000_000), m=size(r, 100_000))
    wbits = r.choice([15, -15, 31, 9, -9, 47, 0, 8, 16, 100, -100])
    spoil = r.choice(["c", "c[:-1]", "c[:len(c) // 2]", "c * 3", "c[:9] + b'x' + c[10:]", "b'\\x1f\\x8b\\x08' + c", "c + b'junk' * 1000", "bytes(len(c))", "gzip.compress(b'') * 10000", "gzip.compress(b'a') * 10000", "bytes(b ^ 1 for b in c[:1000])"])
    uses = ["zlib.decompress(c, {w})", "d.decompress(c)", "d.decompress(c, {k})", "d.flush({k})", "[d.decompress(bytes([b]), 1) for b in c[:100000]]", "d.copy().decompress(c)", "gzip.decompress(c)", "gzip.GzipFile(fileobj=io.BytesIO(c)).read()", "zlib.decompress(c, {w}, {k})",
            "gzip.GzipFile(fileobj=io.BytesIO(c)).seek({k})", "zlib.crc32(c, {k})", "list(gzip.open(io.BytesIO(c)))", "d.decompress(d.unconsumed_tail, {k})", "zlib.compressobj(wbits={w}, memLevel=9, zdict=c).compress(c)", "zlib.decompressobj(zdict=c * 100).decompress(c)",
            "[zlib.compressobj(9, wbits={w}) for i in range(1000)]", "[zlib.decompressobj({w}) for i in range(10000)]", "[d.copy() for i in range(10000)]", "o.compress(c); o.flush(); o.copy()"]
    lines = [f"c = zlib.compress({data}, {r.randrange(-1, 10)}, {r.choice([15, -15, 31, 9])})", f"c = {spoil}", f"d = zlib.decompressobj({wbits})", f"o = zlib.compressobj({r.randrange(-1, 10)}, 8, {wbits})"]
    return "import zlib, gzip, io, random\nc = b'x'\n" + guarded(lines + [u.format(w=wbits, k=r.choice([0, 1, 100, 10**9, 2**31, 2**63 - 1, -1])) for u in r.sample(uses, 5)])


# --- XML -----------------------------------------------------------------------------------------

def xml_text(r):
    n, m = size(r, 1_000_000), size(r, 3000)
    return r.choice([
        f"'<a>' * {n} + '</a>' * {n}", f"'<a ' + ' '.join('b%d=\"c\"' % i for i in range({min(n, 200_000)})) + '/>'", f"'<a>' + '<b/>' * {n} + '</a>'", f"'<a b=\"' + 'x' * {n} + '\"/>'",
        f"'<!DOCTYPE a [<!ENTITY e0 \"x\">' + ''.join('<!ENTITY e%d \"&e%d;&e%d;\">' % (i, i - 1, i - 1) for i in range(1, {m + 1})) + ']><a b=\"&e{m};\">&e{m};</a>'",
        f"'<!DOCTYPE a [<!ENTITY e \"' + 'x' * {n} + '\">]><a>' + '&e;' * {m} + '</a>'", f"'<!DOCTYPE a [<!ELEMENT a ' + '(' * {n} + 'b' + ')' * {n} + '>]><a/>'", f"'<!DOCTYPE a [<!ELEMENT a (' + '|'.join('b%d' % i for i in range({min(n, 200_000)})) + ')>]><a/>'",
        f"'<!DOCTYPE a [<!ATTLIST a ' + ' '.join('b%d CDATA \"x\"' % i for i in range({min(n, 100_000)})) + '>]>' + '<a/>'", f"'<!DOCTYPE a [' + ''.join('<!ATTLIST a%d b CDATA \"x\">' % i for i in range({min(n, 100_000)})) + ']><a/>'",
        f"'<!DOCTYPE a [<!ENTITY % p \"<!ENTITY q \\'x\\'>\">' + '%p;' * {m} + ']><a>&q;</a>'", f"'<!DOCTYPE a SYSTEM \"x\" [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>'", f"'<a><![CDATA[' + ']' * {n} + ']]></a>'", f"'<!--' + '-a' * {n} + '--><a/>'",
        f"'<?' + 'x' * {n} + '?><a/>'", f"'<' + 'a' * {n} + '/>'", f"'<a xmlns:' + 'b' * {n} + '=\"c\"/>'", f"'<a>' + ''.join('<b xmlns:n%d=\"u%d\">' % (i, i) for i in range({min(n, 50_000)}))", f"'<a>' + '&#x10ffff;' * {n} + '</a>'", f"'<?xml version=\"1.0\" encoding=\"' + 'x' * {m} + '\"?><a/>'",
        f"('<a>' * {n}).encode('utf-16')", f"b'<a>' + b'\\xff' * {n}", f"'<a>' + '&' * {n}", f"'<a b=' * {n}", f"'<?xml version=\"1.0\" encoding=\"cp1252\"?><a>' + 'é' * {n} + '</a>'", f"'<!DOCTYPE ' * {m}", f"'<!DOCTYPE a [' + '<!NOTATION n SYSTEM \"x\">' * {n} + ']><a/>'",
        "'".join(["", "".join(r.choices(["<a>", "</a>", "<b c='d'>", "&amp;", "<![CDATA[", "]]>", "<!--", "-->", "<!DOCTYPE a [", "]>", "<!ENTITY e ", "&e;", "%", "x", "<?", "?>", "\\x00", "é", "<a:b xmlns:a='c'>", ">"], k=60)).replace("'", '"'), ""])])


def xml(r):
    text, k = xml_text(r), r.choice([1, 7, 1000, 65536, 10**9])
    uses = ["ET.fromstring(t)", "ET.tostring(ET.fromstring(t))", "p.Parse(t, True)", "[p.Parse(t[i:i + {k}]) for i in range(0, len(t), {k})]", "ET.XMLPullParser(['start', 'end', 'start-ns', 'comment', 'pi']).feed(t)", "list(ET.iterparse(io.StringIO(t)))",
            "ET.canonicalize(t)", "q.Parse(t, True)", "list(ET.fromstring(t).iter())", "ET.indent(ET.fromstring(t))", "x = p.ExternalEntityParserCreate('a'); x.Parse(t, True)", "copy.deepcopy(ET.fromstring(t))", "repr(ET.fromstring(t).findall('.//b[@c]'))"]
    lines = [f"t = {text}", "p = expat.ParserCreate()", "q = expat.ParserCreate(namespace_separator=' ')", "p.StartElementHandler = p.CharacterDataHandler = p.DefaultHandler = p.ElementDeclHandler = p.EntityDeclHandler = lambda *a: None",
             "q.StartElementHandler = lambda *a: q.Parse('<x/>')", "p.buffer_text = True", f"p.buffer_size = {r.choice([1, 100, 2**30, 0])}", "q.AttlistDeclHandler = q.StartNamespaceDeclHandler = q.ProcessingInstructionHandler = lambda *a: setattr(q, 'StartElementHandler', None)",
             "p.ordered_attributes = p.specified_attributes = True", "p.UseForeignDTD(True)", "p.ExternalEntityRefHandler = lambda *a: 1", f"p.SetParamEntityParsing({r.choice([0, 1, 2])})"]
    return "import io, copy, xml.etree.ElementTree as ET\nfrom xml.parsers import expat\nt = '<a/>'\n" + guarded(lines[:4] + r.sample(lines[4:], 4) + [u.format(k=k) for u in r.sample(uses, 4)])


# --- big numbers ---------------------------------------------------------------------------------

def number(r):
    n = size(r, 10_000_000)
    return r.choice([f"1 << {n * 8}", f"(1 << {n}) - 1", f"-(7 ** {n // 10})", f"10 ** {n // 4}", f"int('9' * {min(n, 4000)})", f"(1 << {n}) // 3", f"random.getrandbits({n + 1})", f"int.from_bytes(b'\\xa5' * {n})", "3", "-1", "0", "2 ** 64 - 1", f"math.factorial({min(n, 100_000)})"])


def numbers(r):
    uses = ["x * y", "x // y", "divmod(x, y)", "x % y", "pow(x, y, z)", "pow(x, -1, z)", "math.gcd(x, y, z)", "math.lcm(x, y)", "math.isqrt(abs(x))", "str(x)", "hex(x)", "x ** 5", "x ** y", "x & y | z", "x >> 12345", "x << {n}", "x.bit_count()", "x.to_bytes(len(hex(x)), 'big')", "int(hex(x), 16)",
            "sys.set_int_max_str_digits(0); str(x)", "sys.set_int_max_str_digits(0); int('7' * {n})", "float(x)", "x / y", "math.comb({n}, {k})", "math.perm({n}, {k})", "hash(x)", "fractions.Fraction(x, y) + fractions.Fraction(y, z)", "decimal.Decimal(x) * decimal.Decimal(y)", "f'{{x:,}}'", "f'{{x:x}}'", "'%x' % x", "round(x, -{k})",
            "decimal.Decimal(x).sqrt()", "math.factorial({n})", "x == y and x < z", "math.log(x)", "sum([x] * 1000)", "math.prod([x] * 100)", "random.randrange(x)", "range(x)[y]", "int('z' * {n}, 36)", "x.as_integer_ratio()", "statistics.mean([x, y, z])", "abs(x) ** 0.5", "~x ^ -y", "bin(x).count('1')", "decimal.Context(prec={k}).power(3, {k})", "decimal.Context(prec={n}).divide(1, 7)", "decimal.Context(prec={k}).exp({k})", "decimal.Context(prec={k}).ln(x)"]
    return "import math, sys, random, fractions, decimal, statistics\nx = y = z = 7\n" + guarded([f"{v} = {number(r)}" for v in "xyz"] + [u.format(n=size(r, 1_000_000), k=size(r, 100_000)) for u in r.sample(uses, 6)])


# --- text and hashes -----------------------------------------------------------------------------

def unicode(r):
    t = r.choice(["'ﷺ' * {n}", "'a' + '\\u0301' * {n}", "'\\u0f71\\u0f72\\u0f74' * {n}", "'각' * {n}", "'ſ' * {n}", "'ß' * {n}", "'\\U0001d15e' * {n}", "'é' * {n}", "'e\\u0301' * {n}", "'\\u0344' * {n}", "'İ' * {n}", "''.join(map(chr, range(0x110000)))", "'\\u0301' * {n} + '\\u0316' * {n}", "'xn--' + 'a' * {n}", "'\\u4e00.' * {n}", "'\\ud800' * {n}"]).format(n=size(r, 10_000_000))
    uses = [f"u.normalize('{form}', t)" for form in ("NFC", "NFD", "NFKC", "NFKD")] + [f"u.is_normalized('{form}', t)" for form in ("NFC", "NFKD")] + ["t.casefold()", "t.upper()", "t.title()", "t.lower()", "t.isidentifier()", "t.encode('idna')", "t.encode('punycode')", "t.encode('punycode').decode('punycode')", "t.encode('utf-7').decode('utf-7')", "t.encode('idna').decode('idna')",
            "compile(t, 'x', 'exec')", "t.encode('unicode_escape').decode('unicode_escape')", "t.encode('ascii', 'namereplace')", "t.encode('ascii', 'xmlcharrefreplace')", "t.splitlines()", "t.split()", "'%s' % t.swapcase()", "u.ucd_3_2_0.normalize('NFKC', t)", "repr(t)", "ascii(t)", "t.translate({769: 'x' * 100})", "t.encode('cp1252', 'backslashreplace')", "t.encode('utf-8', 'surrogatepass').decode('utf-8', 'surrogateescape')"]
    return f"import unicodedata as u\nt = 'é'\n" + guarded([f"t = {t}"] + r.sample(uses, 6))


def hashes(r):
    n = size(r)
    uses = [f"hashlib.new('{name}', d).digest()" for name in ("md5", "sha1", "sha512", "sha3_256", "blake2b", "ripemd160")] + ["hashlib.shake_256(d).hexdigest({n})", "hashlib.pbkdf2_hmac('sha256', d, d, {n})", "hashlib.pbkdf2_hmac('sha1', b'a', b'b', 1000, {n})", "hashlib.scrypt(b'a', salt=d, n=2**{k}, r={k}, p={k}, maxmem=2**31 - 1)",
            "hashlib.blake2b(d, key=d[:64], digest_size={k}, fanout={k}, depth={k}, leaf_size={n})", "hmac.new(d, d, 'sha512').digest()", "hmac.digest(d, d, 'md5')", "[hashlib.sha256().copy() for i in range(10**5)]", "h.update(d); h.update(d)", "binascii.crc32(d)", "zlib.adler32(d)", "base64.b85encode(d)", "base64.b64decode(d)", "uuid.uuid5(uuid.UUID(int=1), str(d))", "hashlib.file_digest(io.BytesIO(d), 'md5')", "random.Random(d).random()"]
    return f"import hashlib, hmac, binascii, zlib, base64, uuid, io, random\nh = hashlib.sha3_512()\nd = b'a'\n" + guarded([f"d = {r.choice(['bytes', 'bytearray'])}({n})"] + [u.format(n=size(r), k=r.randrange(40)) for u in r.sample(uses, 5)])


ENGINE = {"regex": regex, "zlib": compressed, "xml": xml, "numbers": numbers, "unicode": unicode, "hashes": hashes}


# --- the host: replies as JSON and Python --------------------------------------------------------

def json_text(r):
    n = size(r, 1_000_000)
    return r.choice(['{"text": ' + "[" * n + "]" * n + "}", '{"a":' * n + "1" + "}" * n, '{"text": "' + "\\\\u0041" * n + '"}', '{"text": "' + "\\u0041" * n + '"}', '{"text": "' + "x" * n + '"}', '{"text": ' + "9" * n + "}", '{"text": 1e' + "9" * min(n, 10000) + "}",
                     '{"text": "\\ud800\\ud800"}', "[" + "1," * n + "1]", '{"text": "a"' + ', "text": "b"' * min(n, 200_000) + "}", '{' + ",".join(f'"k{i}":{i}' for i in range(min(n, 200_000))) + "}", "{" * n, '"' * n, '{"text": "\\', "nul", '{"text": "' + "\\" * n + '"}', '{"text": "", "tool_calls": ' + "[{}" + ",{}" * min(n, 200_000) + "]}",
                     '{"tool_calls": [{"name": "x", "arguments": "' + "[" * n + '"}]}', " " * n + '{"text": "a"}', "".join(r.choices(['{"text": ', "[", "]", "{", "}", ",", ":", '"a"', "1e5", "-", "null", "true", "\\u00", '"'], k=80))])


def code_text(r):
    n = size(r, 1_000_000)
    return r.choice(["(" * n, "[" * n + "]" * n, "f'{" * min(n, 1000) + "}'" * min(n, 1000), "x = " * n + "1", "if 1:\n" + "".join(" " * i + "if 1:\n" for i in range(min(n, 1200))), "not " * n + "1", "- " * n + "1", "a." * n + "a", "a(" * n, "lambda: " * n + "1", "'" * n, '"""' + "x\n" * n, "\\\n" * n, "# " + "x" * n, "x = 1\n" * n, "x +\\\n" * n + "1", "\t" * n + "x", "é" * n,
                     "else:\n" * n, "@" * n, "*" * n, ") " * n, "match x:\n case " + "[" * n, "x: " * n, "def f(" + "a, " * n + "): pass", "'" + "\\x41" * n + "'", "1 if 1 else " * n + "2", "{" + "1: " * n, "print(1)\n" + " " * n + "print(2)", "x" * n + " = 1", "1" * n, "async " * n, "[x for x in " * n, "```\n" * n, "<code>" * min(n, 10000), "</code>\n<code>\n" * min(n, 10000),
                     "".join(r.choices(["def f():\n", "  x = (", ")", "\n", "'", '"""', "f'{", "}", "class A:\n", "    ", "if x:", "else:", "[", "]", "{", ":", "=", "lambda", "async ", "await ", "#", "\\", "\t", "é", "@", "->", "*", "try:\n", "except:\n", "1e5", "0x", "match x:\n", "case _:\n"], k=400))])


def cells(r):
    code = code_text(r)
    shape = r.choice(["<code>\n%s\n</code>", "<code>\n%s", "```python\n%s\n```", "```py\n%s", "Thoughts: x\n<code>\n%s\n</code>\n<code>\n%s\n</code>", "%s", "<think>%s", "<code>\nfinal_answer('''%s''')\n</code>"])
    return {"text": shape.replace("%s", code)}


HOST = {"json": json_text, "cells": cells}
