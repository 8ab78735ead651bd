# difflib: how alike texts are, close matches, unified diffs, ndiff.
from difflib import SequenceMatcher, get_close_matches, ndiff, unified_diff

a, b = 'the quick brown fox jumps over the lazy dog', 'a quick brown dog jumped over the lazy foxes'
words = '''ape apple peach puppy applause appeal pineapple grape maple appellation people applied happy
           chapel pepper paper pale ample'''.split()
old = [f'line {i} of the text, {i % 7}\n' for i in range(250)]
new = [f'line {i} of the text, {i % 6}\n' for i in range(10, 260)]
left = ['def f(x):\n', '    return x + 1\n', '\n', 'class A:\n', '    pass\n', 'print(12)\n'] * 4
right = ['def f(y):\n', '    return y + 1\n', '\n', 'class B:\n', '    pass  # x\n', 'print(13)\n'] * 4
n = 0.0
for i in range(120):
    n += SequenceMatcher(None, a, b[i % 5:]).ratio() + len(SequenceMatcher(str.isspace, a, b).get_opcodes())
    n += len(get_close_matches('appel', words)) + SequenceMatcher(None, a, b).quick_ratio()
for i in range(25):
    n += len(list(unified_diff(old, new))) + SequenceMatcher(None, old, new).ratio()
for i in range(6):
    n += len(list(ndiff(left, right)))
print(round(n, 6), get_close_matches('appel', words))
