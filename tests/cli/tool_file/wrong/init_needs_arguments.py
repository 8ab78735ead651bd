from smolagents import Tool, tool


class F(Tool):
    name = "f"
    description = "Says."
    inputs = {}
    output_type = "string"

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self) -> str:
        return self.model
# 10 10: class F cannot be made without model; give them defaults, or make one in the file: f = F(...)
