def len(x): return 99
print(len([1]))
