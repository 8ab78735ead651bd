# options: --max-operations 2M
# exit: 5
try:
    while True:
        try:
            pass
        finally:
            continue
except BaseException:
    print("caught")
