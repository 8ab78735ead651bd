from smolagents import Tool


class Counter(Tool):
    name = "count"
    description = "Adds to a counter, and gives it."
    inputs = {
        "step": {"type": "integer", "description": "how much is added", "nullable": True},
    }
    output_type = "integer"

    def setup(self):
        self.total = 100

    def forward(self, step: int = 1) -> int:
        self.total += step
        return self.total
# call: count() -> 101
# call: count(step=10) -> 111
# call: [count(i) for i in (1, 2)] -> [112, 114]
