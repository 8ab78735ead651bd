# Backtracking with bit masks.
def place(n, cols, left, right):
    if cols == (1 << n) - 1:
        return 1
    free, found = ~(cols | left | right) & (1 << n) - 1, 0
    while free:
        bit = free & -free
        free ^= bit
        found += place(n, cols | bit, (left | bit) << 1, (right | bit) >> 1)
    return found


print([place(n, 0, 0, 0) for n in range(4, 13)])
