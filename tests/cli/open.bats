#!/usr/bin/env bats
# open() of granted files: encodings, errors and newlines, the same under every executor.
load helper

@test "open() honours encoding, errors and newline" {
    printf 'caf\351 \223q\224\n' >latin.txt
    printf '\357\273\277id,name\r\n7,x\r\n' >bom.csv
    printf '\377\376h\0\351\0l\0l\0o\0\n\0' >utf16.txt
    printf 'h\0\351\0l\0l\0o\0\n\0' >utf16le.txt
    printf '\0h\0\351\0l\0l\0o\0\n' >utf16be.txt
    printf 'a\nb\rc\r\nd\n\re' >lines.txt
    cat >enc.py <<'P'
import csv
def show(name, **kw):
    try:
        with open(name, **kw) as f:
            print(name, kw, ascii(f.read()))
    except (ValueError, LookupError, TypeError) as e:
        print(name, kw, type(e).__name__, repr(str(e)))
show("latin.txt", encoding="latin-1")
show("latin.txt", encoding="cp1252")
show("latin.txt", encoding="ascii")
show("latin.txt", encoding="utf-8")
show("latin.txt", encoding="utf-8", errors="replace")
show("latin.txt", encoding="ascii", errors="ignore")
show("bom.csv", encoding="utf-8-sig")
show("bom.csv", encoding="utf-8")
show("utf16.txt", encoding="utf-16")
show("utf16le.txt", encoding="utf-16-le")
show("utf16be.txt", encoding="utf-16-be")
show("bom.csv", encoding="klingon")
show("bom.csv", mode="rb")
show("bom.csv", mode="rb", encoding="utf-8")
show("bom.csv", mode="rb", errors="strict")
show("bom.csv", mode="rb", newline="")
for nl in (None, "", "\n", "\r", "\r\n", "x"):
    show("lines.txt", newline=nl)
    try:
        print(repr(nl), [ascii(x) for x in open("lines.txt", newline=nl)])
    except ValueError as e:
        print(repr(str(e)))
print(next(csv.DictReader(open("bom.csv", encoding="utf-8-sig", newline="")))["id"])
f = open("latin.txt", "r", -1, "latin-1", "replace")
print(f.encoding, f.errors, ascii(f.readline()))
show("bom.csv", encoding=3)
P
    cat >expected <<'X'
latin.txt {'encoding': 'latin-1'} 'caf\xe9 \x93q\x94\n'
latin.txt {'encoding': 'cp1252'} 'caf\xe9 \u201cq\u201d\n'
latin.txt {'encoding': 'ascii'} UnicodeDecodeError "'ascii' codec can't decode byte 0xe9 in position 3: ordinal not in range(128)"
latin.txt {'encoding': 'utf-8'} UnicodeDecodeError "'utf-8' codec can't decode byte 0xe9 in position 3: invalid continuation byte"
latin.txt {'encoding': 'utf-8', 'errors': 'replace'} 'caf\ufffd \ufffdq\ufffd\n'
latin.txt {'encoding': 'ascii', 'errors': 'ignore'} 'caf q\n'
bom.csv {'encoding': 'utf-8-sig'} 'id,name\n7,x\n'
bom.csv {'encoding': 'utf-8'} '\ufeffid,name\n7,x\n'
utf16.txt {'encoding': 'utf-16'} 'h\xe9llo\n'
utf16le.txt {'encoding': 'utf-16-le'} 'h\xe9llo\n'
utf16be.txt {'encoding': 'utf-16-be'} 'h\xe9llo\n'
bom.csv {'encoding': 'klingon'} LookupError 'unknown encoding: klingon'
bom.csv {'mode': 'rb'} b'\xef\xbb\xbfid,name\r\n7,x\r\n'
bom.csv {'mode': 'rb', 'encoding': 'utf-8'} ValueError "binary mode doesn't take an encoding argument"
bom.csv {'mode': 'rb', 'errors': 'strict'} ValueError "binary mode doesn't take an errors argument"
bom.csv {'mode': 'rb', 'newline': ''} ValueError "binary mode doesn't take a newline argument"
lines.txt {'newline': None} 'a\nb\nc\nd\n\ne'
None ["'a\\n'", "'b\\n'", "'c\\n'", "'d\\n'", "'\\n'", "'e'"]
lines.txt {'newline': ''} 'a\nb\rc\r\nd\n\re'
'' ["'a\\n'", "'b\\r'", "'c\\r\\n'", "'d\\n'", "'\\r'", "'e'"]
lines.txt {'newline': '\n'} 'a\nb\rc\r\nd\n\re'
'\n' ["'a\\n'", "'b\\rc\\r\\n'", "'d\\n'", "'\\re'"]
lines.txt {'newline': '\r'} 'a\nb\rc\r\nd\n\re'
'\r' ["'a\\nb\\r'", "'c\\r'", "'\\nd\\n\\r'", "'e'"]
lines.txt {'newline': '\r\n'} 'a\nb\rc\r\nd\n\re'
'\r\n' ["'a\\nb\\rc\\r\\n'", "'d\\n\\re'"]
lines.txt {'newline': 'x'} ValueError 'illegal newline value: x'
'illegal newline value: x'
7
latin-1 replace 'caf\xe9 \x93q\x94\n'
bom.csv {'encoding': 3} TypeError "open() argument 'encoding' must be str or None, not int"
X
    for e in local jail $(command -v python3 >/dev/null && echo python); do
        "$BIN" python -e $e --file latin.txt --file bom.csv --file utf16.txt --file utf16le.txt \
            --file utf16be.txt --file lines.txt enc.py >got
        diff expected got
    done
}
