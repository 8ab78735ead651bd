// Reads a PNG file chunk by chunk and inflates its rows, only to see that all is as it should be:
// what comes out is safe for viewers and small when unpacked.
#include "exec/proto/png.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/xalloc.h"

enum { HEAD = 8, TAIL = 4, HEADER = 13, LAST_FILTER = 4, INDEXED = 3 };

static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

// Colour types: their channels, and the sums of the bit depths that they may have.
static const struct {
    unsigned channels, depths;
} colours[] = {[0] = {1, 1 | 2 | 4 | 8 | 16},
               [2] = {3, 8 | 16},
               [INDEXED] = {1, 1 | 2 | 4 | 8},
               [4] = {2, 8 | 16},
               [6] = {4, 8 | 16}};

struct png {
    const unsigned char *at, *end;
    struct sa_buf *out;
    const char *why;
    unsigned width, height, colour;
    z_stream pixels;
    unsigned char *row; // filter and pixels of one
    size_t row_len, rows;
    bool header, palette, inflating, whole, ended;
};

static bool wrong(struct png *p, const char *why)
{
    p->why = why;
    return false;
}

static uint32_t number(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool take_header(struct png *p, const unsigned char *data, uint32_t len)
{
    if (p->header || len != HEADER) return wrong(p, "a bad header");
    unsigned depth = data[8], channels = 0;
    p->width = number(data), p->height = number(data + 4), p->colour = data[9];
    if (!p->width || !p->height || p->width > SA_IMAGE_SIDE || p->height > SA_IMAGE_SIDE)
        return wrong(p, "too many pixels, or none");
    if (p->colour < sizeof colours / sizeof *colours && depth && !(depth & (depth - 1)) &&
        colours[p->colour].depths & depth)
        channels = colours[p->colour].channels;
    if (!channels || data[10] || data[11] || data[12]) return wrong(p, "an unusual format");
    p->row_len = 1 + ((size_t)p->width * channels * depth + 7) / 8;
    p->row = sa_xmalloc(p->row_len);
    p->pixels.next_out = p->row;
    p->pixels.avail_out = (uInt)p->row_len;
    p->header = true;
    return p->inflating = inflateInit(&p->pixels) == Z_OK;
}

static bool take_palette(struct png *p, const unsigned char *data, uint32_t len)
{
    (void)data;
    if (p->palette || p->rows || len % 3 || len > 768) return wrong(p, "a bad palette");
    return p->palette = true;
}

static bool take_transparency(struct png *p, const unsigned char *data, uint32_t len)
{
    (void)data;
    return p->rows || len > 256 ? wrong(p, "a bad transparency") : true;
}

static bool take_pixels(struct png *p, const unsigned char *data, uint32_t len)
{
    z_stream *z = &p->pixels;
    if (p->colour == INDEXED && !p->palette) return wrong(p, "no palette");
    z->next_in = (unsigned char *)(uintptr_t)data; // only read
    z->avail_in = len;
    while (!p->whole) {
        int got = inflate(z, Z_NO_FLUSH);
        if (got == Z_BUF_ERROR) return true; // the rest is in the next chunk
        if (got != Z_OK && got != Z_STREAM_END) return wrong(p, "bad pixels");
        p->whole = got == Z_STREAM_END;
        if (z->avail_out) continue;
        if (p->row[0] > LAST_FILTER || ++p->rows > p->height) return wrong(p, "a bad row");
        z->next_out = p->row;
        z->avail_out = (uInt)p->row_len;
    }
    return !z->avail_in || wrong(p, "bad pixels");
}

static bool take_end(struct png *p, const unsigned char *data, uint32_t len)
{
    (void)data;
    bool all = p->whole && p->rows == p->height && p->pixels.avail_out == p->row_len;
    if (len || p->at != p->end || !all) return wrong(p, "a bad end");
    return p->ended = true;
}

static const struct {
    char type[5];
    bool (*take)(struct png *p, const unsigned char *data, uint32_t len);
} chunks[] = {{"IHDR", take_header},
              {"PLTE", take_palette},
              {"tRNS", take_transparency},
              {"IDAT", take_pixels},
              {"IEND", take_end}};

// One chunk: length, type, data, checksum. Those that viewers may skip are skipped.
static bool take_chunk(struct png *p)
{
    const unsigned char *start = p->at;
    if (p->end - start < HEAD + TAIL) return wrong(p, "cut");
    uint32_t len = number(start);
    if (len > (size_t)(p->end - start) - HEAD - TAIL) return wrong(p, "cut");
    p->at += HEAD + len + TAIL;
    if (crc32(0, start + 4, len + 4) != number(p->at - TAIL)) return wrong(p, "a bad checksum");
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
        if (memcmp(start + 4, chunks[i].type, 4)) continue;
        if (i && !p->header) return wrong(p, "no header");
        return chunks[i].take(p, start + HEAD, len) &&
               sa_buf_append(p->out, start, (size_t)(p->at - start));
    }
    return start[4] & 0x20 ? true : wrong(p, "an unknown part");
}

bool sa_png_take(const void *data, size_t len, struct sa_buf *out, unsigned *width,
                 unsigned *height, const char **why)
{
    struct png p = {.out = out};
    bool ok = len > sizeof signature && len <= SA_IMAGE_BYTES &&
              !memcmp(data, signature, sizeof signature);
    p.why = len > SA_IMAGE_BYTES ? "too many bytes" : "no PNG";
    if (ok) {
        p.at = (const unsigned char *)data + sizeof signature;
        p.end = (const unsigned char *)data + len;
        sa_buf_append(out, signature, sizeof signature);
    }
    while (ok && !p.ended) ok = take_chunk(&p);
    if (p.inflating) inflateEnd(&p.pixels);
    free(p.row);
    *width = p.width, *height = p.height;
    *why = p.why;
    return ok;
}
