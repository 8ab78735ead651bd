# Source with a NUL is of no file and of no line; bytes that are no UTF-8 are of a line.
for source in ("1\0", b"x = 1\0\n"):
    for take in (lambda: compile(source, "<step 1>", "exec"), lambda: eval(source), lambda: exec(source)):
        try:
            take()
        except SyntaxError as e:
            print(e, e.args, e.filename, e.lineno)
try:
    compile(b"x = 1\ny = '\xff'\n", "place.py", "exec")
except SyntaxError as e:
    print(str(e).rpartition("(")[2], e.filename, e.lineno, e.end_lineno)
