# -*- coding: koi8-r -*-
# A program in an encoding of its own.
print(ascii("Привет"))
x = "аб"
print(len(x))
raise ValueError("да")
