# Module linecache: lines of source by number. Files are those that open() gives.
__all__ = ['getline', 'clearcache', 'checkcache', 'lazycache']

cache = {}  # file name -> (size, time, lines, full name), or a 1-tuple of what gives the text


def getline(filename, lineno, module_globals=None):
    """That line with its end; '' where there is none."""
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ''


def getlines(filename, module_globals=None):
    """All lines, each with its end; those kept are not read anew."""
    match cache.get(filename):
        case _, _, lines, _:
            return lines
    try:
        return updatecache(filename, module_globals)
    except MemoryError:
        cache.clear()  # perhaps that makes room for others
        return []


def clearcache():
    cache.clear()


def checkcache(filename=None):
    """Files cannot change here, nor can what is kept of them be old; what was lost is read again."""


def _no_file(filename):
    return not filename or filename.startswith('<') and filename.endswith('>')


def updatecache(filename, module_globals=None):
    entry = cache.pop(filename, None)
    if _no_file(filename):
        return []
    if entry is not None or lazycache(filename, module_globals):
        source = (entry or cache.pop(filename))[0]
        try:
            text = source()
        except (ImportError, OSError):
            text = None
        if text is None:
            return []
        return _keep(filename, text)
    try:
        import tokenize
        with tokenize.open(filename) if hasattr(tokenize, 'open') else open(filename) as file:
            text = file.read()
    except (OSError, UnicodeDecodeError, SyntaxError):
        return []
    return _keep(filename, text)


def _keep(filename, text):
    lines = [line + '\n' for line in text.splitlines()]
    cache[filename] = len(text), None, lines, filename
    return lines


def lazycache(filename, module_globals):
    """Notes who can give the text of that file; whether there is somebody."""
    if filename not in cache and module_globals and not _no_file(filename):
        spec = module_globals.get('__spec__')
        name = getattr(spec, 'name', None) or module_globals.get('__name__')
        loader = getattr(spec, 'loader', None) or module_globals.get('__loader__')
        give = getattr(loader, 'get_source', None)
        if name and give:
            cache[filename] = lambda: give(name),
    return len(cache.get(filename, ())) == 1
