from smolagents import Tool, tool


@tool
async def f(a: str) -> str:
    """Says.

    Args:
        a: it
    """
    return a
# 10 5: tool 'f' is async; write def; a file runs one call at a time
