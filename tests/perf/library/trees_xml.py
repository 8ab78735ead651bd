# xml.etree.ElementTree: a catalogue parsed, searched, walked, built and written.
import xml.etree.ElementTree as ET

text = '<catalog>' + ''.join(f'<book id="b{i}" lang="en"><title>Title {i} &amp; more</title><price>{i * .5}</price>\n<note/>'
                             f'</book>' for i in range(8000)) + '</catalog>'
root = ET.fromstring(text)
found = sum(float(b.find('price').text) + len(b.findtext('title')) + len(b.get('id')) for b in root.findall('book'))
print(len(root), found, sum(1 for _ in root.iter()), sum(len(e.text) for e in root.iter('title')))
print(len(root.findall('.//title')), len(root.findall("book[@lang='en']/price")), len(''.join(root.itertext())))
made = ET.Element('root')
for i in range(8000):
    book = ET.SubElement(made, 'book', id=str(i), lang='en')
    ET.SubElement(book, 'title').text = f'a < {i} & "b"'
    price = ET.SubElement(book, 'price', {'currency': 'EUR'})
    price.text, price.tail = str(i), '\n'
out = ET.tostring(made, encoding='unicode')
print(len(out), len(ET.tostring(root)), ET.tostring(ET.fromstring(out), 'unicode') == out)
