from smolagents import Tool, tool


class F(Tool):
    name = "f"
    description = "Says."
    inputs = {"a": {"type": "string", "description": "it"}}
    output_type = "string"

    def forward(self, a: str = "x") -> str:
        return a
# 10 10: tool 'f': forward() and inputs do not agree whether 'a' may be left out; add "nullable": True to the input 'a'
