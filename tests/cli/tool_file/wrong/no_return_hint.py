from smolagents import Tool, tool


@tool
def f(a: int):
    """Joins.

    Args:
        a: one
    """
    return a
# 10 5: tool 'f' has no type hint of what it returns; write -> str, or the type that it returns, before the colon
