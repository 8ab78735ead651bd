from smolagents import Tool, tool


@tool
def print(a: str) -> str:
    """Prints.

    Args:
        a: it
    """
    return a
# 10 5: tool 'print': Python has a builtin of that name, which code uses; give it another name
