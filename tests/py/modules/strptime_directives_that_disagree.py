# Of directives that tell the same the last one counts; a day of the year may be beyond its end, a week not.
import time
from datetime import datetime


def attempt(parse, text, format):
    try:
        found = parse(text, format)
        return tuple(found) if isinstance(found, tuple) else str(found)
    except ValueError as e:
        return f'{type(e).__name__}: {e}'


CASES = [('07 21', '%I %H'), ('21 07', '%H %I'), ('07 21 PM', '%I %H %p'), ('21 07 PM', '%H %I %p'), ('Jan 05', '%b %m'),
         ('05 Jan', '%m %b'), ('17 1950', '%y %Y'), ('Mon 3', '%a %w'), ('3 Mon', '%w %a'), ('2023 366', '%Y %j'),
         ('2024 366', '%Y %j'), ('2024 53 3', '%Y %U %w'), ('2024 53 3', '%Y %W %w'), ('2024 0 6', '%Y %W %w'),
         ('2023 0 0', '%Y %U %w'), ('2023 0 6', '%Y %U %w'), ('2022 1 3 2', '%Y %U %W %w'), ('2022 1 3 2', '%Y %W %U %w'),
         ('2024 0 3', '%G %V %u'), ('2024 53 3', '%G %V %u'), ('2026 53 7', '%G %V %u'), ('2024 3 9', '%G %V %j'),
         ('3 2', '%V %u'), ('3 2 2024', '%V %u %Y'), ('3', '%V'), ('2024', '%G'), ('31 Sep', '%d %b'), ('29/02', '%d/%m'),
         ('29/02/2023', '%d/%m/%Y'), (' 7', '%I'), (' 7', '%d'), ('x', '% d'), ('x', '%.'), ('x', 'at %'), ('[7]', '[%d]'),
         ('Sun 2024-01-01', '%a %Y-%m-%d')]
for text, format in CASES:
    print(repr(text), repr(format), attempt(time.strptime, text, format), attempt(datetime.strptime, text, format))
