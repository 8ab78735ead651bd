from smolagents import tool


@tool
class F:
    pass
# 10 4: @tool stands on a class; it is for functions; a class is a tool as a subclass of Tool
