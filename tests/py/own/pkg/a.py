import pkg.b
NAME = __name__, __package__, __file__.rpartition("/")[2]
