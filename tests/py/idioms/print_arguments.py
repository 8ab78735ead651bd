print('a', 'b', sep='-', end='!')
print()
