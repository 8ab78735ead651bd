# options: --max-memory 32M
# exit: 5
keep = []
while True:
    try:
        keep.append([0] * 1000)
    except MemoryError:
        keep.append(None)
