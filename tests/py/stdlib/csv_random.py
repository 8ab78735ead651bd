# Random lines read and random rows written under many dialects, by the digest of what comes out.
import csv
import hashlib
import io
import random

random.seed(11)
PIECES = ["a", "b c", '"', '""', ",", ";", "\t", "'", "\n", "\r", "\r\n", " ", "\\", "1", "2.5", "\xe9", "\u6f22", ""]
DIALECTS = [
    {}, {"delimiter": ";"}, {"quotechar": "'"}, {"escapechar": "\\"}, {"escapechar": "\\", "doublequote": False},
    {"skipinitialspace": True}, {"strict": True}, {"quoting": csv.QUOTE_NONE, "escapechar": "\\"},
    {"quoting": csv.QUOTE_NONE}, {"quoting": csv.QUOTE_NONNUMERIC}, {"quoting": csv.QUOTE_ALL}, {"doublequote": False},
    {"delimiter": " ", "skipinitialspace": True}, {"lineterminator": "\n"}, {"delimiter": "\u6f22"}, {"escapechar": '"'},
    {"quoting": csv.QUOTE_STRINGS}, {"quoting": csv.QUOTE_NOTNULL}, {"quotechar": None}, {"delimiter": "\t", "lineterminator": "|"},
]


def text(n):
    return "".join(random.choice(PIECES) for _ in range(random.randrange(n)))


def read(lines, dialect):
    out, r = [], csv.reader(lines, **dialect)
    try:
        for row in r:
            out.append(row)
    except (csv.Error, ValueError) as err:
        out.append(f"{type(err).__name__}: {err}")
    return r.line_num, out


def write(rows, dialect):
    f, end = io.StringIO(newline=""), ""
    try:
        csv.writer(f, **dialect).writerows(rows)
    except csv.Error as err:
        end = f"{type(err).__name__}: {err}"
    return f.getvalue() + end


for dialect in DIALECTS:
    seen = hashlib.md5()
    for _ in range(150):
        lines = [text(9) + random.choice(["", "\n", "\r\n"]) for _ in range(random.randrange(1, 4))]
        rows = [[random.choice([None, 1, 2.5, text(5), text(5), True]) for _ in range(random.randrange(4))] for _ in range(2)]
        seen.update(repr((read(lines, dialect), write(rows, dialect))).encode())
    print(dialect, read(lines, dialect), seen.hexdigest())
csv.field_size_limit(5)
for lines in (["abcde,f\n"], ["abcdef\n"], ['"abc', 'def"\n'], ['"ab""cd"'], [5], [b"x"], ["\\"]):
    print(read(lines, {}))
