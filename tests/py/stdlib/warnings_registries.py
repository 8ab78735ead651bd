# What is shown once, by line, module or text, and where the modules' registries keep it.
import warnings
warnings.simplefilter('once')
def show(*a, **k): print('shown', a[0], a[3])
warnings.showwarning=show
a={'__name__':'a'}; b={'__name__':'b'}
for d in (a,b,a): exec("import warnings\nwarnings.warn('x')\nwarnings.warn('x')", d)
print(a['__warningregistry__'], b['__warningregistry__'])
warnings.simplefilter('default')
for d in (a,b,a): exec("import warnings\nwarnings.warn('x')\nwarnings.warn('x')", d)
print(a['__warningregistry__'], b['__warningregistry__'], warnings.onceregistry)
warnings.simplefilter('module')
for d in (a,b,a): exec("import warnings\nwarnings.warn('x')\nwarnings.warn('x')", d)
print(a['__warningregistry__'], b['__warningregistry__'])
warnings.simplefilter('always')
for d in (a,b,a): exec("import warnings\nwarnings.warn('x')\nwarnings.warn('x')", d)
print(a['__warningregistry__'], b['__warningregistry__'])
warnings.simplefilter('error')
r={}
try: warnings.warn_explicit('x',UserWarning,'f',3,registry=r)
except Warning: print(r)
try: warnings.warn_explicit('x',UserWarning,'f',3,registry=3)
except TypeError as e: print(e)
try: warnings.warn_explicit('x',UserWarning,'f',3,module_globals=3)
except TypeError as e: print(e)
try: warnings.warn_explicit('x',None,'f',3)
except TypeError as e: print(e)
try: warnings.warn_explicit('x',UserWarning,None,3)
except TypeError as e: print(e)
warnings.showwarning=3
warnings.simplefilter('always')
try: warnings.warn('x')
except TypeError as e: print(e)
warnings.filters.insert(0,('huh',None,Warning,None,0))
try: warnings.warn('x')
except RuntimeError as e: print(e)
try:
    warnings.catch_warnings(record=True).__exit__()
except RuntimeError as e: print(e)
print(warnings.catch_warnings(record=True,module=warnings))

warnings.showwarning = show
warnings.filters[:] = [('always', None, Warning, None, 0)]
kept = warnings.filters
with warnings.catch_warnings(record=True) as w:
    print(warnings.filters is kept, warnings.filters == kept)
    warnings.warn('a')
    del warnings.filters
    warnings.warn('b')
    print([str(x.message) for x in w])
print(warnings.filters is kept, warnings.showwarning is show)
print(warnings.__all__)
warnings.resetwarnings()
warnings.defaultaction = 'ignore'
warnings.warn('c')
warnings.defaultaction = 'default'
warnings.warn('d')
