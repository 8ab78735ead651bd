// Pixels, and what EXIF says of how they lie.
#include "tool/web/pixels.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

enum { PARTS = 4 }; // of a pixel

// ---- fewer -------------------------------------------------------------------------------------

static void add(float *sum, const float *more, size_t count, double weight)
{
    for (size_t i = 0; i < count; i++) sum[i] += more[i] * (float)weight;
}

// Colours count by their alpha: what is transparent has none.
static void shrink_row(const unsigned char *from, unsigned width, float *to, unsigned to_width)
{
    double scale = (double)to_width / width;
    memset(to, 0, sizeof *to * PARTS * to_width);
    for (unsigned x = 0, at = 0; x < width; x++, from += PARTS) {
        float a = from[3];
        const float pixel[PARTS] = {from[0] * a, from[1] * a, from[2] * a, a};
        double begin = x * scale, end = (x + 1) * scale;
        bool over = end > at + 1 && at + 1 < to_width;
        add(to + PARTS * at, pixel, PARTS, (over ? at + 1 : end) - begin);
        if (over) at++, add(to + PARTS * at, pixel, PARTS, end - at);
    }
}

static unsigned char byte_of(float value)
{
    return value >= 255 ? 255 : value <= 0 ? 0 : (unsigned char)(value + 0.5f);
}

static void put_row(unsigned char *to, const float *sum, unsigned width)
{
    for (unsigned x = 0; x < width; x++, to += PARTS, sum += PARTS) {
        float a = sum[3];
        for (int i = 0; i < 3; i++) to[i] = a > 0 ? byte_of(sum[i] / a) : 0;
        to[3] = byte_of(a);
    }
}

void sa_pixels_shrink(struct sa_pixels *p, unsigned width, unsigned height)
{
    size_t line = (size_t)width * PARTS;
    float *row = sa_xcalloc(line, sizeof *row), *sum = sa_xcalloc(line, sizeof *sum);
    unsigned char *out = sa_xmalloc(line * height);
    double scale = (double)height / p->height;
    unsigned at = 0;
    for (unsigned y = 0; y < p->height; y++) {
        double begin = y * scale, end = (y + 1) * scale;
        bool over = end > at + 1 && at + 1 < height;
        shrink_row(p->rgba + (size_t)y * p->width * PARTS, p->width, row, width);
        add(sum, row, line, (over ? at + 1 : end) - begin);
        if (!over) continue;
        put_row(out + at * line, sum, width);
        memset(sum, 0, line * sizeof *sum);
        at++;
        add(sum, row, line, end - at);
    }
    put_row(out + at * line, sum, width);
    free(row), free(sum), free(p->rgba);
    *p = (struct sa_pixels){out, width, height};
}

// ---- turned ------------------------------------------------------------------------------------

static const struct {
    bool swap, mirror_x, mirror_y; // where a pixel comes from
} turns[] = {[1] = {0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1},
             {1, 0, 0},       {1, 0, 1}, {1, 1, 1}, {1, 1, 0}};

bool sa_orientation_swaps(unsigned orientation)
{
    return turns[orientation].swap;
}

void sa_pixels_turn(struct sa_pixels *p, unsigned orientation)
{
    if (orientation == 1) return;
    bool swap = turns[orientation].swap;
    unsigned width = swap ? p->height : p->width, height = swap ? p->width : p->height;
    unsigned char *out = sa_xmalloc((size_t)width * height * PARTS), *to = out;
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++, to += PARTS) {
            unsigned column = swap ? y : x, row = swap ? x : y;
            if (turns[orientation].mirror_x) column = p->width - 1 - column;
            if (turns[orientation].mirror_y) row = p->height - 1 - row;
            memcpy(to, p->rgba + ((size_t)row * p->width + column) * PARTS, PARTS);
        }
    free(p->rgba);
    *p = (struct sa_pixels){out, width, height};
}

void sa_pixels_flatten(struct sa_pixels *p)
{
    size_t count = (size_t)p->width * p->height;
    for (unsigned char *at = p->rgba; count--; at += PARTS) {
        for (int i = 0; i < 3; i++)
            at[i] = (unsigned char)((at[i] * at[3] + 255 * (255 - at[3]) + 127) / 255);
        at[3] = 255;
    }
}

void sa_pixels_to_rgb(struct sa_pixels *p)
{
    size_t count = (size_t)p->width * p->height;
    for (size_t i = 0; i < count; i++) memmove(p->rgba + 3 * i, p->rgba + PARTS * i, 3);
}

// ---- EXIF --------------------------------------------------------------------------------------

static uint32_t number(const unsigned char *p, int bytes, bool little)
{
    uint32_t n = 0;
    for (int i = 0; i < bytes; i++) n = n << 8 | p[little ? bytes - 1 - i : i];
    return n;
}

static unsigned of_tiff(const unsigned char *p, size_t len)
{
    enum { TAG = 0x0112, HEAD = 8, ENTRY = 12 };
    if (len < HEAD + 2) return 1;
    bool little = p[0] == 'I';
    size_t at = number(p + 4, 4, little);
    if (at > len - 2) return 1;
    size_t count = number(p + at, 2, little);
    for (at += 2; count-- && at + ENTRY <= len; at += ENTRY) {
        if (number(p + at, 2, little) != TAG) continue;
        unsigned value = number(p + at + 8, 2, little);
        return value >= 1 && value <= 8 ? value : 1;
    }
    return 1;
}

static const char exif[] = "Exif\0"; // and its NUL

static bool is_exif(const unsigned char *p, size_t len)
{
    return len >= sizeof exif && !memcmp(p, exif, sizeof exif);
}

unsigned sa_jpeg_orientation(const unsigned char *p, size_t len)
{
    enum { EXIF = 0xE1, SCAN = 0xDA, FILLING = 0xFF };
    for (size_t at = 2; at + 4 <= len && p[at] == 0xFF;) {
        unsigned marker = p[at + 1], size = number(p + at + 2, 2, false);
        const unsigned char *body = p + at + 4;
        if (marker == FILLING) {
            at++;
            continue;
        }
        if (marker == SCAN || size < 2 || at + 2 + size > len) break;
        if (marker == EXIF && is_exif(body, size - 2))
            return of_tiff(body + sizeof exif, size - 2 - sizeof exif);
        at += 2 + size;
    }
    return 1;
}

// In WebP the name stands before the size, which begins with its least byte, and chunks have even
// sizes; in PNG a checksum follows. Some writers put the name of a JPEG's marker into either.
static unsigned of_chunks(const unsigned char *p, size_t len, size_t at, bool webp)
{
    enum { HEAD = 8, CRC = 4 };
    while (at + HEAD <= len) {
        size_t size = number(p + at + (webp ? 4 : 0), 4, webp);
        const unsigned char *name = p + at + (webp ? 0 : 4), *body = p + at + HEAD;
        if (size > len - at - HEAD) break;
        size_t skip = is_exif(body, size) ? sizeof exif : 0;
        if (!memcmp(name, webp ? "EXIF" : "eXIf", 4)) return of_tiff(body + skip, size - skip);
        at += HEAD + size + (webp ? size & 1 : CRC);
    }
    return 1;
}

unsigned sa_png_orientation(const unsigned char *p, size_t len)
{
    return of_chunks(p, len, 8, false);
}

unsigned sa_webp_orientation(const unsigned char *p, size_t len)
{
    return of_chunks(p, len, 12, true);
}
