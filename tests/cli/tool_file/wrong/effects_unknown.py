from smolagents import Tool, tool


@tool(effects="harmless")
def f(a: str) -> str:
    """Says.

    Args:
        a: it
    """
    return a
# 10 5: tool 'f': effects are 'harmless'; write 'pure', or those of reads, writes and network that there are, with commas
