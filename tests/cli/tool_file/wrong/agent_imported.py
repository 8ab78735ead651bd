from smolagents import CodeAgent, tool
# 10 1: smolagents has no 'CodeAgent' here: this program is the agent; import tool and Tool alone, and leave out what makes or runs an agent
