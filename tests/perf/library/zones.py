# datetime with time zones: aware arithmetic, conversion, text, Unix time, zones of zoneinfo.
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

utc, east, new_york, paris = timezone.utc, timezone(timedelta(hours=2)), ZoneInfo('America/New_York'), ZoneInfo('Europe/Paris')
start = datetime(2024, 1, 1, tzinfo=utc)
stamps = [start + timedelta(minutes=7 * i) for i in range(40000)]
there = [s.astimezone(east) for s in stamps]
print(there == stamps, sum((t - start).seconds for t in there), sorted(there, reverse=True)[3], len(set(stamps + there)))
texts = [t.isoformat() for t in there]
print(sum(datetime.fromisoformat(t).minute for t in texts), len({t.strftime('%Y-%m-%d %z') for t in there}))
print(sum(t.timestamp() for t in there), sum((t - start) // timedelta(hours=1) for t in there))
print(sum(datetime.fromtimestamp(i * 1000.5, utc).minute for i in range(60000)),
      sum(datetime.fromtimestamp(i * 977, east).hour + date.fromtimestamp(i * 977).day for i in range(60000)))
hours = [s.astimezone(new_york) for s in stamps[:12000]]
print(sum(h.hour + h.astimezone(paris).day for h in hours), {h.tzname() for h in hours}, (hours[9] + timedelta(200)).utcoffset())
