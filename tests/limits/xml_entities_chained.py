# Entities that refer to each other in a chain end in an error, in attribute values and in text, also when the
# document comes in pieces or in two bytes a character.
import xml.etree.ElementTree as ET, xml.parsers.expat as expat


def attempt(what, f):
    try:
        f()
        print(what, "parsed")
    except (ET.ParseError, expat.ExpatError, RecursionError, MemoryError) as e:
        print(what, "refused")


def document(n, use):
    chain = "".join(f"<!ENTITY e{i} '&e{i - 1};'>" for i in range(1, n))
    return f"<!DOCTYPE a [<!ENTITY e0 ''>{chain}]>" + use % f"&e{n - 1};"


def pieces(text, size):
    p = expat.ParserCreate()
    for i in range(0, len(text), size):
        p.Parse(text[i:i + size])
    p.Parse(b"", True)


for n in 100, 30000, 150000:
    for use in "<a b='%s'/>", "<a>%s</a>":
        text = document(n, use)
        if n == 100 or use[2] == " ":
            attempt(f"{n} {use}", lambda: ET.fromstring(text))
            attempt("  in pieces", lambda: pieces(text.encode(), 1001))
            attempt("  utf-16", lambda: pieces(text.encode("utf-16"), 100003))
        else:
            attempt(f"{n} {use}", lambda: ET.fromstring(text))
