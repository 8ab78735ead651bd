# CVE-2025-11844: a text to look for that closes its quotes and asks for more. No tool here puts a
# text into a path; and a path of ElementTree has neither unions nor functions to ask for more with.
import xml.etree.ElementTree as ET

page = ET.fromstring("<page><p>word</p><form><secret>hidden</secret></form></page>")
for text in ("word", "x'] | //secret | //p[.='", "x' or '1'='1", "x']/../form/secret[.='hidden", "x'][document('/etc/passwd')]",
             "concat('wo', 'rd')", "x'] | //@*["):
    try:
        print([e.text for e in page.findall(".//p[.='%s']" % text)])
    except (SyntaxError, KeyError) as e:
        print(type(e).__name__)
