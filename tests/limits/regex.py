# options: --max-operations 20M
# exit: 5
import re

print("start", flush=True)
re.match(r"(a|aa|aaa|aaaa)*(b|bb)*c$" * 1, "a" * 60 + "d")
re.match(r"(a+)+$", "a" * 60 + "b")
