"""Values as JSON can say them, for the host, and as it has said them."""
import builtins
import json

VALUE_MAX = 16 << 20  # bytes of JSON of one value
TEXT_MAX = VALUE_MAX // 6  # characters of a text: JSON may write six bytes for one
DEPTH_MAX = 80  # of a value's nesting
TOO_LARGE = "larger than the 16 MiB that a value may have to leave the sandbox"


def from_base64(text):
    import binascii
    return binascii.a2b_base64(text)


def rows_of(v):
    """Arrays and tables of other packages as plain data, None for anything else."""
    package = (type(v).__module__ or "").partition(".")[0]
    if package == "numpy":
        if hasattr(v, "tolist"):
            return "ndarray", v.tolist()
    elif package == "pandas":
        name = type(v).__name__
        if name == "DataFrame":
            return name, dict(v.to_dict("split"))
        if name in ("Series", "Index", "RangeIndex", "DatetimeIndex"):
            return "Series", v.tolist()
    return None


def plain(v, tagged, path=()):
    """`v` as JSON can say it. Tagged: so that it can be made again, else as one would read it:
    sequences and sets as lists, other things as their str()."""
    kind = type(v)
    if v is None or kind in (bool, int, str):
        return v
    if isinstance(v, float):
        finite = v - v == 0
        return float(v) if finite else tag("float", repr(v)) if tagged else repr(float(v))
    if isinstance(v, (int, str)):
        return int(v) if isinstance(v, int) else str(v)
    if isinstance(v, (list, tuple, dict, set, frozenset)):
        return plain_container(v, kind, tagged, path)
    if hasattr(kind, "__dataclass_fields__"):
        import dataclasses
        if id(v) in path:
            raise ValueError("a value contains itself")
        members = {f.name: getattr(v, f.name) for f in dataclasses.fields(v)}
        return plain_container(members, dict, tagged, path + (id(v),))
    rows = rows_of(v)
    if rows is None:
        return tagged_scalar(v) if tagged else untagged_scalar(v)
    data = plain(rows[1], False, path)
    rebuilt = tagged and isinstance(data, (list, dict))
    return dict(tag(rows[0], data), text=str(v)) if rebuilt else data


def plain_container(v, kind, tagged, path):
    if id(v) in path:
        raise ValueError("a value contains itself")
    if len(path) >= DEPTH_MAX:
        return str(v)
    path += (id(v),)
    if isinstance(v, dict):
        return {k if type(k) is str else key_text(k): plain(x, tagged, path)
                for k, x in v.items()}
    items = [plain(x, tagged, path) for x in v]
    return tag(kind.__name__, items) if tagged and kind in (tuple, set, frozenset) else items


def key_text(k):
    return json.dumps(k) if k is None or isinstance(k, bool) else str(k)


def tag(kind, value):
    return {"$type": kind, "value": value}


def tagged_scalar(v):
    kind = type(v).__name__
    if isinstance(v, (bytes, bytearray)):
        import binascii
        return tag(kind, binascii.b2a_base64(v, newline=False).decode())
    if kind == "complex":
        return tag(kind, [v.real, v.imag])
    if type(v).__module__ == "datetime" and hasattr(v, "isoformat"):
        return tag(kind, v.isoformat())
    return tag(kind, str(v)) if kind in ("Decimal", "Fraction") else str(v)


def untagged_scalar(v):
    return str(v.isoformat() if hasattr(type(v), "isoformat") else v)


def untag(members):
    kind = members.get("$type")
    if kind is None or "value" not in members:
        return members
    value = members["value"]
    if kind in ("tuple", "set", "frozenset", "float"):
        return getattr(builtins, kind)(value)
    if kind in ("bytes", "bytearray"):
        return getattr(builtins, kind)(from_base64(value))
    if kind == "complex":
        return complex(*value)
    if kind in ("datetime", "date", "time"):
        import datetime
        return getattr(datetime, kind).fromisoformat(value)
    if kind in ("Decimal", "Fraction"):
        import decimal
        import fractions
        return {"Decimal": decimal.Decimal, "Fraction": fractions.Fraction}[kind](value)
    return remake(kind, value, members)


def remake(kind, value, members):
    try:
        if kind == "ndarray":
            import numpy
            return numpy.array(value)
        if kind == "DataFrame":
            import pandas
            return pandas.DataFrame(**value)
        if kind == "Series":
            import pandas
            return pandas.Series(value)
    except ImportError:
        return value
    return members


def from_json(text_or_value):
    text = json.dumps(text_or_value)
    return json.loads(text, object_hook=untag) if '"$type"' in text else text_or_value


def too_large(v):
    return len(json.dumps(v)) > VALUE_MAX
