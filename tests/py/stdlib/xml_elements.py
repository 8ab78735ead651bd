# xml.etree.ElementTree: arguments and messages of Element and TreeBuilder, events, paths, writing in all forms.
import xml.etree.ElementTree as ET, sys
def t(f,*a,**k):
    try: print(repr(f(*a,**k)))
    except BaseException as e: print(type(e).__name__, e)
E_=ET.Element
t(E_); t(E_,1,2,3); t(E_,'a',5); t(E_,'a',attrib=5); t(lambda: E_('a',{'x':1},y=2).attrib); t(lambda: E_('a',attrib={'x':1},y=2).attrib); t(lambda: E_('a',{'x':1},attrib={'y':1}).attrib)
t(ET.SubElement); t(ET.SubElement,E_('a')); t(ET.SubElement,5,'a'); t(ET.SubElement,E_('a'),'b',5); t(ET.SubElement,E_('a'),'b',{},3)
e=E_('a'); 
for i in range(4): ET.SubElement(e,'c%d'%(i%2),n=str(i)).text='t%d'%i
t(lambda: e[9]); t(lambda: e['x']); t(lambda: e[-1].get('n')); t(lambda: [c.get('n') for c in e[1:3]])
def f(): e[9]=E_('q')
t(f)
def f(): e[0]=5
t(f)
def f(): e[0:1]=[5]
t(f)
def f(): e[0:1]=5
t(f)
def f(): del e[9]
t(f)
def f(): del e['x']
t(f)
t(e.append,5); t(e.insert,0,5); t(e.insert,'x',E_('q')); t(e.extend,5); t(e.extend,[5]); t(e.remove,5); t(e.remove,E_('q')); t(e.makeelement,'a',5); t(lambda: e.makeelement('a',{'x':'1'}).attrib)
t(e.get,'x'); t(e.get,'x',5); t(e.get,'x',default=6); t(lambda: (e.set('k','v'), e.keys(), e.items(), e.attrib)); t(e.get,[]); t(e.set,[],1)
t(e.findtext,'c0'); t(e.findtext,'zz'); t(e.findtext,'zz','d'); t(e.findtext,'zz',default=''); t(lambda: [x.get('n') for x in e.findall('c1')]); t(e.find,'zz'); t(lambda: [x.get('n') for x in e.iter('c0')]); t(lambda: list(e.itertext())); t(lambda: len(list(e.iter())))
def f(): del e.tag
t(f)
def f(): e.attrib=5
t(f)
def f(): e.foo=5
t(f)
t(lambda: e.nope)
class S(ET.Element):
    pass
s=S('s',{'a':'b'}); s.foo=1; print(s.foo, s.attrib, type(ET.SubElement(s,'x')), len(s), s.makeelement('y',{}).__class__)
import copy
c=copy.copy(e); d=copy.deepcopy(e); print(len(c), c[0] is e[0], len(d), d[0] is e[0], ET.tostring(d)==ET.tostring(e), c.attrib is e.attrib)
t(lambda: copy.deepcopy(s).__class__)
print(hasattr(e,'__iter__'), isinstance(e,ET.Element), e.iter().__class__, E_, ET.TreeBuilder, ET.XMLParser)
tb=ET.TreeBuilder(); t(tb.close); tb.data('x'); tb.start('a',{}); tb.data('hi'); t(tb.start,'b',5); print(tb.end('zz').tag); tb.data('tl'); t(tb.end,'x'); t(tb.start,'q',{}); print(ET.tostring(tb.close()))
for k in (dict(insert_comments=True),dict(insert_pis=True),dict(insert_comments=True,insert_pis=True),{}):
    p=ET.XMLParser(target=ET.TreeBuilder(**k)); p.feed('<?x y?><!--c0--><a>t1<!-- c --> t2<?pi some text?>t3<b/>t4</a><!--end-->'); r=p.close(); print(ET.tostring(r), len(r))
class T:
    def start(self,t,a): print('start',t,a)
    def end(self,t): print('end',t)
    def data(self,d): print('data',repr(d))
    def comment(self,c): print('comment',c)
    def pi(self,*a): print('pi',a)
    def doctype(self,*a): print('doctype',a)
    def start_ns(self,*a): print('start_ns',a)
    def end_ns(self,*a): print('end_ns',a)
    def close(self): return 'closed'
p=ET.XMLParser(target=T()); p.feed('<!DOCTYPE a SYSTEM "x.dtd"><a xmlns="u" xmlns:p="v" p:q="1&amp;2">x &amp; y\nz<p:b>&#65;</p:b><!--c--><?pi q?></a>'); print(p.close())
for bad in ('<a>','<a></b>','<a>&nope;</a>','','<a/><b/>','x','<a b=1/>','<a b="1" b="2"/>','<a><![CDATA[x]]>y</a>','<p:a/>','<?xml version="1.0" encoding="latin-1"?><a>\xe9</a>'):
    try: print(ET.tostring(ET.fromstring(bad)))
    except ET.ParseError as x: print(x, x.code, x.position)
print([ (ev, getattr(x,'text',x)) for ev,x in ET.iterparse(__import__('io').BytesIO(b'<a xmlns:n="u"><n:b>t</n:b><!--c--><?p q?></a>'),('start','end','start-ns','end-ns','comment','pi'))])
pp=ET.XMLPullParser(('start','end')); pp.feed('<a><b>'); print([(ev,x.tag) for ev,x in pp.read_events()]); pp.feed('</b></a>'); print([(ev,x.tag) for ev,x in pp.read_events()])
print(ET.tostring(ET.XML('<a xmlns="u"><b xmlns="v" c="&lt;&gt;&amp;&quot;&#10;&#9;é"/>é&lt;&gt;&amp;</a>')), ET.tostring(ET.XML('<a xmlns:p="u"><p:b p:c="1"/></a>'),encoding='unicode'))
for m in ('xml','html','text','bad','c14n'): t(ET.tostring,ET.XML('<html><script>a&lt;b</script><BR/><p x="&lt;&amp;">é&lt;</p>tail<!--c--></html>'),encoding='unicode',method=m)
for enc in ('us-ascii','utf-8','latin-1','utf-16','unicode','UTF-8',None): t(ET.tostring,ET.XML('<a>é€</a>'),enc); t(ET.tostring,ET.XML('<a>é€</a>'),enc,xml_declaration=True); t(ET.tostring,ET.XML('<a>é€</a>'),enc,xml_declaration=False)
t(ET.tostring,ET.XML('<a/>'),short_empty_elements=False)
t(ET.tostring,ET.XML('<a xmlns="u"><b/></a>'),default_namespace='u'); t(ET.tostring,ET.XML('<a><b/></a>'),default_namespace='u'); t(ET.tostring,ET.XML('<a xmlns="u" c="d"><b/></a>'),default_namespace='u'); t(ET.tostring,ET.XML('<a xmlns:x="u" x:c="d"><b/></a>'),default_namespace='u')
for x in (E_(5),E_('a',{'b':5}),E_('a',{5:'b'}),E_(None),E_(ET.QName('u','t'),{ET.QName('u','k'):ET.QName('v','w')})): t(ET.tostring,x)
y=E_('a'); y.text=5; t(ET.tostring,y); y.text=ET.QName('u','x'); t(ET.tostring,y); y.text=None; y.tail=5; t(ET.tostring,y); y.tail='t<'; t(ET.tostring,y)
z=E_(None); z.text='only'; ET.SubElement(z,'k'); z.tail='T'; t(ET.tostring,z)
t(ET.tostring,5); t(ET.tostring,None)
q=E_('r'); q.append(ET.Comment(' x<y ')); q.append(ET.PI('t','d>')); q.append(ET.PI('t')); t(ET.tostring,q); t(ET.tostring,q,method='html'); t(ET.tostring,q,'unicode','text')
r=ET.fromstring('<r><x a="1"><y>1</y></x><x a="2"/><z><x/></z></r>')
for path in ('x','x[@a]','x[@a="2"]','.//x','*','x/y','./x[1]','x[last()]','x[y]','x[y="1"]','..','.','//x','/x','x[@a!="1"]','','{*}x','{}x','*/x','x/..','z//x', './/y/..','x[.="1"]','x[-1]','x[0]'):
    t(lambda: [n.tag+str(n.attrib) for n in r.findall(path)]); t(lambda: r.findtext(path)); t(lambda: r.find(path) is not None)
it=r.iter(); print(next(it).tag); r.append(E_('new')); print([n.tag for n in it])
it=iter(r); next(it); r.remove(r[0]); print([n.tag for n in it])
print(repr(ET.QName('a','b')), ET.QName('x')==ET.QName('x'), ET.QName('a')<ET.QName('b'), ET.QName('a')=='a')
ET.indent(r); t(ET.tostring,r); ET.dump(r); t(ET.indent,r,level=-1)
tree=ET.ElementTree(r); t(lambda: [n.tag for n in tree.iter('x')]);  import io; b=io.BytesIO(); tree.write(b); print(b.getvalue()); b=io.StringIO(); tree.write(b,'unicode',xml_declaration=True); print(b.getvalue())
print(ET.XMLID('<a><b id="x"/><c id="y"/></a>')[1].keys(), ET.iselement(r), ET.iselement(5), ET.tostringlist(E_('a')), ET.fromstringlist(['<a>','x</a>']).text)
t(ET.register_namespace,'ns1','u'); ET.register_namespace('my','urn:my'); t(ET.tostring,ET.XML('<x xmlns="urn:my"><y/></x>'))
