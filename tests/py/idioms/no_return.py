def f(): y = 5
print(f())
