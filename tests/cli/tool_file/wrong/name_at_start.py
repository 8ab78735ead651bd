from smolagents import Tool, tool

print(token)
# 10 3: name 'token' is not defined; define or import it above
