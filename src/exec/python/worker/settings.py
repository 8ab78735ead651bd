"""What the host's hello asks of this worker. It is the word behind the text of this program; the
last word is "pipes" where the channel is two pipes."""
import json
import sys

hello = json.loads(sys.argv[1])
PIPES = sys.argv[2:] == ["pipes"]

MODE = hello.get("manner", 0)
AGENT, SCRIPT, LINES = MODE == 0, MODE == 1, MODE == 2
LEVEL = hello.get("optimize", 0)
MEMORY, OUTPUT, TIMEOUT = (hello.get(k, 0) for k in ("max_memory", "max_output", "timeout_ns"))
