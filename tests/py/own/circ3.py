import circ4
y = 1
