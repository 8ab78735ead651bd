# The native halves of modules, alone, and connected to what is not their other half.
import sys


def attempt(f):
    try: f()
    except Exception: pass


def use():
    import _datetime, _decimal, _element
    for make in (lambda: _datetime.datetime(2020, 1, 1), lambda: _datetime.datetime(2020, 1, 1, tzinfo=5), lambda: _datetime.date(2020, 1, 1), lambda: _datetime.timedelta(1, 2.5),
                 lambda: _decimal.Decimal(1), lambda: _decimal.Decimal("1.5"), lambda: _decimal.Context(), lambda: _element.Element("a"), lambda: _element.Element(36), lambda: _element.Element("a", {"b": 36}), lambda: _element.TreeBuilder()):
        try: v = make()
        except Exception: continue
        for f in (lambda: v + v, lambda: v == v, lambda: v < v, lambda: hash(v), lambda: repr(v), lambda: str(v), lambda: v / v, lambda: v - 1, lambda: v.isoformat(), lambda: v.utcoffset(),
                  lambda: v.replace(tzinfo=5), lambda: v.replace(tzinfo=None), lambda: v.astimezone(5), lambda: v.timestamp(), lambda: v.strftime("%Y %Z"), lambda: _datetime.datetime.now(5), lambda: _datetime.datetime.now(),
                  lambda: _datetime.datetime.fromisoformat("2020-01-01T00:00:00+01:00"), lambda: v.quantize(v), lambda: v.sqrt(), lambda: v ** v, lambda: f"{v:.2f}", lambda: v.copy(), lambda: int(v),
                  lambda: v.find("b"), lambda: v.findall("b"), lambda: v.findtext("b"), lambda: list(v.iter()), lambda: _element._write(v, {}, {}, True), lambda: _element._names(v, {}, lambda *a: "n"),
                  lambda: _element.SubElement(v, "c"), lambda: v.comment("x"), lambda: v.pi("x", "y"), lambda: v.close(), lambda: v.end("z")):
            attempt(f)


def quiet(*args): return None


for bad in (None, 36, int, quiet, lambda *a: 36, {}):
    for name in ("_datetime", "_decimal", "_element"): sys.modules.pop(name, None)
    import _datetime, _decimal, _element
    for module in (_datetime, _decimal, _element):
        for n in range(20):
            if bad is not None: attempt(lambda: module._connect(*[bad] * n))
            if bad is not None: attempt(lambda: module._connect(*[bad] * n, {}))
    use()
for name in ("_datetime", "_decimal", "_element"): sys.modules.pop(name, None)
import xml.etree.ElementTree as ET, _element
e = ET.Element("a", {"b": ET.QName("c"), ET.QName("q"): "x"})
e.text = ET.QName("t")
for names in ({n: bad for n in "abcqt"} for bad in (36, None, [], "x")):
    attempt(lambda: _element._write(e, names, "", True))
print("sound")


class Zone:
    _offset = 36


import _csv, csv
sys.modules.pop("_datetime", None)
import _datetime
attempt(lambda: _datetime._connect(*[quiet] * 9, Zone, Zone))
moment = lambda: _datetime.datetime(2020, 1, 1, 2, 3, 4, 5, Zone())
for f in (lambda: moment().utcoffset(), lambda: moment().isoformat(), lambda: hash(moment()), lambda: moment() == _datetime.datetime(2020, 1, 1, 2, 3, 4, 5, Zone()),
          lambda: moment().timestamp(), lambda: moment().astimezone(Zone()), lambda: _datetime.datetime.fromtimestamp(5, Zone())): attempt(f)
reader = csv.reader(["a,b"] * 3)
csv._limit.clear()
attempt(lambda: next(reader))
for rules in (None, (), (36,) * 9, (",", '"', None, True, False, False, 0, "\n", 36), (",", '"', None, True, False, True, 0, "\n", lambda *a: 36)):
    for limit in ([], [36], [None], 36):
        attempt(lambda: list(_csv.read(['a,"b', 5], None, rules, limit)))
attempt(lambda: _element._write(ET.Element("a", {"b": "c"}), {"a": "a", "b": None}, "", True))
print("sound")
