# Other names of the encodings that are here, each with the one that stands for it.
from _codecs import _names

aliases = _names()
