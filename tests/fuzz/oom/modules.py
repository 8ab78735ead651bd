# Library modules in C and in Python.
import base64
import collections
import copy
import datetime
import hashlib
import heapq
import io
import itertools
import json
import operator
import re
import string
import textwrap

print(re.sub(r"(?P<a>\w+)-(\d+)", lambda m: m["a"].upper() + m[2] * 2, "ab-1 cd-22"), re.findall("(a|b)(c*)", "acbcc"))
print(re.compile(r"[\w.]+@[\w.]+", re.I).search("x a.b@c.d y").span(), re.split(r"\s*,\s*", "a , b,c"))
v = json.loads('{"a": [1, 2.5, "\\u00e9", null, true, {"b": 123456789012345678901234567890}]}')
print(json.dumps(v, indent=1, sort_keys=True), copy.deepcopy(v) == v, json.dumps({"k": (1, 2)}, separators=(",", ":")))
try:
    json.loads('{"a": [1, }')
except json.JSONDecodeError as e:
    print(e)
c = collections.Counter("abracadabra")
dd = collections.defaultdict(list, {"k": [1]})
dd["n"].append(2)
q = collections.deque([1, 2, 3], maxlen=3)
q.append(4)
q.rotate(1)
NT = collections.namedtuple("NT", "x y")
print(c.most_common(2), dd, q, NT(1, 2)._replace(x=3), collections.OrderedDict(a=1), collections.ChainMap({}, {"z": 1})["z"])
d = datetime.datetime(2024, 2, 29, 12, 30) + datetime.timedelta(days=1.5)
print(d.isoformat(), d.strftime("%A %d %B %Y"), datetime.datetime.strptime("2024-01-02", "%Y-%m-%d"), d - datetime.datetime(2000, 1, 1))
print(datetime.date.fromisoformat("2020-05-06").isocalendar(), datetime.timezone(datetime.timedelta(hours=2)))
h = [5, 1, 4]
heapq.heapify(h)
heapq.heappush(h, 2)
print(heapq.nsmallest(2, h), list(itertools.permutations([1, 2, 3], 2)), list(itertools.groupby("aabb")), list(itertools.product("ab", [1, 2])))
print(hashlib.sha256(b"x").hexdigest(), base64.b64encode(b"hello"), string.Template("$a b").substitute(a=1))
print(textwrap.fill("word " * 30, 40), operator.itemgetter(1, 0)("ab"), io.StringIO("a\nb").readlines())
