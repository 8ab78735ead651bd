// Fuzz driver: the re module. The input is a pattern and, after its first newline, the text.
#include "cell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_cell("import re\n"
              "for source in (text, data):\n"
              "    line = '\\n' if source is text else b'\\n'\n"
              "    pattern, _, subject = source.partition(line)\n"
              "    try:\n"
              "        p = re.compile(pattern, len(source) % 64 & ~re.LOCALE)\n"
              "    except (re.error, ValueError, OverflowError, RecursionError):\n"
              "        continue\n"
              "    for m in p.finditer(subject):\n"
              "        assert m[0] == subject[m.start():m.end()]\n"
              "        m.groups(), m.groupdict(), m.lastgroup, m.regs\n"
              "    p.split(subject, 5), p.findall(subject)\n"
              "    try:\n"
              "        p.sub(pattern[:20], subject), p.sub(lambda m: subject[:3], subject)\n"
              "    except (re.error, IndexError):\n"
              "        pass\n"
              "    re.escape(source), repr(p)\n",
              data, size);
    return 0;
}
