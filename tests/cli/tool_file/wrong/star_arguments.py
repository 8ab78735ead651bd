from smolagents import Tool, tool


@tool
def f(*words: str) -> str:
    """Joins.

    Args:
        words: all
    """
    return " ".join(words)
# 10 5: tool 'f' takes 'words', which calls cannot name; give every parameter a name of its own, without *, ** and /
