# options: --max-operations 1M
# exit: 5
def g():
    try:
        while True:
            yield 1
    finally:
        print("cleanup")


for x in g():
    pass
