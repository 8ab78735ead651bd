# decimal: invoices, quantised taxes, division and square roots.
from decimal import ROUND_HALF_UP, Decimal, getcontext

getcontext().prec = 28
cent, rate = Decimal("0.01"), Decimal("0.0825")
total = tax = Decimal(0)
for i in range(300000):
    price = Decimal(i % 977) + cent * (i % 100)
    due = (price * rate).quantize(cent, rounding=ROUND_HALF_UP)
    total += price
    tax += due
x = Decimal(2)
for _ in range(30000):
    x = (x + 2 / x) / 2
print(total, tax, x, Decimal(7).sqrt(), max(total, tax) > 10)
