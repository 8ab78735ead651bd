from smolagents import Tool, tool


class Answer(Tool):
    name = "final_answer"
    description = "Says."
    inputs = {}
    output_type = "string"

    def forward(self) -> str:
        return "f"
# 10 5: tool 'final_answer': that name is reserved; give it another name
