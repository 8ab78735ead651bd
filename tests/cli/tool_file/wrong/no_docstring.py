from smolagents import Tool, tool


@tool
def f(a: int) -> int:
    return a
# 10 5: tool 'f' has no docstring; say what it does, and describe each parameter in a section "Args:"
