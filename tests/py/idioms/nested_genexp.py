print(sum((a * b) for a in range(4) for b in range(a)), list((a, b) for a in 'xy' for b in (1, 2)))
