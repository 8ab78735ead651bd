# options: --max-memory 256M
# What PCRE2 compiles at one go, without a look at the clock, is bounded.
import re

for text in "a" * 5_000_000, b"[a]" * 1_500_000, "\u4e00" * 5_000_000:
    for wanted in "x", "\u4e00", "\U0001f600":
        try:
            re.search(text, wanted if isinstance(text, str) else b"x")
        except re.error as e:
            print(str(e)[:32])
print(re.search("[" + "ab" * 1_000 + "]+", "xabx"))
