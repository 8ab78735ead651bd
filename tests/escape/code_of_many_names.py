# skip: gcstress deep or large on purpose
# Functions with more variables, arguments or constants than code can name: an error, never other code.
def attempt(source):
    try: exec(source, {})
    except (NotImplementedError, SyntaxError, NameError) as e: return type(e).__name__
    return "fine"
def rows(n, form): return "".join(form.format(i) for i in range(n))
for n in (65537,):
    print(n, attempt("def f():\n" + rows(n, " v{0}={0}\n") + f" return v0, v{n - 1}\nprint(f())"))
for n in (65600,):
    print(n, attempt("def f(" + rows(n, "v{0},") + "): return v0"), attempt("def f(*, " + rows(n, "v{0}=1,") + "): return v0"),
          attempt("print(" + rows(n, "v{0},") + ")"), attempt("class C:\n" + rows(n, " v{0}={0}\n")), attempt("f(" + rows(n, "a{0}=1,") + ")"))
