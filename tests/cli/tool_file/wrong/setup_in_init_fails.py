from smolagents import Tool, tool


class F(Tool):
    name = "f"
    description = "Says."
    inputs = {}
    output_type = "string"

    def __init__(self):
        self.port = int("http")

    def forward(self) -> int:
        return self.port
# 11 11: the file does not start: ValueError: invalid literal for int() with base 10: 'http'
