# exit: 1
from circ1 import x
