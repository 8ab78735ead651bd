# options: --timeout 1
# exit: 124
a = (1 << 8 * 30_000_000) + 1
b = (5 << 8 * 20_000_000) + 3
print("built", flush=True)
divmod(a, b)
