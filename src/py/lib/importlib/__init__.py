# Package importlib: importing by a name known at run time. Modules are part of the program, so there
# are no finders, loaders or files behind them, and none is loaded a second time.
import sys


def import_module(name, package=None):
    """The module of that name; one that begins with dots is seen from the package."""
    if name.startswith('.'):
        if not package:
            raise TypeError("the 'package' argument is required to perform a relative import for "
                            f'{name!r}')
        name = _resolve(name, package)
    sys._import(name)
    return sys.modules[name]


def _resolve(name, package):
    level = len(name) - len(name.lstrip('.'))
    parts = package.rsplit('.', level - 1)
    if len(parts) < level:
        raise ImportError('attempted relative import beyond top-level package')
    return f'{parts[0]}.{name[level:]}' if name[level:] else parts[0]


def invalidate_caches():
    """There are no caches of finders here."""


def reload(module):
    """Refused: a module is never loaded again."""
    raise NotImplementedError('importlib.reload: modules are loaded once here')
