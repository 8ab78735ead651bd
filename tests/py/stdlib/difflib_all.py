# Every public name of difflib; random texts against CPython 3.12.
import difflib as d
import random
import hashlib


def attempt(f, *a, **k):
    try:
        r = f(*a, **k)
        r = r if isinstance(r, (str, list, float)) else list(r)
    except Exception as e:
        r = type(e).__name__, str(e)
    print(r)


s = d.SequenceMatcher(lambda x: x == ' ', 'private Thread currentThread;', 'private volatile Thread currentThread;')
print(s.ratio(), s.quick_ratio(), s.real_quick_ratio(), s.get_matching_blocks(), s.get_opcodes(), s.find_longest_match(),
      s.find_longest_match(3, 9, 2, 12), sorted(s.bjunk), s.bpopular, s.b2j['v'])
s.set_seq1('abxcd')
s.set_seq2('abcd')
print(s.get_matching_blocks(), d.Match(1, 2, 3), d.SequenceMatcher().ratio(), d.SequenceMatcher[str])
s.set_seqs([1, 2, 3, 4] * 80, [2, 3, 5] * 80)
print(s.ratio(), sorted(s.bpopular), list(s.get_grouped_opcodes(1))[:2])
s = d.SequenceMatcher(None, 'b' * 200, 'a' + 'b' * 200)
print(round(s.ratio(), 3), d.SequenceMatcher(None, 'b' * 200, 'a' + 'b' * 200, autojunk=False).ratio())
attempt(d.get_close_matches, 'appel', ['ape', 'apple', 'peach', 'puppy'])
attempt(d.get_close_matches, 'a', ['b'], 0)
attempt(d.get_close_matches, 'a', ['b'], 1, 1.5)
print([d.IS_LINE_JUNK(x) for x in ('\n', '  #   \n', 'hello\n', '##')], [d.IS_CHARACTER_JUNK(x) for x in ' \t\nx'])
for bad in (([b'a'], ['b']), (['a'], [b'b']), (['a'], ['b'], b'x')):
    attempt(d.unified_diff, *bad)
attempt(d.diff_bytes, d.unified_diff, [b'a\xff\n'], [b'b\n'], b'f', b't')
attempt(d.diff_bytes, d.context_diff, ['a'], [b'b'])
attempt(d.restore, ['- a', '+ b', '? ', '  c'], 1)
attempt(d.restore, ['- a', '+ b', '? ', '  c'], 2)
attempt(d.restore, [], 3)
attempt(d.unified_diff, ['a\n', 'b\n'], ['a\n', 'c\n'], 'x', 'y', 'd1', 'd2', lineterm='')
print(list(d.Differ().compare(['one\n', '\ttwo\n', 'three\n'], ['ore\n', '\ttree\n', 'emu\n'])))
random.seed(3)
words = ['ab cd ef', 'ab cd eg', 'xy', 'ab cd', 'xyz', '# ', '', '\tx & <y>']
for k in range(60):
    a = [random.choice(words) + '\n' for _ in range(random.randrange(9))]
    b = [random.choice(words) + '\n' for _ in range(random.randrange(9))]
    delta = list(d.ndiff(a, b, d.IS_LINE_JUNK if k % 3 == 0 else None))
    print(''.join(delta), list(d.restore(delta, 1)) == a, list(d.restore(delta, 2)) == b)
    print(''.join(d.unified_diff(a, b, 'x', 'y', n=k % 4)), ''.join(d.context_diff(a, b, 'x', 'y', 'd', 'e', n=k % 3)))
    html = d.HtmlDiff(4, 5 if k % 2 else None).make_table(a, b, 'f', 't', k % 5 == 0, k % 3)
    print(hashlib.md5(html.encode()).hexdigest())
print(d.HtmlDiff(wrapcolumn=6).make_file(['same\n', 'one two\n'], ['same\n', 'one  too\n', 'é\n'], charset='iso-8859-1'))
