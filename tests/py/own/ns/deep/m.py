inside = 1
