from smolagents import Tool, tool


class F(Tool):
    name = "f"
    inputs = {}
    output_type = "string"

    def forward(self) -> str:
        return "f"
# 10 4: tool 'f' has no description; set the attribute description, a string, in the class
