"""Values for the host and from it. What leaves for others goes by the table of _values.py; the value of a cell, which
may come back as a variable, is tagged where JSON has no word for what it is."""
import builtins
import json

from . import _values as table

VALUE_MAX = 16 << 20  # bytes of JSON of one value
TEXT_MAX = VALUE_MAX // 6  # characters of a text: JSON may write six bytes for one
TOO_LARGE = "larger than the 16 MiB that a value may have to leave the sandbox"


def crossing(convert, *given):
    """What a function of the table makes; what it refuses is an error of the code."""
    try:
        return convert(*given)
    except table.Refused as e:
        raise TypeError(str(e)) from None


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


def tagged(v, levels=table.LEVELS):
    """`v` as JSON can say it, so that it can be made again; what cannot be is as the table has it."""
    kind = type(v)
    if v is None or kind in (bool, int, str):
        return v
    if not levels:
        raise ValueError("nested too deeply")
    if isinstance(v, float):
        return float(v) if v - v == 0 else tag("float", repr(v))
    if type(v) is table.Handle:
        return v._given
    if isinstance(v, dict):
        return {k if type(k) is str else table.Walk("").key(k): tagged(x, levels - 1) for k, x in v.items()}
    if kind in (list, tuple, set, frozenset):
        items = [tagged(x, levels - 1) for x in v]
        return items if kind is list else tag(kind.__name__, items)
    rows = rows_of(v)
    if rows is None:
        return tagged_scalar(v)
    data = table.plain(rows[1], "the value")
    return dict(tag(rows[0], data), text=str(v)) if isinstance(data, (list, dict)) else data


def tag(kind, value):
    return {"$type": kind, "value": value}


def tagged_scalar(v):
    kind = type(v).__name__
    if isinstance(v, (bytes, bytearray)):
        import binascii
        return tag(kind, binascii.b2a_base64(v, newline=False).decode())
    if kind == "complex":
        return tag(kind, [v.real, v.imag])
    if type(v).__module__ == "datetime" and kind in ("datetime", "date", "time"):
        return tag(kind, v.isoformat())
    return tag(kind, str(v)) if kind in ("Decimal", "Fraction") else table.plain(v, "the value")


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


def from_json(value):
    text = json.dumps(value)
    if '"$type"' in text:
        value = json.loads(text, object_hook=untag)
    return table.received(value) if '"handle"' in text else value


def too_large(v):
    return len(json.dumps(v)) > VALUE_MAX
