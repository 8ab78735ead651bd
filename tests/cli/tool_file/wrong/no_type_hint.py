from smolagents import Tool, tool


@tool
def f(a: int, b) -> str:
    """Joins.

    Args:
        a: one
        b: two
    """
    return f"{a}{b}"
# 10 5: tool 'f': its parameter 'b' has no type hint; write b: str, or the type that it is of
