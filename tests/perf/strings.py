# String building: +=, join, slices, replace, find, case, strip, translate, comparison.
def squeeze(text):
    out = ""
    last = ""
    for c in text:
        if c != last:
            out += c
        last = c
    return out


def caesar(text, by):
    out = []
    for c in text:
        if "a" <= c <= "z":
            c = chr((ord(c) - 97 + by) % 26 + 97)
        out.append(c)
    return "".join(out)


def grow(n):
    text = ""
    for i in range(n):
        text += "ab"[i & 1] + "-"
    return text


line = "  The committee bookkeeper's assessment: aabbccdd succeeds, 2024.  "
total = 0
for i in range(30000):
    s = line.strip().lower()
    s = squeeze(s) + caesar(s, i % 26)
    total += len(s) + s.find("z") + s.count("e") + (s[::-1] < s) + len(s.replace("a", "bb").split(","))
    total += s.startswith("the") + len(s[3:40].title()) + len(s.partition(":")[2])
table = str.maketrans("abcdef", "fedcba", "xyz")
long = grow(900000)
print(total, len(long.translate(table)), long[-7:], len(long.splitlines()), long.isupper())
