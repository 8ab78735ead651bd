# options: --max-operations 2M
# exit: 5
print("before", flush=True)
sum(range(10**12))
