# The tool of another file, which takes what those of others gave.
from smolagents import Tool


class Weigh(Tool):
    name = "weigh"
    description = "Tells how many bytes a picture has, and how it begins."
    inputs = {"picture": {"type": "image", "description": "which"}}
    output_type = "array"

    def forward(self, picture):
        return [type(picture).__name__, len(picture), picture[1:4].decode()]
