from smolagents import Tool


class ModelDownloads(Tool):
    name = "most_downloaded"
    description = """
    Gives the model with the most downloads for a task,
    by its name."""
    inputs = {"task": {"type": "string", "description": "the task, such as text-classification"}}
    output_type = "string"

    def forward(self, task: str) -> str:
        import json
        downloads = json.loads('{"text-classification": [["a/small", 10], ["b/large", 70]]}')
        return max(downloads[task], key=lambda row: row[1])[0]


tool = ModelDownloads()
# call: most_downloaded("text-classification") -> 'b/large'
# call: most_downloaded("x") raises KeyError
