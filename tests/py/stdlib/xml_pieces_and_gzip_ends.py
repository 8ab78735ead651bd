# Pieces of XML, texts that are no strings; gzip data cut short and streams that cannot seek; %z.
import datetime, gzip, io, time
import xml.etree.ElementTree as E
e = E.XML('<a x="1" y="2 &gt; &lt; b=&quot;c&quot;">x q="v"<b/>t<c><d p="q">u</d></c></a>')
e.tail = '\n'
print(E.tostringlist(e, 'unicode'))
print(E.tostringlist(e, 'unicode', xml_declaration=True)[0], E.tostringlist(e))
print(E.tostringlist(E.XML('<n:a xmlns:n="u" n:k="v"><n:b/></n:a>'), 'unicode'))
print(repr(E.tostring(e, 'unicode', method='text')))
f = E.Element('f')
s = E.SubElement(f, 'g')
for text in ('', 0, False, [], None):
    s.text = text
    print(repr(f.findtext('./g')), repr(f.findtext('g')), f.findtext('./h', 'none'))
data = b'0123456789' * 2000
cut = gzip.compress(data)[:-8]
with gzip.GzipFile(fileobj=io.BytesIO(cut)) as g:
    print(g.read(len(data)) == data)
    try: g.read(1)
    except EOFError as error: print(error)
for n in (2, 9, 10, 20):
    try: gzip.GzipFile(fileobj=io.BytesIO(cut[:n])).read()
    except EOFError as error: print(n, error)
class Once(io.BytesIO):
    def seekable(self): return False
    def tell(self, *args): raise io.UnsupportedOperation('tell')
    seek = tell
two = gzip.compress(b'one ') + gzip.compress(b'two') + b'\0\0'
print(gzip.GzipFile(fileobj=Once(two)).read())
for z in ('+0530', '+05:30', 'Z', '-00:30:15.5', '+05:30:15', '-053015', '-0130:30', '+01:3030', '-01:30:30.'):
    try: print(datetime.datetime.strptime(z, '%z').utcoffset(), time.strptime(z, '%z').tm_gmtoff)
    except ValueError as error: print(z, 'ValueError')
