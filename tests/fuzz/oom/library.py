# Modules whose classes are C: trees of XML, streams in memory, zones, records, translation.
import copy
import csv
import io
import xml.etree.ElementTree as ET
from datetime import date, datetime, timedelta, timezone

root = ET.fromstring('<r xmlns:p="u"><a k="1">x &amp; y</a><p:b q="2"/>tail<!--c--></r>')
ET.SubElement(root, "c", n="3").text = "<text>"
root.extend(copy.deepcopy(root)[:2])
found = root.findall(".//a"), root.findtext("a"), root.find("{u}b").items(), "".join(root.itertext())
text = ET.tostring(root, "unicode"), ET.tostring(root, "utf-8", "html"), [e.tag for e in root.iter("a")]
builder = ET.TreeBuilder(insert_comments=True)
builder.start("t", {"a": "b"})
builder.data("one")
builder.comment("c")
builder.end("t")
events = list(ET.iterparse(io.BytesIO(b"<a><b>x</b></a>"), ("start", "end")))

out = io.StringIO("start\r\n", newline=None)
out.seek(0, 2)
out.write("more \u20ac\n")
out.seek(3)
out.write("ove\U0001f600r")
out.seek(0)
lines = list(out), out.getvalue(), out.newlines, copy.copy(out).read()
data = io.BytesIO(b"a\nb")
data.seek(9)
data.write(b"end\n")
data.seek(0)
blocks = data.readlines(), data.getvalue(), data.getbuffer()[1:3]

east = timezone(timedelta(hours=5, minutes=30), "E")
moment = datetime(2024, 3, 31, 2, 30, tzinfo=east)
shown = moment.isoformat("\u20ac", "milliseconds"), moment.strftime("%Y %z %Z"), repr(moment), str(moment)
moved = moment.astimezone(timezone.utc) == moment, moment - moment.replace(tzinfo=timezone.utc), hash(moment)
stamps = datetime.fromtimestamp(1.5e9, east), date.fromtimestamp(0), moment.timestamp(), timedelta(1) / timedelta(0, 7)
read = datetime.fromisoformat("2024-01-02T03:04:05+02:00").replace(hour=1), divmod(timedelta(5), timedelta(0, 7, 1))

rows = list(csv.reader(io.StringIO('a,"b\nc",d\r\n1,2,"3""4"\n')))
changed = "abc, d\u20ac".translate({97: "xx", 44: None, 0x20AC: "E"}), "abc".translate({98: "\u00e9"}), b"abc".translate(None, b"b")
