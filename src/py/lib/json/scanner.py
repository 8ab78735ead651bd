# Module json.scanner: what reads one value of a document, for a decoder of the program's.
from json import JSONDecodeError, _scan

__all__ = ['make_scanner']


def py_make_scanner(context):
    """A function of (text, index) that gives a value and the index after it."""
    def scan_once(string, idx):
        try:
            return _scan(string, idx, context.strict, context.object_hook, context.object_pairs_hook,
                         context.parse_float, context.parse_int, context.parse_constant)
        except JSONDecodeError as e:
            if e.msg == 'Expecting value' and e.pos == idx:
                raise StopIteration(idx) from None
            raise
    return scan_once


c_make_scanner = None
make_scanner = py_make_scanner
