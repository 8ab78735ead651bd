"""How values leave the code: the table of docs/tools.md ("Values"), for arguments of tools, answers and results of
tools in Python, under every executor. What JSON has crosses as it is, TABLE converts what it names, and everything
else is refused, with its place and what to write instead. The worker of python3 runs this file too: Python 3.8."""

LEVELS = 150  # of lists and dicts inside each other


class Refused(TypeError):
    """A value that does not cross: what it is and what to do."""


# ---- handles ------------------------------------------------------------------------------------------------

REFERENCE = {"type", "mime", "size", "handle"}  # the keys of a handle in JSON


def fetch(handle):
    """Its bytes; the worker of python3 has its own."""
    import _host
    return _host.read(handle)


class Handle:
    """A picture, sound or file that the host keeps: bytes, text, mime, type and size of it, and save(path)."""

    def __init__(self, given):
        self._given, self._data = given, None
        self.type, self.mime, self.size = given["type"], given["mime"], given["size"]

    @property
    def bytes(self):
        if self._data is None:
            self._data = fetch(self._given["handle"])
        return self._data

    @property
    def text(self):
        return self.bytes.decode()

    def save(self, path):
        with open(path, "wb") as file:
            file.write(self.bytes)
        return path

    def __bytes__(self):
        return self.bytes

    def __bool__(self):
        return True

    def __len__(self):
        raise TypeError("a handle has no len(): use .size or len(h.text)")

    def __eq__(self, other):
        return isinstance(other, Handle) and other._given == self._given

    def __hash__(self):
        return hash(self._given["handle"])

    def __repr__(self):
        return self._given["handle"]


def received(v):
    """A value of the host's, in place, with handles where references to them are."""
    if isinstance(v, dict):
        if v.keys() == REFERENCE:
            return Handle(v)
        for k, x in v.items():
            v[k] = received(x)
    elif isinstance(v, list):
        for i, x in enumerate(v):
            v[i] = received(x)
    return v


# ---- conversions: each makes a value of a simpler kind, whose parts are converted in turn -------------------

def array(v):
    return list(v)


def in_order(v):
    """Sets differ in their order from run to run: sorted where their members can be."""
    try:
        return sorted(v)
    except Exception:
        return list(v)


def mapping(v):
    return dict(v.items())


def own_value(v):
    return v.value


def named(v):
    """The fields of a namedtuple; those of scipy's results have private ones besides."""
    return {name: x for name, x in v._asdict().items() if name[:1] != "_"}


def members(v):
    return dict(vars(v))


def isoformat(v):
    return str(v.isoformat())


def duration(v):
    """ISO 8601, as pandas writes it: P1DT2H3M4.5S."""
    sign, v = ("-", -v) if v.days < 0 else ("", v)
    hours, seconds = divmod(v.seconds, 3600)
    minutes, seconds = divmod(seconds, 60)
    parts = ".%06d" % v.microseconds if v.microseconds else ""
    return "%sP%dDT%dH%dM%d%sS" % (sign, v.days, hours, minutes, seconds, parts.rstrip("0"))


def number_text(v):
    """Its digits; a schema that asks for a number makes one of them."""
    text = str(v)
    if text.lstrip("-")[:1].isdigit():
        return text
    raise Refused("%s: give None, or a text" % text)


SIGNS = ((b"\x89PNG", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"),
         (b"RIFF", "audio/wav"), (b"OggS", "audio/ogg"), (b"ID3", "audio/mpeg"), (b"%PDF", "application/pdf"))


def media(v, mime=None):
    """Bytes: what they are is seen from how they begin."""
    import binascii
    data = bytes(v)
    if mime is None:
        mime = next((m for sign, m in SIGNS if data.startswith(sign)), "application/octet-stream")
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            mime = "image/webp"
    kind = mime.partition("/")[0]
    return {"type": kind if kind in ("image", "audio") else "file", "mime": mime,
            "data": binascii.b2a_base64(data, newline=False).decode()}


# ---- of numpy, pandas, matplotlib and Pillow ----------------------------------------------------------------

def numpy_scalar(v):
    kind = v.dtype.kind
    if kind in "mM" and str(v) == "NaT":
        return None
    if kind == "M":
        return str(v)
    if kind == "m":
        return v.astype("timedelta64[us]").item()
    return float(v) if kind == "f" else v.item()


def numpy_array(v):
    return v[()] if not v.ndim else list(v) if v.dtype.kind in "mMOV" else v.tolist()


def missing(v):
    try:
        return bool(v != v)
    except Exception:
        return False


def pandas_values(v):
    return [None if missing(x) else x for x in v]


def counts_rows(index):
    """Is it what a table has that was given no index?"""
    return type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1


def frame(v):
    """Records; an index that says something is a column of them."""
    if v.columns.nlevels > 1:
        raise Refused("a DataFrame with columns of several levels: "
                      "use df.columns = ['_'.join(map(str, c)) for c in df.columns]")
    if not v.columns.is_unique:
        raise Refused("a DataFrame with two columns of one name: rename them")
    if not counts_rows(v.index):
        v = v.reset_index()
    return [dict(zip(v.columns, pandas_values(row))) for row in v.itertuples(False, None)]


def series(v):
    """Its labels and values; labels of several levels, or that come twice, are columns of records."""
    if counts_rows(v.index):
        return pandas_values(v)
    if v.index.nlevels > 1 or not v.index.is_unique:
        return v.reset_index(name="value" if v.name is None else v.name)
    return dict(zip(v.index, pandas_values(v)))


def figure(v):
    import io
    file = io.BytesIO()
    v.savefig(file, format="png", dpi=min(v.dpi, 1568 / max(v.get_size_inches())))
    return media(file.getvalue())


def picture(v):
    import io
    file = io.BytesIO()
    v.save(file, "PNG")
    return media(file.getvalue())


# ---- the table ----------------------------------------------------------------------------------------------

LIST = "use list(...)"
# Classes, looked up along the bases: what makes a simpler value of one, None (it is null), or what it is and what
# to write instead. A name is that of the package and the class.
TABLE = {
    "builtins.tuple": list, "builtins.set": in_order, "builtins.frozenset": in_order, "builtins.range": array,
    "builtins.dict_keys": array, "builtins.dict_values": array, "builtins.dict_items": array,
    "builtins.odict_keys": array, "builtins.odict_values": array, "builtins.odict_items": array,
    "builtins.mappingproxy": mapping, "collections.deque": array, "array.array": array,
    "builtins.bytes": media, "builtins.bytearray": media, "builtins.memoryview": media,
    "datetime.date": isoformat, "datetime.time": isoformat, "datetime.timedelta": duration,
    "decimal.Decimal": number_text, "fractions.Fraction": number_text,
    "enum.Enum": own_value, "uuid.UUID": str, "pathlib.PurePath": str, "types.SimpleNamespace": members,
    "collections.UserString": str, "ipaddress.IPv4Address": str, "ipaddress.IPv6Address": str,
    "ipaddress.IPv4Network": str, "ipaddress.IPv6Network": str,
    "numpy.generic": numpy_scalar, "numpy.ndarray": numpy_array,
    "numpy.dtype": str,
    "pandas.DataFrame": frame, "pandas.Series": series, "pandas.Index": pandas_values,
    "pandas.ExtensionArray": pandas_values, "pandas.NaTType": None, "pandas.NAType": None,
    "pandas.Period": str, "pandas.Interval": str,
    "matplotlib.Figure": figure, "PIL.Image": picture,
    "builtins.map": "a map: " + LIST, "builtins.filter": "a filter: " + LIST, "builtins.zip": "a zip: " + LIST,
    "builtins.enumerate": "an enumerate: " + LIST, "builtins.reversed": "a reversed: " + LIST,
    "builtins.generator": "a generator: " + LIST,
    "builtins.async_generator": "an async generator: use [x async for x in ...]",
    "builtins.coroutine": "a coroutine: use await",
    "builtins.type": "a class: make an instance of it, or use its __name__",
    "builtins.module": "a module: use a value from it",
    "builtins.function": "a function: call it", "builtins.builtin_function_or_method": "a function: call it",
    "builtins.method": "a method: call it",
    "builtins.ellipsis": "Ellipsis (...): write the value", "builtins.NotImplementedType": "NotImplemented",
    "builtins.complex": "a complex number: use [z.real, z.imag] or str(...)",
    "builtins.slice": "a slice: use its start and stop",
    "builtins.BaseException": "an exception: use str(...)",
    "re.Match": "a match: use .group() or .groups()", "re.Pattern": "a pattern: use .pattern",
}
SHOWN_AS_DATA = (array, mapping, own_value, members)


def with_article(name):
    return ("an " if name[:1] in "aeiouAEIOU" else "a ") + name


def behave(v, kind):
    """What other objects are by what they can do."""
    if callable(getattr(v, "read", None)):
        raise Refused("a stream: use %s.read()" % ("stdin" if getattr(v, "name", None) == "<stdin>" else ""))
    if hasattr(kind, "__next__"):
        raise Refused("an iterator (%s): %s" % (kind.__name__, LIST))
    if hasattr(kind, "__await__"):
        raise Refused("%s: use await" % with_article(kind.__name__))
    if callable(v):
        raise Refused("%s: call it" % with_article(kind.__name__))
    from collections.abc import Mapping, Sequence, Set
    for base, convert in (Mapping, mapping), (Sequence, array), (Set, array):
        if issubclass(kind, base):
            return convert
    raise Refused("of class %s, which JSON does not have: use str(...) or a dict of its fields" % kind.__name__)


def rule_of(v):
    """What makes a simpler value of v, or None: v is null."""
    kind = type(v)
    if kind is Handle:
        return lambda v: v._given
    if issubclass(kind, tuple) and hasattr(kind, "_fields") and hasattr(kind, "_asdict"):
        return named
    if hasattr(kind, "__dataclass_fields__"):
        return lambda v: {name: getattr(v, name) for name, field in kind.__dataclass_fields__.items()
                          if field._field_type.name == "_FIELD"}
    if hasattr(kind, "__attrs_attrs__"):
        return lambda v: {field.name: getattr(v, field.name) for field in kind.__attrs_attrs__}
    if hasattr(kind, "model_fields") and hasattr(kind, "model_dump"):
        return kind.model_dump
    for base in kind.__mro__[:-1]:
        name = str(base.__module__).partition(".")[0] + "." + base.__qualname__
        if name in TABLE:
            rule = TABLE[name]
            if isinstance(rule, str):
                raise Refused(rule)
            return rule
    return behave(v, kind)


def simpler(v):
    rule = rule_of(v)
    return None if rule is None else rule(v)


# ---- the walk -----------------------------------------------------------------------------------------------

class Walk:
    """Through a value whose place is `place`: "argument 'x'"."""

    def __init__(self, place):
        self.place, self.steps, self.within = place, [], []

    def refuse(self, what, verb="is"):
        place, path = self.place, "".join(self.steps)
        if len(path) > 120:
            path = path[:60] + "..." + path[-50:]
        if path and place[-1:] == "'":
            place, path = place[:-1], path + "'"
        raise Refused("%s%s %s %s" % (place, path, verb, what))

    def scalar(self, v):
        """v as exactly str, int, float or bool; the walk itself for anything else."""
        if v is None or v is True or v is False:
            return v
        if isinstance(v, str):
            v = str.__str__(v)
            if not v.isascii():
                try:
                    v.encode()
                except UnicodeEncodeError:
                    self.refuse("text with a lone surrogate: use .encode('utf-8', 'replace').decode()")
            return v
        if isinstance(v, int):
            return int.__index__(v)
        if isinstance(v, float):
            v = float.__float__(v)
            if v - v != 0:
                self.refuse("%r, which JSON does not have: use None, or a text" % v)
            return v
        return self

    def convert(self, v):
        flat = self.scalar(v)
        if flat is not self:
            return flat
        if len(self.within) >= LEVELS:
            self.refuse("nested more than %d levels deep" % LEVELS)
        if any(v is outer for outer in self.within):
            self.refuse("a value that contains itself")
        self.within.append(v)
        if isinstance(v, dict):
            made = self.dict_of(v)
        elif isinstance(v, list):
            made = self.list_of(v)
        else:
            try:
                made = simpler(v)
            except Refused as e:
                self.refuse(e.args[0])
            made = self.convert(made)
        self.within.pop()
        return made

    def list_of(self, v):
        made = []
        self.steps.append("")
        for i, x in enumerate(v):
            self.steps[-1] = "[%d]" % i
            made.append(self.convert(x))
        self.steps.pop()
        return made

    def dict_of(self, v):
        made = {}
        self.steps.append("")
        for k, x in v.items():
            self.steps[-1] = ""
            name = self.key(k)
            if name in made:
                self.refuse("two keys that JSON writes as %r: rename one" % name, "has")
            self.steps[-1] = "." + name if len(name) <= 60 else ".%s..." % name[:60]
            made[name] = self.convert(x)
        self.steps.pop()
        return made

    def key(self, k):
        """As json.dumps writes it; what becomes text or a number by the table too."""
        if type(k) is str and k.isascii():
            return k
        given = k
        while not isinstance(k, (list, dict)):
            flat = self.scalar(k)
            if flat is not self:
                if flat is None or isinstance(flat, bool):
                    return {None: "null", True: "true", False: "false"}[flat]
                return flat if isinstance(flat, str) else repr(flat)
            try:
                k = simpler(k)
            except Refused as e:
                break
        self.refuse("the key %.60r, and keys of JSON are text: use str(...)" % (given,), "has")


def plain(v, place):
    """v as JSON has it, or Refused."""
    return Walk(place).convert(v)


def arguments(name, values):
    """Those of a call, by name."""
    return {key: plain(v, "%s(): argument '%s'" % (name, key)) for key, v in values.items()}


def answer(v):
    """An answer as JSON has it, and its text."""
    data = plain(v, "the answer")
    try:
        as_data = rule_of(v) in SHOWN_AS_DATA if type(v) not in (str, int, float, bool, list, dict) else False
    except Refused:
        as_data = False  # of a kind that JSON has
    return data, str(data if as_data else v)
