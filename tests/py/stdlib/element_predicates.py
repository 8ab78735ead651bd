# What may stand in the brackets of a path.
import xml.etree.ElementTree as ET

root = ET.XML('<r><a k="1">x<b>one</b></a><a k="2"><b>two</b><b>three</b></a><a><c>x</c>x</a><d/><e k="1"/><n xmlns="u" k="1"><b>q</b></n></r>')
for e in root.iter():
    e.set('id', str(len(e.tag)) + (e.text or ''))
for test in ('[@k]', '[ @k ]', '[@k="1"]', "[@k='2']", '[@k!="1"]', '[@k != "1"]', '[b]', '[b="two"]', '[b!="two"]', "[b = 'three']", '[.="x"]',
             '[.!="x"]', '[1]', '[2]', '[0]', '[-1]', '[last()]', '[last()-1]', '[last()-2]', '[last()-9]', '[last()+1]', '[last()-x]', '[first()]',
             '[position()]', '[b][2]', '[@k][1]', '[]', '[@]', '[@k=1]', '[1="x"]', '[.]', '[..]', '[@k="1"="2"]', '[b/c]', '[*]',
             '[@k=""]', '[.=""]', '[b=""]', '[last]', '[last() - 1]', '[- 1]', '[c="x"]', '[{u}b]', '[{*}b]'):
    for path in './a' + test, './/*' + test:
        try:
            print(path, [(e.tag, e.get('k')) for e in root.findall(path)])
        except Exception as error:
            print(path, type(error).__name__, error)
