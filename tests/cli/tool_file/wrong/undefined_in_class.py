from smolagents import Tool, tool


class F(Tool):
    name = "f"
    description = "Says."
    inputs = {"a": {"type": "string", "description": "it"}}
    output_type = "string"

    def setup(self):
        self.client = Client()

    def forward(self, a: str) -> str:
        return self.client.get(a)
# 10 11: tool 'f' uses 'Client', which nothing defines; define or import it in the file, or make it a parameter
