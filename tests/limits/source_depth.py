# Source nested too deeply is an error of the program, not of the process.
for source in ("(" * 5000 + ")" * 5000, "[" * 100000, "-" * 200000 + "1", "x" + ".y" * 200000,
               "lambda:" * 50000 + "1", "not " * 100000 + "1", "1" + "+1" * 200000):
    try:
        compile(source, "deep", "eval")
        print("compiled")
    except (SyntaxError, MemoryError, RecursionError) as e:
        print("refused")
