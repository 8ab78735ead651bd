# textwrap: paragraphs wrapped and filled, margins taken away and added, texts shortened.
import textwrap

text = '''The well-known quick brown fox -- which nobody had ever seen -- jumped over the lazy dog, for its semi-automatic
sleep would not end before noon; "so it goes", said the dog. ''' * 6
code = '\n'.join('        ' + ' ' * (i % 5) + f'line {i}' for i in range(60)) + '\n\n    \n'
n = 0
for i in range(60):
    n += len(textwrap.wrap(text, 40 + i)) + len(textwrap.fill(text, 60, initial_indent='* ', subsequent_indent='  '))
    n += len(textwrap.wrap(text, 30, break_on_hyphens=False)) + len(textwrap.shorten(text, 70))
    for k in range(10):
        n += len(textwrap.wrap('a short line of text', 12))
    n += len(textwrap.dedent(code)) + len(textwrap.indent(code, '> '))
print(n, textwrap.shorten(text, 40))
