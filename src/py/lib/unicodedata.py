"""The Python part of module unicodedata."""
from _later import names as _later

__getattr__ = _later(globals(), UCD='_unicodedata_320', ucd_3_2_0='_unicodedata_320')
