from smolagents import Tool, tool


@tool
def f(a: int) -> int:
    """
    Args:
        a: one
    """
    return a
# 10 5: tool 'f': its docstring does not say what it does; begin it with a sentence that does, before "Args:"
