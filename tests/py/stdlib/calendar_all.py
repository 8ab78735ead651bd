# Every public name of calendar, with CPython 3.12's text, HTML and errors.
import calendar as c
import datetime


def attempt(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        r = type(e).__name__, str(e)
    print(r)


for name in ('APRIL', 'AUGUST', 'DECEMBER', 'FEBRUARY', 'FRIDAY', 'JANUARY', 'JULY', 'JUNE', 'MARCH', 'MAY',
             'MONDAY', 'NOVEMBER', 'OCTOBER', 'SATURDAY', 'SEPTEMBER', 'SUNDAY', 'THURSDAY', 'TUESDAY', 'WEDNESDAY'):
    print(name, repr(getattr(c, name)), getattr(c, name) + 0)
print(list(c.Day), list(c.Month), c.Day(3).name, c.Month.MAY == 5)
for names in (c.day_name, c.day_abbr, c.month_name, c.month_abbr):
    print(list(names), len(names), names[1], names[1:3], names[-1])
print(c.mdays, c.EPOCH, c.error)
print([y for y in (1900, 1996, 2000, 2023, 2024, 2100) if c.isleap(y)], c.leapdays(1900, 2024), c.leapdays(2024, 2000))
for f, args in ((c.weekday, (2024, 2, 29)), (c.weekday, (12000, 1, 1)), (c.weekday, (0, 1, 1)), (c.monthrange, (2024, 2)),
                (c.monthrange, (2023, 13)), (c.monthrange, (2023, 0)), (c.weekday, (2023, 2, 30)),
                (c.setfirstweekday, (7,)), (c.setfirstweekday, (-1,)), (c.month_name.__getitem__, (13,))):
    attempt(f, *args)
print(c.IllegalMonthError(0), c.IllegalWeekdayError(8), issubclass(c.IllegalMonthError, ValueError))
print(c.firstweekday(), c.monthcalendar(2024, 2), repr(c.weekheader(2)))
c.setfirstweekday(c.SUNDAY)
print(c.firstweekday(), c.monthcalendar(2024, 9))
c.prmonth(2024, 9)
print(c.month(2024, 9, w=4, l=2))
c.setfirstweekday(0)
c.prcal(2024, m=4)
print(c.calendar(2025, w=3, l=1, c=2, m=2))
print(c.timegm((2024, 2, 29, 12, 30, 59, 0, 0, 0)), c.timegm((1969, 12, 31, 23, 59, 59)))
for first in (0, 3, 6):
    cal = c.Calendar(first)
    print(cal.firstweekday, cal.getfirstweekday(), list(cal.iterweekdays()))
    print(list(cal.itermonthdays(2024, 2)), list(cal.itermonthdays2(2024, 2))[:3], list(cal.itermonthdays3(2024, 1))[:3],
          list(cal.itermonthdays3(2024, 12))[-2:], list(cal.itermonthdays4(2024, 2))[-3:])
    print([str(d) for d in cal.itermonthdates(2023, 12)][-8:])
    print(cal.monthdatescalendar(2024, 2)[0][0], cal.monthdays2calendar(2024, 2)[4], cal.monthdayscalendar(2024, 2))
    print(len(cal.yeardatescalendar(2024)), cal.yeardays2calendar(2024, 4)[0][1][0], cal.yeardayscalendar(2024, 5)[2][1][4])
    cal.setfirstweekday(2)
    print(cal.firstweekday)
t = c.TextCalendar(6)
print(repr(t.formatday(3, 0, 4)), repr(t.formatday(0, 0, 4)), t.formatweek([(1, 0), (2, 1)], 3), t.formatweekday(0, 9),
      t.formatweekheader(3), t.formatmonthname(2024, 5, 20), t.formatmonthname(2024, 5, 20, False))
t.prweek([(1, 0), (0, 1)], 2)
print()
t.prmonth(2024, 5)
t.pryear(2024, m=6)
print(t.formatmonth(2024, 12, 5, 1) + t.formatyear(1, m=12, c=1))
h = c.HTMLCalendar(6)
print(h.formatday(0, 1), h.formatday(1, 1), h.formatweek([(0, 0), (9, 1)]), h.formatweekday(2), h.formatweekheader())
print(h.formatmonthname(2024, 3), h.formatmonthname(2024, 3, False), h.formatmonth(2024, 3), h.formatmonth(2024, 3, False))
print(h.formatyear(2024, 5))
print(h.formatyearpage(2024, css=None, encoding='ascii')[:300], h.formatyearpage(2024)[:420])
print(h.cssclasses, h.cssclass_noday, h.cssclass_month, h.cssclass_month_head, h.cssclass_year, h.cssclass_year_head,
      h.cssclasses_weekday_head)
lt, lh = c.LocaleTextCalendar(locale='C'), c.LocaleHTMLCalendar(0, 'C')
print(lt.formatmonth(2024, 2), lt.formatweekday(0, 3), lh.formatmonth(2024, 2), lh.formatweekday(1))
with c.different_locale('C'):
    print(c.month_name[2])
print(c.formatstring(['a', 'bc'], 6, 2))
c.format(['a', 'bc'], 6, 2)
print(c.week([(1, 0), (2, 1)], 2))
c.prweek([(1, 0)], 2)
print()
attempt(getattr, c, 'Januar')
