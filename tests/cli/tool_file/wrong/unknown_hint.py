from smolagents import Tool, tool


@tool
def f(a: "Frame") -> str:
    """Says.

    Args:
        a: a table
    """
    return str(a)
# 10 5: tool 'f': its type hints cannot be read: name 'Frame' is not defined; define or import the names in them above it
