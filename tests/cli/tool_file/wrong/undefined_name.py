from smolagents import Tool, tool


@tool
def f(a: str) -> str:
    """Says.

    Args:
        a: it
    """
    b = [x for x in a]
    return np.sum(b)
# 10 12: tool 'f' uses 'np', which nothing defines; define or import it in the file, or make it a parameter
