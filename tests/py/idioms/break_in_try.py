for i in range(5):
    try:
        if i == 2: break
        print(i)
    except Exception: print('caught')
print('end', i)
