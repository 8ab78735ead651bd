# html, html.entities and html.parser: every public name, random documents fed in two parts.
import hashlib
import html
import html.entities
import html.parser
import random

random.seed(9)
for table in (html.entities.html5, html.entities.name2codepoint, html.entities.codepoint2name, html.entities.entitydefs):
    print(len(table), hashlib.md5(repr(list(table.items())).encode()).hexdigest())
print(html.escape('<a href="x">\'&</a>'), html.escape('"&', quote=False))
print([html.unescape('&#%d;x&#x%xz' % (i, i)) for i in [*range(0, 40), *range(120, 170), 0xfffe, 0x1ffff, 0xd800,
                                                      0x110000, 9999999999]])
print(html.unescape('&notit; &notin; &ampx &amp &&; &; &lt&gt;&CounterClockwiseContourIntegral; &#; &#x; &nope;'))


class P(html.parser.HTMLParser):
    def __init__(self, **kwargs):
        self.seen = []
        super().__init__(**kwargs)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(('startend', tag))
        super().handle_startendtag(tag, attrs)

    def unknown_decl(self, data):
        self.seen.append(('unknown', data))


def recorder(name):
    def record(self, *args):
        self.seen.append((name, args, self.getpos(), self.get_starttag_text()))
    return record


for name in 'starttag endtag data comment decl pi charref entityref'.split():
    setattr(P, 'handle_' + name, recorder(name))
bits = ['<a', '<A ', '>', '/>', '</a', '</', '<', 'b="1"', "c='x>y'", ' d=e ', '=', '"', "'", 'text ', '&amp', '&amp;',
        '&#65;', '&#x41', '&', '&foo;', '\n', '<!--', '-->', '-- >', '<!', '<?pi', '<![CDATA[', ']]>', '<![if ',
        '<!DOCTYPE html>', '<script>', '</script>', '</ script >', '<style>', '</style', 'x', '/', '<1', '<br/>', ';', 'é']
for k in range(400):
    text = ''.join(random.choice(bits) for _ in range(random.randrange(1, 14)))
    p = P(convert_charrefs=k % 2 == 0)
    cut = random.randrange(len(text) + 1)
    try:
        p.feed(text[:cut])
        p.feed(text[cut:])
        p.close()
        result = repr((p.seen, p.rawdata))
    except AssertionError as e:
        result = repr((p.seen, str(e)))
    print(repr(text), result if k < 120 else hashlib.md5(result.encode()).hexdigest())
p = html.parser.HTMLParser()
p.feed('<p>a<br/>&eacute;<!--c--><?pi?><!DOCTYPE x><![CDATA[x]]></p>')
p.close()
p.reset()
print(p.getpos(), p.get_starttag_text(), p.CDATA_CONTENT_ELEMENTS)
