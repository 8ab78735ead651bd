# Random trees of XML: built, changed, searched, copied, written, read again, read in pieces.
import copy
import random
import xml.etree.ElementTree as ET

R = random.Random(5)
TAGS = ['a', 'b', 'item', '{u}n', '{u}a', '{urn:v}x', '{http://www.w3.org/1999/xhtml}p', 'tag-1', '\u00e9t\u00e9']
TEXTS = [None, '', ' ', 'plain', 'a < b & c > d', '"q" \'s\'', '\n  ', '\u20ac\u00e9', ']]>', 'tab\tcr\rnl\n', '\U0001f600']


def tree(depth=0):
    e = ET.Element(R.choice(TAGS), {R.choice(TAGS): R.choice(TEXTS) or '' for _ in range(R.randrange(3))})
    e.text, e.tail = R.choice(TEXTS), R.choice(TEXTS) if depth else None
    for _ in range(R.randrange(4) if depth < 3 else 0):
        kind = R.random()
        if kind < .08:
            e.append(ET.Comment(R.choice(['c', ' a<b '])))
        elif kind < .14:
            e.append(ET.PI('target', R.choice([None, 'some text'])))
        elif kind < .5:
            ET.SubElement(e, R.choice(TAGS), k=R.choice(TEXTS) or 'v').tail = R.choice(TEXTS)
        else:
            e.append(tree(depth + 1))
    return e


def show(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return f'{type(e).__name__}: {e}'


def name(e):
    return e.tag if isinstance(e.tag, str) else e.tag.__name__


def plain(e):
    return (name(e), e.attrib, e.text, e.tail, [plain(c) for c in e])


PATHS = ['a', 'b', '*', './/a', './/*', 'a/b', 'item[@k]', ".//*[@k='v']", '*[1]', '*[last()]', '*/..', '{u}n', '{*}a',
         '{u}*', './/{*}x', '.', 'a[b]', "*[.='plain']", 'item//b', '*[2]', '*[last()-1]', '//a', '*[@k!="v"]']
for _ in range(60):
    root = tree()
    print(plain(root))
    for _ in range(6):
        e = R.choice([x for x in root.iter()])
        act = R.randrange(7)
        if act == 0 and len(e):
            e.remove(R.choice(list(e)))
        elif act == 1 and len(e):
            del e[R.randrange(-1, len(e))]
        elif act == 2:
            e.insert(R.randrange(-2, 4), ET.Element('new', n=str(R.randrange(9))))
        elif act == 3 and len(e):
            e[0:R.randrange(3)] = [ET.Element('s'), ET.Element('t')][:R.randrange(3)]
        elif act == 4:
            e.set(R.choice(TAGS), R.choice(TEXTS) or '0')
        elif act == 5:
            e.extend(copy.copy(list(e))[:1])
        else:
            e.clear()
    for _ in range(5):
        path = R.choice(PATHS)
        print(path, show(lambda: [name(x) for x in root.findall(path)]), show(root.findtext, path, 'none'))
    print([name(x) for x in root.iter(R.choice(TAGS))], ''.join(root.itertext()))
    method, encoding = R.choice(['xml', 'xml', 'html', 'text']), R.choice(['unicode', 'utf-8', 'us-ascii', 'utf-16', None])
    print(show(ET.tostring, root, encoding, method, short_empty_elements=R.random() < .5, xml_declaration=R.choice([None, True])))
    twin = copy.deepcopy(root)
    print(plain(twin) == plain(root), show(ET.tostring, root, default_namespace='u'))
    text = show(ET.tostring, root, 'unicode')
    again = show(ET.fromstring, text)
    print(again if isinstance(again, str) else plain(again))
    if not isinstance(again, str):
        ET.indent(again)
        print(ET.tostring(again, 'unicode'))
    pull, events = ET.XMLPullParser(('start', 'end', 'start-ns', 'end-ns', 'comment', 'pi')), []
    for at in range(0, len(text), 17):
        pull.feed(text[at:at + 17])
        events += show(lambda: [(kind, name(x) if ET.iselement(x) else x) for kind, x in pull.read_events()])
    print(events)
    at = R.randrange(len(text))
    broken = text[:at] + R.choice('<>&"/ x;') + text[at + R.randrange(2):]
    print(show(lambda: plain(ET.fromstring(broken))))
