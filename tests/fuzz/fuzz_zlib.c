// Fuzz driver: zlib, gzip and binascii. The first two bytes say in which form, in what pieces and
// up to what length the rest is inflated; the rest is deflated as well, and has to come back.
#include "cell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_cell(
        "import zlib, gzip\n"
        "a, b, rest = (*data[:2], data[2:]) if len(data) > 1 else (0, 0, data)\n"
        "wbits = (15, -15, 31, 47, 0, -8, 9, 25)[a % 8]\n"
        "for read in (zlib.decompress, gzip.decompress):\n"
        "    try: read(rest, *([wbits] if read is zlib.decompress else []))\n"
        "    except (zlib.error, OSError, EOFError): pass\n"
        "zdict = rest[:b // 4] if a & 8 else b''\n"
        "d = zlib.decompressobj(wbits, zdict)\n"
        "try:\n"
        "    for at in range(0, len(rest), b % 61 + 1):\n"
        "        d.decompress(d.unconsumed_tail + rest[at:at + b % 61 + 1], a // 8)\n"
        "        if at % 7 == 3: d = d.copy()\n"
        "    d.flush(b + 1)\n"
        "except zlib.error: pass\n"
        "d.eof, d.unused_data, d.unconsumed_tail\n"
        "w = zlib._ZlibDecompressor(wbits=wbits, zdict=zdict)\n"
        "try:\n"
        "    while not w.eof and len(rest) < 4096:\n"
        "        w.decompress(rest if w.needs_input else b'', a + 1)\n"
        "        rest += rest + b'.'\n"
        "except (zlib.error, EOFError): pass\n"
        "plain = data * (b + 1)\n"
        "try:\n"
        "    c = zlib.compressobj(a % 11 - 1, 8, wbits, b % 9 + 1, a % 5, *([zdict] if zdict else []))\n"
        "except (ValueError, zlib.error): c = None\n"
        "if c:\n"
        "    packed = c.compress(plain[:a]) + c.flush((0, 1, 2, 3, 5)[b % 5])\n"
        "    c2 = c.copy()\n"
        "    packed2 = c2.compress(plain[a:]) + c2.flush()\n"
        "    undo = zlib.decompressobj(wbits if wbits else 15, zdict)\n"
        "    assert undo.decompress(packed + packed2) + undo.flush() == plain\n"
        "assert zlib.crc32(plain[a:], zlib.crc32(plain[:a])) == zlib.crc32(plain)\n"
        "assert gzip.decompress(gzip.compress(plain)) == plain\n",
        data, size);
    return 0;
}
