# options: --timeout 1
# exit: 124
# One literal, each of whose escapes is looked up among all the names.
text = "'" + "\\N{VARIATION SELECTOR-256}" * 150000 + "'"
print("built", flush=True)
eval(text)
