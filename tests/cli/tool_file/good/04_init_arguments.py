from smolagents import Tool


class Retriever(Tool):
    name = "retriever"
    description = "Finds the parts of a documentation that are most like a query."
    inputs = {"query": {"type": "string", "description": "what to look for, as a statement"}}
    output_type = "string"

    def __init__(self, docs, top=2, **kwargs):
        super().__init__(**kwargs)
        self.docs, self.top = docs, top

    def forward(self, query: str) -> str:
        assert isinstance(query, str), "the query is a string"
        words = set(query.lower().split())
        best = sorted(self.docs, key=lambda doc: -len(words & set(doc.lower().split())))[:self.top]
        return "\n".join(f"== {i} ==\n{doc}" for i, doc in enumerate(best))


retriever_tool = Retriever(["the forward pass", "the backward pass is slower", "install it"], top=1)
# call: retriever("is backward slower") -> '== 0 ==\nthe backward pass is slower'
