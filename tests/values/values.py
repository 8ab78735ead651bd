"""Random values across the borders of the code, for values.sh: `values.py make N SEED` writes replies of a model, a file
of tools and variables into the current folder; `values.py check` reads the answer. What becomes of a value is known
from how it was made, not from the table."""
import json
import random
import sys

HEAD = '''import base64, array, collections, dataclasses, datetime, decimal, enum, fractions, io, itertools, math, re, types, uuid
Point = collections.namedtuple("Point", "x y")
class Color(enum.Enum): RED = "red"; ONE = 1; PAIR = (1, 2)
class Level(enum.IntEnum): LOW = 3
@dataclasses.dataclass
class Row:
    a: object
    b: object = None
class Plain:
    pass
class Counted(dict):
    pass
def cycle(x):
    x.append(x)
    return x
CASES, bad, counts = [], [], collections.Counter()
class Refused: pass
def gone(call, *given, **named):
    try: return call(*given, **named)
    except TypeError as e:
        assert " is " in str(e) or " has " in str(e), e
        return Refused
def opened(v):
    if type(v).__name__ == "Handle":
        return {"type": v.type, "mime": v.mime, "data": base64.b64encode(v.bytes).decode()}
    if isinstance(v, dict): return {k: opened(x) for k, x in v.items()}
    return [opened(x) for x in v] if isinstance(v, list) else v
def look(where, i, got, want):
    counts[where] += 1
    got = opened(got)
    if repr(got) != repr(want): bad.append([where, i, repr(got)[:200], repr(want)[:200]])
'''
TOOL = '''from smolagents import tool

@tool
def same(value: object) -> object:
    """Gives it back.

    Args:
        value: anything
    """
    return value
'''
REFUSED = object()
ODD = ('map(str, [1])', 'filter(None, [1])', 'zip()', '(x for x in [])', 'iter([1])', 'iter({})', 'enumerate([])',
       'reversed([1])', 'lambda: 1', 'print', 'len', '[].append', 'int', 'Color', 'Plain', 'Plain()', 'object()', 'math',
       '1j', 'float("nan")', 'float("inf")', '-math.inf', '...', 'NotImplemented', 'ValueError("x")', 'slice(1)',
       'io.StringIO("x")', 'io.BytesIO(b"x")', 'itertools.count()', 're.compile("a")', 're.match("a", "a")',
       '"\\ud800"', '{(1, 2): 3}', '{1: 1, "1": 2}', '{b"a": 1}', '{None: 1, "null": 2}', 'cycle([])',
       'decimal.Decimal("NaN")', '{frozenset(): 1}', '{float("nan"): 1}', 'types.SimpleNamespace(a=map(str, []))')
FIXED = (('datetime.date(2024, 2, 29)', '2024-02-29'), ('datetime.datetime(2024, 1, 2, 3, 4, 5, 6)', '2024-01-02T03:04:05.000006'),
         ('datetime.datetime(2024, 1, 2, tzinfo=datetime.timezone.utc)', '2024-01-02T00:00:00+00:00'),
         ('datetime.time(1, 2)', '01:02:00'), ('datetime.timedelta(days=1, seconds=3661)', 'P1DT1H1M1S'),
         ('datetime.timedelta(microseconds=1500)', 'P0DT0H0M0.0015S'), ('-datetime.timedelta(hours=1)', '-P0DT1H0M0S'),
         ('decimal.Decimal("1.50")', '1.50'), ('decimal.Decimal("-1E+5")', '-1E+5'), ('fractions.Fraction(1, 3)', '1/3'),
         ('uuid.UUID(int=1)', '00000000-0000-0000-0000-000000000001'), ('Color.RED', 'red'), ('Color.ONE', 1),
         ('Color.PAIR', [1, 2]), ('Level.LOW', 3), ('True', True), ('None', None), ('False', False), ('-0.0', -0.0),
         ('1e308', 1e308), ('5e-324', 5e-324), ('0.1', 0.1), ('2.0', 2.0), ('1e16', 1e16), ('1e22', 1e22),
         ('2 ** 53 + 1', 2 ** 53 + 1), ('-2 ** 200', -2 ** 200), ('range(2, 9, 3)', [2, 5, 8]),
         ('array.array("d", [1, 2.5])', [1.0, 2.5]), ('b""', {'type': 'file', 'mime': 'application/octet-stream', 'data': ''}),
         ('b"\\x89PNG"', {'type': 'image', 'mime': 'image/png', 'data': 'iVBORw=='}),
         ('bytearray(b"%PDF")', {'type': 'file', 'mime': 'application/pdf', 'data': 'JVBERg=='}),
         ('memoryview(b"ab")', {'type': 'file', 'mime': 'application/octet-stream', 'data': 'YWI='}),
         ('collections.Counter("aab")', {'a': 2, 'b': 1}), ('collections.UserString("u")', 'u'),
         ('set()', []), ('()', []), ('{}', {}), ('""', ''))
LETTERS = 'abc xyz"\\\'\n\t\x7f\u00e9\u20ac\u2028\U0001f600<&>{}$'


class Maker:
    def __init__(self, rng):
        self.rng = rng

    def text(self):
        return ''.join(self.rng.choice(LETTERS) for _ in range(self.rng.randrange(8)))

    def leaf(self):
        pick = self.rng.random()
        if pick < 0.05:
            return self.rng.choice(ODD), REFUSED
        if pick < 0.4:
            return self.rng.choice(FIXED)
        if pick < 0.6:
            text = self.text()
            return repr(text), text
        value = self.rng.choice((self.rng.randrange(-9, 10), self.rng.getrandbits(70), self.rng.uniform(-1e6, 1e6)))
        return repr(value), value

    def sequence(self, form, parts):
        codes, values = [c for c, _ in parts], [v for _, v in parts]
        value = REFUSED if REFUSED in values else values
        return form % ', '.join(codes), value

    def mapping(self, form, parts, keys):
        known = {}
        for (code, value), key in zip(parts, keys):
            known[key] = (code, value)
        code = '{%s}' % ', '.join('%r: %s' % (k, c) for k, (c, _) in known.items())
        refused = any(v is REFUSED for _, v in known.values())
        made = {k if isinstance(k, str) else json.dumps(k): v for k, (_, v) in known.items()}
        return form % code, REFUSED if refused else made

    def make(self, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            return self.leaf()
        parts = [self.make(depth - 1) for _ in range(rng.randrange(4))]
        kind = rng.randrange(9)
        if kind < 3:
            return self.sequence(rng.choice(('[%s]', '(%s,)' if parts else '(%s)', 'collections.deque([%s])',
                                             'collections.UserList([%s])', 'dict(enumerate([%s])).values()')), parts)
        if kind == 3:
            numbers = sorted({rng.randrange(50) for _ in parts})
            code = ', '.join(map(str, rng.sample(numbers, len(numbers))))
            return rng.choice(('{%s}' if numbers else 'set(%s)', 'frozenset([%s])')) % code, numbers
        if kind == 4:
            pair = (parts + [('1', 1), ('2', 2)])[:2]
            code, value = self.sequence(rng.choice(('Point(%s)', 'Row(%s)')), pair)
            return code, value if value is REFUSED else dict(zip('xy' if code[0] == 'P' else 'ab', value))
        if kind == 5:
            return self.mapping('types.SimpleNamespace(**%s)', parts, ['p', 'q', 'r'])
        if kind == 6:
            return self.mapping(rng.choice(('%s', 'Counted(%s)', 'types.MappingProxyType(%s)')), parts,
                                rng.sample([7, -1, 2.5, None, True, 'k'], 3))
        return self.mapping(rng.choice(('%s', 'collections.OrderedDict(%s)', 'collections.defaultdict(list, %s)',
                                        'collections.UserDict(%s)', 'collections.ChainMap(%s)')), parts,
                            [self.text() + str(i) for i in range(3)])


def reply(code):
    return json.dumps({'text': '<code>\n' + code + '\n</code>'}) + '\n'


def make(count, seed):
    maker = Maker(random.Random(seed))
    cases = [maker.make(maker.rng.randrange(4)) for _ in range(count)]
    kept = [value for _, value in cases if value is not REFUSED]
    steps = [HEAD]
    for at in range(0, count, 250):
        rows = ['    (lambda: %s, %s),' % (code, 'Refused' if value is REFUSED else repr(value))
                for code, value in cases[at:at + 250]]
        steps.append('CASES += [\n%s\n]' % '\n'.join(rows))
    steps += ['for i, (made, want) in enumerate(CASES): look("tool", i, gone(same, made()), want)',
              'for i, (made, want) in enumerate(CASES):\n'
              '    if want is Refused: look("agent refuses", i, gone(helper, "x", value=made()), want)\n'
              'back = helper("x", value=[made() for made, want in CASES if want is not Refused])\n'
              'for i, want in enumerate([want for _, want in CASES if want is not Refused]): look("agent", i, back[i], want)',
              'final_answer(value)',
              'for i, want in enumerate([want for _, want in CASES if want is not Refused]): look("var", i, given[i], want)',
              'for i, (made, want) in enumerate(CASES):\n'
              '    if want is Refused: look("answer refuses", i, gone(final_answer, made()), want)',
              'final_answer({"bad": bad[:5], "counts": counts, "cases": len(CASES), "values": [made() for made, want in CASES if want is not Refused]})']
    with open('replies.jsonl', 'w') as f:
        f.writelines(map(reply, steps))
    with open('tool.py', 'w') as f:
        f.write(TOOL)
    with open('vars.json', 'w') as f:
        json.dump({'given': kept}, f)


def check():
    with open('vars.json') as f:
        kept = json.load(f)['given']
    with open('answer.json') as f:
        answer = json.load(f)
    for where, i, got, want in answer['bad']:
        print(where, i, 'gave', got, 'for', want)
    for i, (got, want) in enumerate(zip(answer['values'], kept)):
        if repr(got) != repr(want):
            print('answer', i, 'gave', repr(got)[:200], 'for', repr(want)[:200])
            answer['bad'].append(i)
            break
    print(*['%s: %d' % pair for pair in answer['counts'].items()], 'answer: %d' % len(kept), sep=', ')
    refused = answer['cases'] - len(kept)
    wanted = {'tool': answer['cases'], 'agent refuses': refused, 'agent': len(kept), 'var': len(kept),
              'answer refuses': refused}
    sys.exit(1 if answer['bad'] or len(answer['values']) != len(kept) or answer['counts'] != wanted else 0)


if sys.argv[1] == 'make':
    make(int(sys.argv[2]), int(sys.argv[3]))
else:
    check()
