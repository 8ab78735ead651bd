# Module keyword: the reserved words of Python.
kwlist = ('False None True and as assert async await break class continue def del elif else '
          'except finally for from global if import in is lambda nonlocal not or pass raise '
          'return try while with yield').split()
softkwlist = '_ case match type'.split()
iskeyword, issoftkeyword = frozenset(kwlist).__contains__, frozenset(softkwlist).__contains__

__all__ = ['iskeyword', 'issoftkeyword', 'kwlist', 'softkwlist']
