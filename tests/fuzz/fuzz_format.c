// Fuzz driver: format specifications, percent formatting, number texts, templates, codecs.
#include "cell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_cell(
        "import decimal, fractions, string, struct\n"
        "class W:\n"
        "    def __format__(self, spec): return spec + text\n"
        "    def __index__(self): return len(text)\n"
        "    def __str__(self): return text\n"
        "def attempt(f, *a, **k):\n"
        "    try:\n"
        "        return f(*a, **k)\n"
        "    except Exception:\n"
        "        return None\n"
        "values = (0, -7, 255, 10**40, 1.5, -0.0, 1e300, float('nan'), float('inf'), 2j, True,\n"
        "          'grün', None, decimal.Decimal('1.25'), fractions.Fraction(1, 3), W())\n"
        "for v in values:\n"
        "    attempt(format, v, text)\n"
        "    attempt(lambda: text % v)\n"
        "    attempt(lambda: data % v)\n"
        "attempt(text.format, *values, a=W(), b=values)\n"
        "attempt(text.format_map, {'a': W()})\n"
        "attempt(lambda: text % values)\n"
        "attempt(lambda: text % {'a': 1, 'b': W()})\n"
        "attempt(string.Template(text).safe_substitute, a=text)\n"
        "for kind in (int, float, complex, decimal.Decimal, fractions.Fraction):\n"
        "    n = attempt(kind, text)\n"
        "    if n is not None and n == n:\n"
        "        assert kind(str(n)) == n, (kind, n)\n"
        "for base in (0, 2, 16, 36):\n"
        "    attempt(int, text, base)\n"
        "for codec in ('utf-8', 'utf-16', 'utf-32', 'latin-1', 'ascii', 'utf-7', 'unicode_escape', 'cp1252'):\n"
        "    for errors in ('strict', 'replace', 'surrogateescape', 'backslashreplace'):\n"
        "        attempt(attempt(data.decode, codec, errors).encode if attempt(data.decode, codec, errors) is not None else len, codec)\n"
        "attempt(struct.unpack, text[:9], data[9:])\n"
        "attempt(struct.calcsize, text[:20])\n",
        data, size);
    return 0;
}
