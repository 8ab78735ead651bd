# options: --timeout 1
# exit: 124
n = 3
while True:
    n = n * n % (10**200000)
