from smolagents import Tool, tool


@tool
@tool
def f(a: str) -> str:
    """Says.

    Args:
        a: it
    """
    return a
# 10 6: tool 'f' has @tool twice; leave one of them out
