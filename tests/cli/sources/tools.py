# Tools of a file, for ../sources.bats.
from smolagents import tool


@tool
def convert(amount: float, to: str = "usd") -> float:
    """Converts euros.

    Args:
        amount: how many
        to: the currency (choices: ["usd", "chf"])
    """
    if amount < 0:
        raise ZeroDivisionError(f"{amount} cannot be converted")
    return amount * {"usd": 1.25, "chf": 0.5}[to]


@tool
def draw() -> bytes:
    """Draws a picture."""
    import base64
    return base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
