"""Begins the text that `python3 -c` gets as a worker; behind it stands a call of _load() with all
parts of the worker, in the order of WORKER in the Makefile (exec/proto/scripts.c writes it)."""
import sys


def _load(parts):
    """Each part becomes a module of a package that is there while they are loaded: a part imports
    from those before it, and code that the worker runs finds none of them. All have the name
    __main__, as if they were one program. The answer is what runs the worker."""
    module, spec = type(sys), type(sys.__spec__)
    package = module("_worker")
    # Frames with such globals are the worker's. They are held, so that their numbers stay theirs.
    package.namespaces = namespaces = {id(globals()): globals()}
    sys.modules["_worker"] = package
    for file, text in parts:
        name, part = file[:-3], module("__main__")
        part.__spec__ = spec("_worker." + name, None)
        namespaces[id(vars(part))] = vars(part)
        exec(compile(text, "<worker/%s>" % file, "exec"), vars(part))
        sys.modules["_worker." + name] = part
        setattr(package, name, part)
    for name in ["_worker"] + ["_worker." + file[:-3] for file, text in parts]:
        del sys.modules[name]
    return package.start.serve


