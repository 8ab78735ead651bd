# text and place of syntax errors: with the newline, but for those of the tokenizer; an empty text has line 0
for s in '', '\n', '#', '\n\n', '# c\n':
    for m in 'eval', 'exec', 'single':
        try: compile(s, 'f', m); print(repr(s), m, 'ok')
        except SyntaxError as e: print(repr(s), m, type(e).__name__, e.args)
for s in 'a b', 'a b\n', 'x=1\na b\n', 'x=1\na b', 'x = (1,\n2', 'if 1:\npass\n', 'def f(:\n  pass\n', '"abc', "'''abc\n\n", '1 +\n\n', 'f"{a b}"\n', 'f"{"', 'for x in y:\n  a b\n', 'a\nb c\nd\n', ' x\n', 'x\n  y\n', '\u00e9 = 1 2\n', 'x = 5 $ 3\n', '0777\n', '1a\n', 'x = "\\N{foo}"\n', 'lambda: (yield)\n+', 'del f()\n','x\r\na b\r\n', 'a b;', 'a b # c\n', '\ufeffa b\n':
    for m in 'eval', 'exec', 'single':
        try: compile(s, 'f', m); print(repr(s), m, 'ok')
        except (SyntaxError, ValueError) as e: print(repr(s), m, type(e).__name__, e.args)
for s in '"\\\n"(1 for c in I,\\\n\\', 'f(1 for c in I,\\\n\\\n', 'f(1 for c in I, x)', 'f(1 for c in I,)', 'f(x, 1 for c in I)':
    try: compile(s, 'f', 'exec'); print('ok')
    except SyntaxError as e: print(repr(s), e.args[0], e.args[1][:3])
