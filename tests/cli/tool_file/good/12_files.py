# grants: files
from pathlib import Path

from smolagents import tool


@tool
def note(text: str) -> list:
    """Keeps a note.

    Args:
        text: what it says
    """
    path = Path("notes.txt")
    lines = path.read_text().splitlines() if path.exists() else []
    path.write_text("\n".join(lines + [text]))
    return lines + [text]


@tool
def draw() -> bytes:
    """Draws a picture."""
    import base64
    return base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
# call: note("one") -> ['one']
# call: note("two") -> ['one', 'two']
# call: str(draw()) -> 'image-1 (png, 1x1, 70 bytes)'
