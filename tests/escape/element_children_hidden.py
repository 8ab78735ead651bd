# The list of an Element's children holds elements and nothing else: no iterator gives it away.
import copy
import xml.etree.ElementTree as ET

e = ET.Element('a')
ET.SubElement(e, 'b')
for it in (iter(e), iter(e[:]), e.iter(), copy.copy(iter(e))):
    state = it.__reduce__()[1][0] if hasattr(it, '__length_hint__') else None
    if isinstance(state, list):
        state.append(7)
print([x.tag for x in e], [x.tag for x in e.iter()], ET.tostring(e))
try: e[:] = [7]
except TypeError as x: print(x)
