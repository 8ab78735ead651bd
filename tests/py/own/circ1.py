import circ2
x = 1
