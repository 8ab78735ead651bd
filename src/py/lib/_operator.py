"""Module _operator: the names of operator, and _compare_digest."""
from operator import *  # noqa: F403
from hmac import compare_digest as _compare_digest  # noqa: F401
