import os
from smolagents import Tool, tool

KEY = os.environ["API_KEY"]
# 11 4: the file does not start: KeyError: API_KEY: it was not granted; --tool-file key_not_granted.py:env:API_KEY does that
