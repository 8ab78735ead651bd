from smolagents import Tool, tool


@tool
def f(a: str) -> str
    """Says."""
    return a
# 10 5: SyntaxError: expected ':'; correct the line
