from . import a as sibling
beta = sibling.__name__
