"""The package."""
from . import a
from .b import beta
__all__ = ['a', 'beta', 'late']
