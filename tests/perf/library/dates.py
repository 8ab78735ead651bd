# datetime: parsing, arithmetic, formatting, comparison and sorting.
from datetime import date, datetime, timedelta

start = datetime(2024, 1, 31, 23, 30)
stamps = [start + timedelta(minutes=37 * i, days=i % 11) for i in range(90000)]
texts = [s.isoformat() for s in stamps]
back = [datetime.fromisoformat(t) for t in texts]
gaps = [(b - a).total_seconds() for a, b in zip(back, back[1:])]
days = {}
for s in back:
    days[s.date()] = days.get(s.date(), 0) + 1
print(back == stamps, sum(gaps), max(days.values()), sorted(back)[100], date(2024, 2, 29).replace(year=2028).weekday())
print(len({s.strftime("%Y-%m-%d %H:%M") for s in back}), datetime.strptime("2024-05-06 07:08", "%Y-%m-%d %H:%M"))
