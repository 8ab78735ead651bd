from smolagents import Tool, tool


@tool
def f(a: str) -> str:
    """Says.

    Args:
        a: it
    """
    return a


class F(Tool):
    name = "f"
    description = "Says."
    inputs = {}
    output_type = "string"

    def forward(self) -> str:
        return "f"
# 10 15: there are two tools 'f', the other in line 5; give one of them another name
