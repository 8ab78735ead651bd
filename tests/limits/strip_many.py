# Many characters to strip: in the time of both lengths together, not of their product.
chars = "".join(map(chr, range(0x4E00, 0x9000)))
text = "x" * 1_000_000
print(len((chars * 20 + text + chars * 20).strip(chars)))
print(len(text.strip(chars + "x")), len(text.lstrip(chars + "x")), len(text.rstrip(chars)))
print("abcxyz\U0001f600".rstrip(chars + "\U0001f600zy"), "  a ".strip(chars + " ") + "|")
