from smolagents import Tool, tool


class F(Tool):
    name = "f"
    description = "Says."
    inputs = {"a": {"type": "string", "description": "it"}}
    output_type = "string"

    def forward(self, text: str) -> str:
        return text
# 10 10: tool 'f': forward() takes text, its inputs are a; name the same in both
