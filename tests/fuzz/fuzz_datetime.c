// Fuzz driver: parsing and formatting of dates, times and durations.
#include "cell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_cell(
        "import datetime as d, time\n"
        "def attempt(f, *a):\n"
        "    try:\n"
        "        return f(*a)\n"
        "    except (ValueError, OverflowError, TypeError, re.error):\n"
        "        return None\n"
        "import re\n"
        "form, _, value = text.partition('\\n')\n"
        "for kind in (d.date, d.time, d.datetime):\n"
        "    v = attempt(kind.fromisoformat, text)\n"
        "    if v is not None:\n"
        "        assert kind.fromisoformat(v.isoformat()) == v\n"
        "        attempt(v.strftime, form), repr(v), hash(v)\n"
        "v = attempt(d.datetime.strptime, value, form)\n"
        "if v is not None:\n"
        "    attempt(v.strftime, form), v.isocalendar(), v.timetuple()\n"
        "now = d.datetime(2024, 2, 29, 13, 5, 9, 123456)\n"
        "attempt(now.strftime, text), attempt(format, now, text), attempt(time.strptime, value, form)\n"
        "numbers = list(data[:7]) + [1] * 7\n"
        "attempt(lambda: now + d.timedelta(*numbers[:7]) * numbers[0])\n"
        "attempt(d.datetime, numbers[0] * 40, numbers[1] % 14, numbers[2] % 33, numbers[3] % 25)\n"
        "attempt(d.datetime.fromtimestamp, int.from_bytes(data[:9], 'big', signed=True))\n",
        data, size);
    return 0;
}
