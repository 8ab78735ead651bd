from smolagents import Tool, tool


class F(Tool):
    name = "get weather"
    description = "Says."
    inputs = {}
    output_type = "string"

    def forward(self) -> str:
        return "f"
# 10 5: tool 'get weather': its name 'get weather' is no Python name; take letters, digits and _, and no keyword
