# smolagent python -m calendar: a month or a year, as text or as a page of HTML.
import argparse
import calendar
import datetime
import sys

parser = argparse.ArgumentParser(prog='python -m calendar', description='Print a calendar.')
text = parser.add_argument_group('of text')
text.add_argument('-w', '--width', type=int, default=2, help='columns of a day (2)')
text.add_argument('-l', '--lines', type=int, default=1, help='lines of a week (1)')
text.add_argument('-s', '--spacing', type=int, default=6, help='columns between months (6)')
text.add_argument('-m', '--months', type=int, default=3, help='months in a row (3)')
page = parser.add_argument_group('of HTML')
page.add_argument('-c', '--css', default='calendar.css', help='style sheet that the page names')
parser.add_argument('-e', '--encoding', help='of the output')
parser.add_argument('-t', '--type', default='text', choices=('text', 'html'), help='what is printed')
parser.add_argument('year', nargs='?', type=int, help='by default this one')
parser.add_argument('month', nargs='?', type=int, help='1 to 12; text only')
options = parser.parse_args()
year = datetime.date.today().year if options.year is None else options.year
if options.type == 'html':
    if options.month is not None:
        parser.error('incorrect number of arguments')
    given = {'encoding': options.encoding} if options.encoding else {'encoding': 'utf-8'}
    result = calendar.HTMLCalendar().formatyearpage(year, css=options.css, **given)
elif options.month is None:
    result = calendar.TextCalendar().formatyear(year, options.width, options.lines, options.spacing,
                                                options.months)
else:
    result = calendar.TextCalendar().formatmonth(year, options.month, options.width, options.lines)
if isinstance(result, str):
    result = result.encode(options.encoding or 'utf-8')
sys.stdout.buffer.write(result)
