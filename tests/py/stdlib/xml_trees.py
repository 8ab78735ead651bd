# xml: ElementTree reading, paths, building, writing; expat's handlers; saxutils; broken documents.
import io, copy
import xml.etree.ElementTree as ET
from xml.parsers import expat
from xml.sax.saxutils import escape, unescape, quoteattr
DOC = '''<?xml version="1.0"?>
<!-- head --><data xmlns:x="urn:x" id="r">
  <country name="A"><rank u="1">1</rank><year>2008</year><n to="B"/><n to="C"/></country>
  <country name="B">text<rank>4</rank>tail<year>2011</year><x:e x:a="1">q&amp;<![CDATA[<r>]]></x:e></country><?pi some data?>
  <empty/>
</data>'''
root = ET.fromstring(DOC)
print(root.tag, root.attrib, len(root), [c.tag for c in root], root[0].get('name'), root[0][0].text, root[1][0].tail, root[1].text, repr(root.text))
for path in ('country', './/rank', 'country/rank', './/n[@to]', ".//n[@to='C']", ".//n[@to!='C']", 'country[year]', "country[year='2011']", "country[year!='2011']", './/year[1]', './/n[2]', './/n[last()]', './/n[last()-1]', '*', './*/*', './/n/..', '..', '.', './/*[@name]', ".//rank[.='4']",
             './/{urn:x}e', './/{*}e', './/{urn:x}*', './/{}*', 'country//year', 'nope', './/x:e', "country[@name='B']/{urn:x}e[@{urn:x}a='1']", 'country/'):
    print(path, [(e.tag, e.get('name') or e.text and e.text.strip()) for e in root.findall(path, {'x': 'urn:x'})])
print(root.find('country').get('name'), root.findtext('.//year'), root.findtext('zip', 'no'), repr(root.findtext('empty')), list(root.iterfind('zip')), [e.tag for e in root.iter('rank')], ''.join(root.itertext()).split())
for bad in ('/country', 'country[0]', "a[.=b]", 'country[last()+1]', 'country[foo()]', './/y:e'):
    try: print(bad, root.findall(bad))
    except (SyntaxError, KeyError, IndexError) as e: print(bad, type(e).__name__, e)
print(ET.tostring(root)); print(ET.tostring(root, encoding='unicode', short_empty_elements=False)); print(ET.tostring(root[1], 'utf-8', xml_declaration=True))
a = ET.Element('a', {'k': 'v"<&>\n'}, z='1'); b = ET.SubElement(a, 'b', q='é'); b.text = 'x < y & "z" > é'; b.tail = 'T'; a.append(ET.Comment(' c ')); a.append(ET.ProcessingInstruction('go', 'now')); a.insert(0, ET.Element('first'))
print(ET.tostring(a), ET.tostring(a, 'unicode'), ET.tostring(a, 'iso-8859-1'), ET.tostring(a, method='text', encoding='unicode'), ET.tostringlist(a, 'unicode') != [])
h = ET.fromstring('<html><script>1 &lt; 2</script><br/><p a="&lt;">x</p></html>'); print(ET.tostring(h, method='html', encoding='unicode'))
ET.indent(root); print(ET.tostring(root, 'unicode')); ET.dump(a)
ET.register_namespace('my', 'urn:my'); q = ET.Element(ET.QName('urn:my', 'e'), {ET.QName('urn:o', 'at'): 'v'}); print(ET.tostring(q, 'unicode'), ET.QName('u', 't') == '{u}t', repr(ET.QName('t')), ET.QName('a') < ET.QName('b'))
print(ET.tostring(ET.fromstring('<r xmlns="urn:d"><c/></r>'), 'unicode'), ET.tostring(ET.fromstring('<r xmlns="urn:d"><c/></r>'), 'unicode', default_namespace='urn:d'))
c = copy.copy(a); d = copy.deepcopy(a); print(c[0] is a[0], d[0] is a[0], ET.tostring(d) == ET.tostring(a), ET.iselement(a), len(a)); a.remove(b); a[0:1] = []; del a[0]; print(len(a), list(a.keys()), sorted(a.items())); a.set('n', 'm'); a.extend([b, b]); print(a.get('n'), len(a)); a.clear(); print(ET.tostring(a))
for ev, el in ET.iterparse(io.BytesIO(DOC.encode()), ('start', 'end', 'start-ns', 'end-ns', 'comment', 'pi')): print(ev, el if ev.endswith('ns') else el.tag if isinstance(el.tag, str) else el.text, end='; ')
print()
it = ET.iterparse(io.StringIO('<a><b/></a>')); print([e.tag for _, e in it], it.root.tag)
pull = ET.XMLPullParser(['end']); pull.feed('<a><b>'); pull.feed('</b>'); print([(e, n.tag) for e, n in pull.read_events()]); pull.feed('</a>'); pull.close(); print([n.tag for _, n in pull.read_events()])
tree = ET.parse(io.BytesIO(b'<r><s>1</s></r>')); out = io.BytesIO(); tree.write(out, encoding='utf-8', xml_declaration=True); print(out.getvalue(), tree.getroot().tag, tree.find('s').text, [e.tag for e in tree.iter()])
tb = ET.TreeBuilder(insert_comments=True, insert_pis=True); tb.start('a', {}); tb.data('x'); tb.comment('c'); tb.pi('p', 'd'); tb.data('y'); tb.end('a'); print(ET.tostring(tb.close()))
class Target:
    def start(self, tag, attrs): print('start', tag, attrs)
    def end(self, tag): print('end', tag)
    def data(self, d): print('data', d)
    def comment(self, t): print('comment', t)
    def pi(self, t, d): print('pi', t, d)
    def doctype(self, *a): print('doctype', a)
    def start_ns(self, *a): print('ns', a)
    def close(self): return 'closed'
p = ET.XMLParser(target=Target()); p.feed('<!DOCTYPE a SYSTEM "f"><a xmlns="u" b="c">t<!--k--><?p q?></a>'); print(p.close())
e, ids = ET.XMLID('<a><b id="1"/><b id="2"/></a>'); print(sorted(ids), ET.fromstringlist(['<a>', 'x</a>']).text, ET.XML(b'<?xml version="1.0" encoding="iso-8859-1"?><a>\xe9</a>').text, ET.XML('<?xml version="1.0" encoding="cp1252"?><a>x</a>'.encode()).text)
print(ET.fromstring('<!DOCTYPE a [<!ENTITY e "big">]><a b="&e;">&e;&e;&#65;</a>').attrib, ET.fromstring('<!DOCTYPE a [<!ENTITY e "big">]><a>&e;&#x42;</a>').text)
for bad in ('', '<a>', '<a></b>', '<a b="1" b="2"/>', 'x', '<a/><b/>', '<a>&nope;</a>', '<a:b/>', '<a b=1/>', '<a>\x01</a>', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'):
    try: print(ET.fromstring(bad).text)
    except ET.ParseError as e: print(repr(bad), e, e.code, e.position)
for bad in (lambda: ET.Element('a', 3), lambda: a.append(3), lambda: a.remove(b), lambda: ET.tostring(ET.Element(3)), lambda: ET.register_namespace('ns1', 'u'), lambda: ET.fromstring(3), lambda: ET.tostring(b, method='z'), lambda: ET.indent(a, level=-1), lambda: tree.find('/s').text):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
p = expat.ParserCreate(namespace_separator=' '); log = []
for name in ('StartElement', 'EndElement', 'CharacterData', 'Comment', 'ProcessingInstruction', 'StartNamespaceDecl', 'EndNamespaceDecl', 'XmlDecl', 'StartDoctypeDecl', 'EndDoctypeDecl', 'EntityDecl', 'StartCdataSection', 'EndCdataSection', 'SkippedEntity', 'Default', 'ExternalEntityRef', 'NotStandalone'):
    setattr(p, name + 'Handler', lambda *a, n=name: log.append((n, *a)) or 1)
print(p.Parse('<?xml version="1.0" encoding="utf-8" standalone="no"?><!DOCTYPE a [<!ENTITY e "v">]>\n<a xmlns="u" b="c">&e;<![CDATA[d]]><!--k--><?p q?></a>', True), p.CurrentLineNumber, p.CurrentByteIndex, p.ErrorCode)
print(log)
def boom(*a): raise KeyError('from handler')
p = expat.ParserCreate(); p.StartElementHandler = boom
try: p.Parse('<a/>', True)
except KeyError as e: print('KeyError', e)
p = expat.ParserCreate(); p.buffer_text = True; p.CharacterDataHandler = log.append; del log[:]; p.ParseFile(io.BytesIO(b'<a>x&amp;y<b/>z</a>')); print(log, expat.ErrorString(3), expat.errors.XML_ERROR_SYNTAX, expat.errors.codes['syntax error'], expat.model.XML_CTYPE_SEQ)
p.ordered_attributes = True; print(p.ordered_attributes, p.buffer_text, p.StartElementHandler, p.SetBase('b'), p.GetBase())
print(escape('<a & "b">', {'"': '&quot;'}), unescape('&lt;&amp;gt;&quot;', {'&quot;': '"'}), quoteattr('a"b'), quoteattr('a\'"b\n'), quoteattr('x'))
