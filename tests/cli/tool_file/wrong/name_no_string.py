from smolagents import Tool, tool


class F(Tool):
    description = "Says."
    name = 3
    inputs = {}
    output_type = "string"

    def forward(self) -> str:
        return "f"
# 10 6: class F: its name is a int; make it a string
