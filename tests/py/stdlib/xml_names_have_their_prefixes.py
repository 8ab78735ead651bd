from xml.parsers import expat

for wanted in (False, True):
    p = expat.ParserCreate(namespace_separator='|')
    p.namespace_prefixes = wanted
    print(p.namespace_prefixes)
    p.StartElementHandler = lambda name, attrs: print('start', name, attrs)
    p.EndElementHandler = lambda name: print('end', name)
    p.Parse(b'<p:a xmlns:p="urn:one" xmlns="urn:two" p:x="1" y="2"><b/></p:a>', True)
