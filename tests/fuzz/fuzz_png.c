// Fuzz driver: pictures from a worker. The input is made into a PNG file with right checksums, so
// that what lies behind them is reached: bytes of control say which part comes next, how much of
// the input is its data, and whether it is to be compressed first. What is taken must be within the
// limits, and be taken again as it is.
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "base/xalloc.h"
#include "exec/proto/png.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FILE_MAX = 1 << 20, COMPRESSED = 8 };

static void put_number(struct sa_buf *out, size_t n)
{
    for (int i = 24; i >= 0; i -= 8) sa_buf_appendc(out, (char)(n >> i));
}

static void put_chunk(struct sa_buf *out, const char *type, const void *data, size_t len)
{
    put_number(out, len);
    size_t start = out->len;
    sa_buf_append(out, type, 4);
    sa_buf_append(out, data, len);
    put_number(out, crc32(0, (const unsigned char *)out->data + start, (uInt)(out->len - start)));
}

static void put_part(struct sa_buf *out, unsigned control, const uint8_t *data, size_t len)
{
    static const char types[][5] = {"IHDR", "IDAT", "IEND", "PLTE", "tRNS", "tEXt", "EVIL", "IDAT"};
    const char *type = types[control % (sizeof types / sizeof *types)];
    unsigned char packed[512];
    uLongf room = sizeof packed;
    if (control & COMPRESSED && compress(packed, &room, data, (uLong)len) == Z_OK)
        data = packed, len = room;
    put_chunk(out, type, data, len);
}

static bool take(const struct sa_buf *file, struct sa_buf *picture)
{
    unsigned width = 0, height = 0;
    const char *why = NULL;
    bool ok = sa_png_take(file->data, file->len, picture, &width, &height, &why);
    SA_CHECK(ok ? width && width <= SA_IMAGE_SIDE && height && height <= SA_IMAGE_SIDE
                : why != NULL);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sa_buf file = SA_BUF_INIT(FILE_MAX), picture = SA_BUF_INIT(FILE_MAX),
                  again = SA_BUF_INIT(FILE_MAX);
    sa_buf_append(&file, "\x89PNG\r\n\x1a\n", 8);
    for (size_t at = 0; at + 2 <= size;) {
        size_t len = data[at + 1] < size - at - 2 ? data[at + 1] : size - at - 2;
        put_part(&file, data[at], data + at + 2, len);
        at += 2 + len;
    }
    if (take(&file, &picture)) {
        SA_CHECK(take(&picture, &again) && again.len == picture.len);
        SA_CHECK(!memcmp(again.data, picture.data, picture.len));
    }
    sa_buf_clear(&picture);
    struct sa_buf raw = {(char *)(uintptr_t)data, size, size, size, false};
    take(&raw, &picture);
    sa_buf_release(&file);
    sa_buf_release(&picture);
    sa_buf_release(&again);
    return 0;
}
