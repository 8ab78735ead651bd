// Fuzz driver: the Python json module. What loads must dump, and load again as the same value,
// but for halves of a surrogate pair: written as escapes one after the other they are one
// character.
#include "cell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_cell(
        "import json\n"
        "for source in (text, data):\n"
        "    try:\n"
        "        v = json.loads(source)\n"
        "    except (ValueError, RecursionError):\n"
        "        continue\n"
        "    for options in ({}, {'indent': 1, 'sort_keys': True}, {'ensure_ascii': False}):\n"
        "        again = json.loads(json.dumps(v, **options))\n"
        "        assert repr(again) == repr(v) or 'sort_keys' in options or '\\\\ud' in repr(v)\n"
        "json.dumps({text: [text, data.hex()]}, separators=(text[:2], text[2:4]))\n",
        data, size);
    return 0;
}
