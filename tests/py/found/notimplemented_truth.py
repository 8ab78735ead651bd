# NotImplemented has a __bool__ of its own, which warns.
import warnings

print(hasattr(NotImplemented, '__bool__'), '__bool__' in dir(NotImplemented), hasattr(..., '__bool__'))
for f in (lambda: NotImplemented.__bool__(), lambda: bool(NotImplemented), lambda: not NotImplemented,
          lambda: 1 if NotImplemented else 2, lambda: type(NotImplemented).__bool__(NotImplemented)):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        print(f(), [(w.category.__name__, str(w.message)) for w in seen])
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        try:
            f()
        except DeprecationWarning as e:
            print('raised', e)
