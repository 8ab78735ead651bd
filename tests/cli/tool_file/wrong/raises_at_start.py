from smolagents import Tool, tool

data = {}["key"]
# 11 3: the file does not start: KeyError: key
