from smolagents import Tool, tool


@tool
def f(a: str) -> str:
    """Says.

    Args:
        a: one (choices: ['x', 'y'])
    """
    return a
# 10 5: tool 'f': its parameter 'a': its choices are no JSON list; write them as (choices: ["a", "b"])
