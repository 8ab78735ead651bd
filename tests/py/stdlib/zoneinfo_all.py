# zoneinfo: a zone made here (CET with a rule) and named zones of the system.
import io
import struct
import zoneinfo
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

times, kinds = [-1000000000, 1000000000, 1017536400, 1035680400], [0, 1, 2, 1]
types = struct.pack('>lbb', 561, 0, 0) + struct.pack('>lbb', 3600, 0, 4) + struct.pack('>lbb', 7200, 1, 8)
body = struct.pack('>4q', *times) + bytes(kinds) + types + b'PMT\0CET\0CEST\0'
head = lambda t, y, c: b'TZif2' + bytes(15) + struct.pack('>6l', 0, 0, 0, t, y, c)
data = head(0, 1, 1) + bytes(7) + head(4, 3, 13) + body + b'\nCET-1CEST,M3.5.0,M10.5.0/3\n'
zone = ZoneInfo.from_file(io.BytesIO(data), key='Test/Zone')
zones = [zone, ZoneInfo('Europe/Paris'), ZoneInfo('America/New_York'), ZoneInfo('Australia/Lord_Howe'), ZoneInfo('Asia/Kolkata'),
         ZoneInfo('UTC'), ZoneInfo('Europe/Dublin')]
for z in zones:
    print(z, repr(z), z.key, z.utcoffset(None))
    for utc in (datetime(1950, 1, 1), datetime(2002, 3, 31, 0, 59), datetime(2002, 3, 31, 1), datetime(2024, 3, 31, 1),
                datetime(2024, 10, 27, 0, 30), datetime(2024, 10, 27, 1, 30), datetime(2024, 11, 3, 6, 30), datetime(2060, 7, 1)):
        t = utc.replace(tzinfo=timezone.utc).astimezone(z)
        print(t, t.fold, t.tzname(), t.utcoffset(), t.dst(), t.astimezone(timezone.utc))
    for wall in (datetime(2024, 3, 31, 2, 30), datetime(2024, 10, 27, 2, 30), datetime(2024, 3, 10, 2, 30), datetime(2002, 10, 27, 2, 30)):
        for fold in (0, 1):
            t = wall.replace(tzinfo=z, fold=fold)
            print(t, t.tzname(), t.dst(), t.astimezone(timezone.utc), t + timedelta(hours=3))
paris = ZoneInfo('Europe/Paris')
print(paris is ZoneInfo('Europe/Paris'), paris is ZoneInfo.no_cache('Europe/Paris'), ZoneInfo.clear_cache(),
      paris is ZoneInfo('Europe/Paris'), ZoneInfo.clear_cache(only_keys=['UTC']))
for key in ('No/Where', '../x', '/etc/passwd', 'a//b', 'Europe'):
    try:
        ZoneInfo(key)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as e:
        print(type(e).__name__ if key != 'Europe' else key, e if key != 'Europe' else '')
names = zoneinfo.available_timezones()
print(len(names) > 500, {'Europe/Paris', 'UTC', 'Asia/Tokyo'} <= names, zoneinfo.TZPATH[0], zoneinfo.InvalidTZPathWarning.__mro__[1])
