from smolagents import Tool, tool


class F(Tool):
    name = "f"
    description = "Says."
    inputs = {"a": {"type": "string", "description": "it"}}
    output_type = "text"

    def forward(self, a) -> str:
        return a
# 10 8: tool 'f': there is no output_type 'text'; it is one of string, boolean, integer, number, image, audio, array, object, any, null
