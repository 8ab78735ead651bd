# What holds behind the last transition of a TZif file: rules, good and bad, and files with few kinds of time.
import io
import struct
from datetime import datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo


def tzif(rule, times=(), which=(), kinds=((0, 0, 0),), names=b'UTC\0'):
    def block(kind):
        return b''.join((b'TZif3', bytes(15), struct.pack('>6l', 0, 0, 0, len(times), len(kinds), len(names)),
                         struct.pack(f'>{len(times)}{kind}', *times), bytes(which),
                         *[struct.pack('>lbb', *row) for row in kinds], names))
    return io.BytesIO(block('l') + block('q') + b'\n' + rule.encode() + b'\n')


def show(rule, *moments):
    try:
        zone = ZoneInfo.from_file(tzif(rule))
        print(rule, *[f'{t.tzname()} {t.utcoffset()}' for t in [moment.replace(tzinfo=zone) for moment in moments]], sep='; ')
    except ValueError as error:
        print(rule, error)


moments = [datetime(2019, month, day, hour) for month, day, hour in
           ((1, 1, 0), (1, 1, 3), (2, 28, 12), (3, 1, 12), (3, 2, 12), (3, 31, 12), (10, 26, 12), (10, 28, 12), (12, 31, 23))]
moments += datetime(2020, 2, 28, 1), datetime(2020, 2, 29, 1), datetime(2020, 3, 1, 1), datetime(9999, 12, 30)
for rule in ('EST5EDT,0/0,J365/25', 'STD0DST-1,0/0,J365/25', 'AAA3BBB,58/0,100', 'AAA3BBB,59/0,100', 'AAA3BBB,J59/0,100',
             'AAA3BBB,60/0,365/20', 'AAA3BBB,J60/0,100', 'UTC0', 'AAA-3:30:15', '<+03>-3<-04>+4:30,M1.1.0/-100,M3.5.6/167',
             'CET-1CEST,M3.5.0,M10.5.0/3', 'AAA-3BBB-2,M10.5.0,M3.5.0/3', 'AAA3BBB,M2.5.0,M12.5.6'):
    show(rule, *moments)
for rule in ('AAA AAA3BBB AAA25 AAA+168 AAA+3 AAA--3 AA3 <A>3 <>3 A1A3 <A1A>3 <A-A>3 <A_A>3 <AAA3 AAA3:60 AAA3:59:60 AAA3:5 AAA13:5 '
             'AAA03 AAA003 AAA0003 AAA:3 AAA3: AAA3:00: AAA3:00:1 AAA3BBB4 AAA3BBB25,J1,J2 AAA3BBB:4,J1,J2 AAA3BBB,J1 AAA3BBB,J1, '
             'AAA3BBB,, AAA3BBB,J0,J2 AAA3BBB,J366,J2 AAA3BBB,366,J2 AAA3BBB,365,J2 AAA3BBB,-1,J2 AAA3BBB,J1/168,J2 '
             'AAA3BBB,J1/167:59:59,J2 AAA3BBB,J1/-167,J2 AAA3BBB,J1/-168,J2 AAA3BBB,J1/+3,J2 AAA3BBB,J1/,J2 AAA3BBB,J1/3:60,J2 '
             'AAA3BBB,M0.1.0,J2 AAA3BBB,M13.1.0,J2 AAA3BBB,M1.0.0,J2 AAA3BBB,M1.6.0,J2 AAA3BBB,M1.1.7,J2 AAA3BBB,M1.1.-1,J2 '
             'AAA3BBB,M1.1,J2 AAA3BBB,M1.1.1.1,J2 AAA3BBB,M01.1.1,J2 AAA3BBB,M001.1.1,J2 AAA3BBB,M1.01.1,J2 AAA3BBB,J1,J2,J3 '
             'AAA3BBB,K1,J2 AAA3BBB,J,J2 AAA3BBB,J0001,J2 AAA3BBB,0001,J2 AAA3BBB,1/1:2,J2 AAA3BBB,M1.1.1/2/3,J2 AAA3BBB,J1/1:,J2 '
             'AAA3BBB,J1/001,J2 AAA3BBB,J1/0001,J2 AAA3.5 AAA3BBB,M1.1.1,M2.1.1x AAA3BBB,x1,2 AAA3BBB,M,M '
             'AAA3BBB4:30:20,J1/2,J2/-3:20 \xc4\xc43 aaa3').split():
    show(rule, datetime(2019, 1, 1, 12))

london, paris, summer = (0, 0, 0), (3600, 0, 4), (3600, 1, 4)
for rule in '', 'UTC0', 'AAA-1', 'STD0', 'UTC0AAA,J100,J200':
    for times, which, kinds in (((), (), (london,)), ((0,), (0,), (london,)), ((0,), (1,), (london, paris)),
                                ((0,), (0,), (london, paris)), ((0, 100), (0, 0), (london,)), ((0,), (0,), (paris,)),
                                ((0,), (0,), (summer,)), ((), (), (summer,)), ((), (), (london, paris)),
                                ((0,), (0,), (london, london)), ((0, 7200), (1, 0), (london, paris))):
        zone = ZoneInfo.from_file(tzif(rule, times, which, kinds, b'UTC\0AAA\0'))
        clock = time(0, tzinfo=zone)
        print(rule, times, which, kinds, clock.tzname(), clock.utcoffset(), clock.dst())
        for hours in -24, 0, 1, 1.5, 2, 2.5, 3, 440000:
            utc = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(hours=hours)
            local = utc.astimezone(zone)
            print('   ', local, local.tzname(), local.fold, utc.replace(tzinfo=zone).tzname())
