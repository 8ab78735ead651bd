# Code compiled to be typed at a prompt shows the value of every expression statement of the module,
# however deep, and of no function or class.
exec(compile("for i in range(2):\n  if 1:\n    i\n", "", "single"))
exec(compile("class A:\n  5\n  x = 3\n", "", "single"))
exec(compile("def f():\n  6\n  return 3\n", "", "single"))
exec(compile("f(); None; 2; 'a'\n", "", "single"))
exec(compile("""if 1:
  while 1:
    try:
      7
    finally:
      8
    break
""", "", "single"))
exec(compile("with open.__class__ and __import__('contextlib').nullcontext(9) as n:\n  n\n", "", "single"))
print(_)
for bad in ("1\n2\n", "", "x = 1\ny = 2\n", "if 1:\n  1\n2\n", "if 1: 1\n\n2\n", "1 # c\n# d\n3",
            "def f(): pass\n@x\ndef g(): pass\n", "if 1:\n 1\nelse: 2\n3"):
    try:
        compile(bad, "typed", "single")
    except SyntaxError as e:
        print(repr(bad), e.msg, e.lineno, e.offset)
