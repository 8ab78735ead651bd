# re: searching, groups and substitution.
import re

text = " ".join("user%d@host%d.example.org at 2024-%02d-%02d" % (i, i % 17, i % 12 + 1, i % 28 + 1) for i in range(60000))
mail, date = re.compile(r"(\w+)@([\w.]+)"), re.compile(r"(\d{4})-(\d\d)-(\d\d)")
print(len(mail.findall(text)), sum(int(m[2]) for m in date.finditer(text)))
print(len(date.sub(lambda m: m[3] + "." + m[2] + "." + m[1], text)), len(re.split(r"\s+", text)))
print(len(re.findall(r"(?:[aeiou][^aeiou\s]+){2}", text)))
