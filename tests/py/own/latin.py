# coding: latin-1
t = "é"
