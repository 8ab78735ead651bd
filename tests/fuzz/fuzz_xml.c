// Fuzz driver: expat behind xml.parsers.expat and xml.etree. The first byte says how the document
// is cut into pieces. What has been read is written, and read again as the same tree.
#include "cell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_cell("import xml.etree.ElementTree as ET\n"
              "from xml.parsers import expat\n"
              "step, doc = data[0] % 40 + 1 if data else 1, data[1:]\n"
              "seen = []\n"
              "def note(*args):\n"
              "    if len(seen) < 1000: seen.append(args)\n"
              "    return 1\n"
              "p = expat.ParserCreate(None, '|' if step % 2 else None)\n"
              "for name in dir(p):\n"
              "    if name.endswith('Handler') and (len(name) + step) % 3:\n"
              "        setattr(p, name, note)\n"
              "p.buffer_text, p.ordered_attributes = step % 4 > 1, step % 5 > 2\n"
              "try:\n"
              "    for at in range(0, len(doc), step): p.Parse(doc[at:at + step])\n"
              "    p.Parse(b'', True)\n"
              "except (expat.ExpatError, ValueError, LookupError):\n"
              "    expat.ErrorString(p.ErrorCode)\n"
              "p.CurrentLineNumber, p.CurrentColumnNumber, p.CurrentByteIndex\n"
              "def shape(e):\n"
              "    return e.tag, e.text, e.tail, e.attrib, [shape(c) for c in e]\n"
              "for source in (doc, text[1:]):\n"
              "    try:\n"
              "        tree = ET.fromstring(source)\n"
              "    except (ET.ParseError, ValueError, LookupError):\n"
              "        continue\n"
              "    wrote = ET.tostring(tree)\n"
              "    again = ET.fromstring(wrote)\n"
              "    assert [e.tag for e in again.iter()] == [e.tag for e in tree.iter()]\n"
              "    ''.join(tree.itertext()), tree.findall('.//*'), shape(tree)\n"
              "pull = ET.XMLPullParser(['start', 'end', 'comment', 'pi', 'start-ns', 'end-ns'])\n"
              "try:\n"
              "    for at in range(0, len(doc), step):\n"
              "        pull.feed(doc[at:at + step])\n"
              "        for kind, e in pull.read_events():\n"
              "            if kind == 'end' and step % 7 == 0: e.clear()\n"
              "    pull.close()\n"
              "except (ET.ParseError, ValueError, LookupError):\n"
              "    pass\n",
              data, size);
    return 0;
}
