# Names that a module gets when somebody asks for them: parts that few programs want, in modules of their own, and
# what programs reach through a module because CPython's imports it.


def names(namespace, /, **sources):
    """A __getattr__ for the module of that namespace. The sources are modules, by name; one whose name is that
    of the module is the value itself."""
    def __getattr__(name):
        if name not in sources:
            raise AttributeError(f'module {namespace["__name__"]!r} has no attribute {name!r}')
        source = __import__(sources[name])
        namespace[name] = value = source if sources[name] == name else getattr(source, name)
        return value
    return __getattr__
