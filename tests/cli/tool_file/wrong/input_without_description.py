from smolagents import Tool, tool


class F(Tool):
    name = "f"
    description = "Says."
    inputs = {"a": {"type": "string"}}
    output_type = "string"

    def forward(self, a) -> str:
        return a
# 10 7: tool 'f': its input 'a' is not whole; write "a": {"type": "string", "description": "what it is"}
