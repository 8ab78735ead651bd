from smolagents import Tool, tool


class F(Tool):
    name = "f"
    description = "Says."
    inputs = {"a": {"type": "str", "description": "it"}}
    output_type = "string"

    def forward(self, a) -> str:
        return a
# 10 7: tool 'f': its input 'a' has the type 'str'; it is one of string, boolean, integer, number, image, audio, array, object, any, null
