from .. import b
from ..a import NAME
from . import leaf
try:
    from .... import x
except ImportError as e: print(e)
try:
    from .nothere import x
except ImportError as e: print(type(e).__name__, e, e.name)
