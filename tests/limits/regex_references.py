# options: --timeout 1
# exit: 124
# A back-reference that compares millions of characters at each step ends at the time limit.
import re
print(re.match(r"(a+)\1c", "aa" * 50 + "c").span(), re.match(r"(a|b)*\1", "ab" * 5000))
re.compile(r"(a*)\1c").match("a" * 3_000_000)
