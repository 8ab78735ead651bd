import circ3
circ3.y
