# What modules load only when used must not show: registrations, named structures, lazy helpers.
import decimal
import sys

info = sys.version_info
print(type(info), info.major, info[:2] == (info.major, info.minor), hasattr(info, '_fields'))
print(repr(sys.float_info))
print(repr(sys.int_info), sys.int_info.n_fields, sys.int_info.__match_args__[0])
try:
    type(info)()
except TypeError as e:
    print(e)

context = decimal.Context(prec=5, flags=[decimal.Inexact])
print(type(context.flags), context.flags[decimal.Inexact], context.flags.get(0, 'none'))
print(decimal.Decimal(1) == 'x', decimal.Decimal(1) == None)

import numbers

print(isinstance(decimal.Decimal(1), numbers.Number), isinstance(decimal.Decimal(1), numbers.Real))

from collections import deque, namedtuple
from collections.abc import MutableMapping, MutableSequence

print(isinstance(deque(), MutableSequence), isinstance(context.flags, MutableMapping))
print(namedtuple.__module__, decimal.DecimalTuple.__module__, namedtuple('P', 'x').__module__)

from fractions import Fraction

print(Fraction(decimal.Decimal('1.5')), Fraction.from_decimal(True), decimal.Decimal('0.5') == Fraction(1, 2))

import asyncio
import calendar
import enum


async def co():
    pass


print(asyncio.iscoroutinefunction(co), asyncio.iscoroutinefunction(len), calendar.datetime.date(2024, 1, 1))


class Plain(enum.Enum):
    a = 1


class Bits(enum.Flag):
    a = 1


print(hasattr(Plain, '_flag_mask_'), hasattr(Plain, '_boundary_'), Bits._boundary_, Bits._flag_mask_)
