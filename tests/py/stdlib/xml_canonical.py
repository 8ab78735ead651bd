# canonicalize and C14NWriterTarget of xml.etree.ElementTree: documents by options.
import io
import xml.etree.ElementTree as ET


def t(f, *args, **kwargs):
    try:
        print(ascii(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


c=ET.canonicalize
docs=['<a  b="2" a="1"><!--c--><b/>x &amp; &lt; </a>','<a xmlns:x="u" x:q="1"><x:b/>  </a>','<a xmlns="u"><b xmlns="u"/><c xmlns="">t</c></a>','<a xmlns:p="u" p:y="1" b="2"><p:c/></a>',
'<?pi a?><!--c1--><r xmlns:a="1" xmlns:b="2"><?x?><b:q a:z="1" b:y="2" x="&quot;&#9;&#10;&#13;&lt;&gt;"/> t&#13;&gt; <!-- in --></r><!--c2--><?e?>',
'<r xmlns:p="u"><t>p:x</t><t> p:x </t><t>plain</t><u a="p:z" b="p:z"/><t xml:space="preserve"> s </t></r>','<r xml:space="preserve"> <a> x </a> <b xml:space="default"> y </b></r>',
'<a xmlns="u" xmlns:p="u"><p:b/><c p:d="1"/></a>','<x xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:y/></x>','<a><b><c><drop>text<d/></drop>z</c></b></a>','<a xmlns:n0="u"><b xmlns:n0="v"><n0:c n0:d=""/></b><n0:e/></a>','<a>','<a xmlns="u"><b xmlns=""><c/></b></a>']
opts=[{},dict(with_comments=True),dict(strip_text=True),dict(rewrite_prefixes=True),dict(strip_text=True,with_comments=True,rewrite_prefixes=True),dict(qname_aware_tags=['t','{u}t']),dict(qname_aware_attrs=['a']),dict(qname_aware_tags=['t'],qname_aware_attrs=['a'],rewrite_prefixes=True,strip_text=True),dict(exclude_tags=['drop','b']),dict(exclude_attrs=['a','{u}y'])]
for d in docs:
    for o in opts: t(c,d,**o)
t(c); s=io.StringIO(); print(c('<a/>',out=s), s.getvalue()); print(c(from_file=io.StringIO('<a>x</a>')))
t(c,'<r><t>q:x</t></r>',qname_aware_tags=['t']); t(c,'<a/>',nope=1); print(ET.C14NWriterTarget)
