# Exponents of more digits than a machine word has.
from decimal import Decimal, InvalidOperation
for text in ('1e99999999999999999', '1e999999999999999999', '1e' + '9' * 30, '-1E-' + '9' * 40, '1e' + '0' * 40 + '5', '0e-' + '9' * 25, '1e', '1e+', '1.5e-00000000000000000000003'):
    try: print(Decimal(text))
    except InvalidOperation as e: print(text, e)
