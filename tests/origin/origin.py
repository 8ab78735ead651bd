"""How much of the library (src/py/lib) and of the docstrings in C reads like CPython's: `make origin` runs it.

usage: origin.py [--list] [TREE]      three shares, and with --list every finding; exit 1 where one is above its bound
       origin.py --self-test          whether it finds what it should, and nothing else

Run by CPython 3.12, whose own library it compares with. Functions: their share, by nodes of the syntax tree, that is at
least four fifths the same as one of CPython's, whatever the names. Lines: their share that lies in runs of four and more
equal ones. Texts: docstrings and C texts with a sentence that stands in a docstring there, word for word. A finding is
a reason to write that part anew, from what it is to do.
"""
import ast
import importlib
import inspect
import pkgutil
import sys
import sysconfig
import tempfile
import warnings
from collections import Counter, defaultdict
from difflib import SequenceMatcher
from pathlib import Path

from shapes import locals_of, read_c, read_module, sentences

BOUNDS = {'functions': 3.0, 'lines': 1.0, 'texts': 20}   # percent, percent, number
SAME = 0.78         # of two functions' nodes, in order
SMALL = 28          # nodes of a function that shows nothing
PLAIN = 64          # nodes up to which one of three statements is what its interface forces
LINE, RUN = 25, 4   # characters of a line that tells something, lines of a run
ELSEWHERE = 'test', 'tests', 'site-packages', 'idlelib', 'lib2to3', 'tkinter', 'turtledemo', 'ensurepip', '__pycache__'


class Theirs:
    """CPython's library: its modules, where each line occurs, its sentences."""

    def __init__(self, folder):
        self.modules, self.holders, self.sentences = {}, defaultdict(set), {}
        for path in sorted(folder.rglob('*.py')):
            name = path.relative_to(folder)
            if set(name.parts).isdisjoint(ELSEWHERE):
                self.add(str(name), path.read_text('utf-8', 'replace'))
        for text in native_texts():
            self.sentences.update(sentences(text))

    def add(self, name, source):
        try:
            module = self.modules[name] = read_module(source)
        except SyntaxError:
            return
        for _, line in module.lines:
            if telling(line):
                self.holders[line].add(name)
        for _, text in module.texts:
            self.sentences.update(sentences(text))

    def relatives(self, name, module):
        """The modules that a file of ours may come from: of its name, and those that share most lines with it."""
        stem = name.removesuffix('.py').removesuffix('/__init__')
        first = stem.rpartition('/')[2].lstrip('_').partition('_')[0]
        named = {other for other in self.modules
                 if first and first in other.removesuffix('.py').replace('_', '/').split('/')}
        named |= {other for other in self.modules if other.startswith(stem + '/')}
        shared = Counter(holder for _, line in module.lines for holder in self.holders.get(line, ()))
        return named | {other for other, count in shared.most_common(6) if count > 1}


def native_texts():
    """The docstrings of what is written in C."""
    names = {*sys.builtin_module_names, *(m.name for m in pkgutil.iter_modules([sysconfig.get_path('platstdlib')
                                                                               + '/lib-dynload']))}
    for name in sorted(names):
        if name.startswith(('_test', '_xxtest', 'xx', '_tkinter')):
            continue
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        yield from texts_of(module, 2)


def texts_of(thing, depth):
    """Docstrings of an object and what it holds."""
    text = getattr(thing, '__doc__', None)
    if isinstance(text, str):
        yield text
    if depth and (inspect.ismodule(thing) or inspect.isclass(thing)):
        for part in list(vars(thing).values()):
            if not inspect.ismodule(part):
                yield from texts_of(part, depth - 1)


# --- comparing ------------------------------------------------------------------------------------------------------

def counts(function):
    size = len(function.nodes)
    return size >= PLAIN or size >= SMALL and function.statements > 3


def likeness(ours, theirs, least):
    """How much of two functions is the same, from 0 to 1; 0 where it is below `least`."""
    total = len(ours.nodes) + len(theirs.nodes)
    if 2 * (Counter(ours.nodes) & Counter(theirs.nodes)).total() < least * total:
        return 0
    pairs, same = defaultdict(Counter), 0
    for a, b, size in SequenceMatcher(None, ours.nodes, theirs.nodes, False).get_matching_blocks():
        for i in range(size):
            if (name := ours.names[a + i]) is None:
                same += 1
            else:  # a name is the same where it stands for the same other name
                pairs[name][theirs.names[b + i]] += 1
    same += sum(max(partners.values()) for partners in pairs.values())
    ratio = 2 * same / total
    return ratio if ratio >= least else 0


def origin_of(function, modules):
    """(likeness, module, function) of what it is most like, or None."""
    last = function.name.rpartition('.')[2]
    others = [(name, other) for name, module in modules.items() for other in module.functions]
    named = [pair for pair in others if pair[1].name.rpartition('.')[2] == last]
    size = len(function.nodes)
    best = None
    for name, other in named or others:
        if named or 0.6 * size <= len(other.nodes) <= 1.6 * size:
            ratio = likeness(function, other, best[0] if best else SAME)
            if ratio and (best is None or ratio > best[0]):
                best = ratio, name, other.name
    return best


def telling(line):
    return len(line) >= LINE


def runs(lines, modules):
    """(line number, telling lines in it, module) of the longest runs of lines that stand in a module as they do here."""
    texts = [text for _, text in lines]
    theirs = {name: [text for _, text in module.lines] for name, module in modules.items()}
    places = defaultdict(list)
    for name, column in theirs.items():
        for i, text in enumerate(column):
            places[text].append((name, i))
    at = 0
    while at < len(texts):
        longest, where = 0, None
        for name, i in places.get(texts[at], ()):
            column, length = theirs[name], 0
            while at + length < len(texts) and i + length < len(column) and texts[at + length] == column[i + length]:
                length += 1
            if length > longest:
                longest, where = length, name
        size = sum(map(telling, texts[at:at + longest]))
        if longest >= RUN and size:
            yield lines[at][0], size, where
        at += longest if longest >= RUN else 1


class Report:
    def __init__(self, theirs):
        self.theirs, self.findings = theirs, []
        self.parts, self.wholes, self.by_file = Counter(), Counter(), Counter()

    def python(self, path, name):
        module = read_module(path.read_text('utf-8'))
        relatives = {other: self.theirs.modules[other] for other in self.theirs.relatives(name, module)}
        for function in filter(counts, module.functions):
            self.wholes['functions'] += len(function.nodes)
            if found := origin_of(function, relatives):
                self.found('functions', len(function.nodes), name, function.line,
                           f'{function.name} is {found[0]:.0%} {found[2]} of {found[1]}')
        self.wholes['lines'] += sum(telling(line) for _, line in module.lines)
        for line, length, other in runs(module.lines, relatives):
            self.found('lines', length, name, line, f'{length} lines of {other}')
        self.texts(name, module.texts)

    def texts(self, name, texts):
        for line, text in texts:
            self.wholes['texts'] += 1
            if known := [said for words, said in sentences(text).items() if words in self.theirs.sentences]:
                self.found('texts', 1, name, line, known[0])

    def found(self, kind, size, name, line, text):
        self.parts[kind] += size
        self.by_file[name] += size
        self.findings.append(f'{name}:{line}: {text}')

    def figure(self, kind):
        return self.parts[kind] if kind == 'texts' else 100 * self.parts[kind] / max(self.wholes[kind], 1)


def measure(tree, theirs):
    report = Report(theirs)
    library = tree / 'src/py/lib'
    for path in sorted(library.rglob('*.py')):
        report.python(path, str(path.relative_to(library)))
    for path in sorted((tree / 'src/py').rglob('*.[chd]*')):
        if path.suffix in ('.c', '.h', '.def'):
            report.texts(str(path.relative_to(tree)), read_c(path.read_text('utf-8')))
    return report


# --- can it fail? -------------------------------------------------------------------------------------------------------

def renamed(source):
    """The same program with other names for what its functions bind."""
    tree = ast.parse(source)
    for function in [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]:
        bound = locals_of(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id in bound:
                node.id = 'our_' + node.id
            elif isinstance(node, ast.arg):
                node.arg = 'our_' + node.arg
    return ast.unparse(tree)


def self_test(theirs, folder):
    """The library itself, renamed, and a program of our own: what must be found and what must not."""
    copied = (folder / 'textwrap.py').read_text('utf-8')
    doc = next(said for _, text in theirs.modules['textwrap.py'].texts for said in sentences(text).values())
    ours = Path(__file__).read_text('utf-8')
    cases = (('a copy', copied, f'T("{doc}.")', lambda f, l, t: f > 95 and l > 90 and t > 3),
             ('a copy with other names', renamed(copied), f'T("{doc}.")', lambda f, l, t: f > 95 and t > 3),
             ('a program of our own', ours, f'// {doc}\nraise_error(iso, "{doc}");', lambda *all: not any(all)))
    good = True
    for name, python, c, holds in cases:
        with tempfile.TemporaryDirectory() as place:
            library = Path(place, 'src/py/lib')
            library.mkdir(parents=True)
            (library / 'textwrap.py').write_text(python, 'utf-8')
            library.with_name('texts.c').write_text(c, 'utf-8')
            report = measure(Path(place), theirs)
        figures = [report.figure(kind) for kind in BOUNDS]
        right = report.wholes['functions'] > 0 and holds(*figures)
        good = good and right
        print('{} origin: {}: functions {:.1f} %, lines {:.1f} %, texts {}'.format(
            'ok' if right else 'not ok', name, *figures))
    return good


def main(args):
    warnings.simplefilter('ignore')
    folder = Path(sysconfig.get_path('stdlib'))
    theirs = Theirs(folder)
    if '--self-test' in args:
        return 0 if self_test(theirs, folder) else 1
    trees = [arg for arg in args if arg[:1] != '-']
    report = measure(Path(*trees[:1]), theirs)
    if '--list' in args:
        print('\n'.join(report.findings))
    else:
        print(*(f'{count:6} {name}' for name, count in report.by_file.most_common(12)), sep='\n')
    over = False
    for kind, bound in BOUNDS.items():
        figure = report.figure(kind)
        over = over or figure > bound
        unit = '' if kind == 'texts' else ' %'
        print(f'origin: {kind} {figure:.4g}{unit} of {report.wholes[kind]}, at most {bound:g}{unit}'
              + (': TOO MUCH' if figure > bound else ''))
    return 1 if over else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
