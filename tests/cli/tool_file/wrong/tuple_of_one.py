from smolagents import Tool, tool


@tool
def f(a: tuple[int, ...]) -> str:
    """Says.

    Args:
        a: numbers
    """
    return str(a)
# 10 5: tool 'f': its parameter 'a': a tuple of one type says too little; write list[int]
