from smolagents import Tool, tool

while True:
    pass
# 11 0: the file does not start: ended at its operation limit (--max-operations)
