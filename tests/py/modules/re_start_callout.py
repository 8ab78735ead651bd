# The start of a search: alternatives, anchors, empty matches, look-behind and groups at the beginning.
import re

for pattern in ("a|b", "|b", "^b", "(?m)^b", "(?<=a)b", "(b)", "(?:)", "b*", "(?i)B", "(?s).b", r"\Aab", r"b\Z",
                "(?P<x>b)(?P=x)?", "(?x) b # c", "[^b]", r"\bb"):
    print(pattern, [(m.span(), m.groups()) for m in re.finditer(pattern, "ab\nbb")],
          re.match(pattern, "bab"), re.fullmatch(pattern, "b"))
print(re.sub(r"\s+$", "", " " * 3000 + "x") == " " * 3000 + "x")
print(re.search("x+[^x]?[yz]", "x" * 3000 + " "), re.split("(?=b)", "abab"), re.compile("a|b").pattern)
