from smolagents import Tool, tool


@tool
def f(a: int,
      second: int) -> int:
    """Adds.

    Args:
        a: one
        secnd: two
    """
    return a + second
# 10 6: tool 'f': its parameter 'second' is not described in the docstring; add a line "second: what it is" to its section "Args:"
