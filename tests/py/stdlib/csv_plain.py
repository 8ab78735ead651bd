# Records that need no quotes, next to those that do.
import csv
import io

ROWS = [[1, 'a', 2.5, None], ['a,b', 'c'], ['say "x"', ''], [''], [], [None], ['', ''], ['x\ny', 'z'], ['r\rs'], [' a ', 'b '],
        ["it's", 'tab\t'], [True, 10 ** 20, 1e300], ['\\', 'b'], [',']]
for options in ({}, {'delimiter': ';'}, {'delimiter': '\t', 'lineterminator': '\n'}, {'quotechar': "'"}, {'escapechar': '\\'},
                {'quoting': csv.QUOTE_ALL}, {'quoting': csv.QUOTE_NONE, 'escapechar': '\\'}, {'doublequote': False, 'escapechar': '!'},
                {'quotechar': None, 'quoting': csv.QUOTE_NONE, 'escapechar': '^'}, {'lineterminator': '|'}):
    out = io.StringIO()
    w = csv.writer(out, **options)
    for row in ROWS:
        try:
            w.writerow(row)
        except csv.Error as e:
            print('   ', row, e)
    print(options, repr(out.getvalue()))
    try:
        reader = csv.reader(io.StringIO(out.getvalue(), newline=''), **options)
        for row in reader:
            print(reader.line_num, row)
    except csv.Error as e:
        print('   ', e)
for lines in (['a,b', None], ['a', b'b'], ['a\rb'], ['a\r\n', '\r\n', 'b,"c\n', 'd"\n'], ['"a', 'b'], ['x' * 20 + ',y']):
    r = csv.reader(lines)
    old = csv.field_size_limit(15 if len(lines[0]) > 15 else 131072)
    try:
        for row in r:
            print(r.line_num, row)
    except csv.Error as e:
        print(r.line_num, e)
    csv.field_size_limit(old)


class Counted:
    calls = 0

    def __str__(self):
        Counted.calls += 1
        return 'a,%d' % Counted.calls


out = io.StringIO()
csv.writer(out).writerow(iter([Counted(), 1]))
print(repr(out.getvalue()), Counted.calls)
