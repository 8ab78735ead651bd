# Module importlib.util: is a module there?
import sys
from importlib import _resolve


class ModuleSpec:
    """What is known of a module: its name."""

    def __init__(self, name):
        self.name = name
        self.loader = self.origin = self.submodule_search_locations = self.cached = None
        self.parent = name.rpartition('.')[0]
        self.has_location = False

    def __repr__(self):
        return f'ModuleSpec(name={self.name!r}, loader=None)'


def resolve_name(name, package):
    """The full name of a module that is named by dots, seen from a package."""
    if not name.startswith('.'):
        return name
    if not package:
        raise ImportError(f"no package specified for {name!r} (required for relative module names)")
    return _resolve(name, package)


def find_spec(name, package=None):
    """The specification of a module, or None when it is not there or may not be imported.

    As nothing but importing tells which, a module that is there is imported.
    """
    name = resolve_name(name, package) if name.startswith('.') else name
    if name not in sys.modules:
        try:
            sys._import(name)
        except ImportError:
            if name.rpartition('.')[0] and find_spec(name.rpartition('.')[0]) is None:
                raise ModuleNotFoundError(f"No module named {name.rpartition('.')[0]!r}",
                                          name=name.rpartition('.')[0]) from None
            return None
    return ModuleSpec(name)


def module_from_spec(spec):
    """The module of a specification."""
    sys._import(spec.name)
    return sys.modules[spec.name]
