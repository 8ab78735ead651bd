def f(a: str) -> str:
    return a
# 10 0: there is no tool in the file; put @tool before a function, or write a subclass of Tool
