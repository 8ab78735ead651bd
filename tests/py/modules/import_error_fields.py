# What an ImportError tells: what was taken from which module, by keyword as well.
try: from json import absent
except ImportError as e: print(e.name, e.name_from, e.msg[:38])
try: import absent
except ImportError as e: print(e.name, e.name_from, e.path, e.msg)
e = ImportError('text', name='n', path='p', name_from='f')
print(e.name, e.path, e.name_from, e.args, e.__reduce__())
del e.name_from
print(e.name_from, ImportError('x', name_from='y').__reduce__(), 'name_from' in dir(ImportError))
for kw in ({'name_form': 1}, {'more': 4}):
    try: ImportError('x', **kw)
    except TypeError as e: print(e)
try: NameError('x', name_from=1)
except TypeError as e: print(e)
