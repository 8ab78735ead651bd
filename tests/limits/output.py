# options: --max-output 100
# exit: 5
try:
    for i in range(1000):
        print(i)
finally:
    print("finally")
