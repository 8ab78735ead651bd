import pandas as pd
from smolagents import Tool, tool
# 10 1: No module named 'pandas'; a file of tools has the modules of 'smolagent help modules', smolagents (tool, Tool) and, granted, requests
