from smolagents import Tool, tool


@tool
def f(a: str) -> str:
    """Says.

    Args:
        a: it
    """
    import requests
    return requests.get(a).text
# 10 11: requests needs the grant http; --tool-file not_granted.py:http gives it
