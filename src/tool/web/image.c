// Pictures in the child: decoded as a whole, so that what is damaged is found here and not by a
// model server that was paid; then left as they are, or made anew within the bounds. The libraries
// say what is wrong by what they return.
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>
#include <webp/decode.h>

#include "base/image.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/web/child.h"
#include "tool/web/picture.h"
#include "tool/web/pixels.h"

enum { MOST_PIXELS = 64 << 20 }; // of four bytes each, beside what the libraries take

struct work {
    const unsigned char *data;
    size_t len;
    struct sa_image_bounds bounds;
    unsigned width, height; // as the file has them
    unsigned to_width, to_height;
    unsigned orientation;
    bool alpha, photo; // photo: it lost something before
    bool redo;         // not every reader knows this kind
    struct sa_pixels pixels;
    tjhandle jpeg;
    png_image png;
};

#define DAMAGED "it is damaged, or its end is missing"

// ---- JPEG --------------------------------------------------------------------------------------

static const char *measure_jpeg(struct work *w)
{
    int width = 0, height = 0, sampling, space = 0; // tables alone have none, and are no error
    w->jpeg = tjInitDecompress();
    if (!w->jpeg) return DAMAGED;
    // Little things and a sampling without a name are errors here, but not to who decodes.
    tjDecompressHeader3(w->jpeg, w->data, w->len, &width, &height, &sampling, &space);
    if (width <= 0 || height <= 0) return DAMAGED;
    w->width = (unsigned)width;
    w->height = (unsigned)height;
    w->orientation = sa_jpeg_orientation(w->data, w->len);
    w->redo = space == TJCS_CMYK || space == TJCS_YCCK;
    w->photo = true;
    return NULL;
}

// Ink as printers' files have it, which is the light that is left.
static void light_of_ink(struct sa_pixels *p)
{
    size_t count = (size_t)p->width * p->height;
    for (unsigned char *at = p->rgba; count--; at += 4) {
        for (int i = 0; i < 3; i++) at[i] = (unsigned char)(at[i] * at[3] / 255);
        at[3] = 255;
    }
}

// Decoded at the smallest of its own scales that is large enough. Warnings are of little things but
// for one.
static const char *decode_jpeg(struct work *w)
{
    int count;
    const tjscalingfactor *factors = tjGetScalingFactors(&count);
    int width = (int)w->width, height = (int)w->height;
    for (int i = 0; i < count; i++) {
        int x = TJSCALED((int)w->width, factors[i]), y = TJSCALED((int)w->height, factors[i]);
        if (x < (int)w->to_width || y < (int)w->to_height || x >= width) continue;
        width = x, height = y;
    }
    w->pixels = (struct sa_pixels){sa_xmalloc((size_t)width * (size_t)height * 4), (unsigned)width,
                                   (unsigned)height};
    int rc = tjDecompress2(w->jpeg, w->data, w->len, w->pixels.rgba, width, 0, height,
                           w->redo ? TJPF_CMYK : TJPF_RGBA, TJFLAG_LIMITSCANS);
    bool warned = rc && tjGetErrorCode(w->jpeg) == TJERR_WARNING;
    if (rc && (!warned || strcasestr(tjGetErrorStr2(w->jpeg), "premature end"))) return DAMAGED;
    if (w->redo) light_of_ink(&w->pixels);
    return NULL;
}

// ---- PNG ---------------------------------------------------------------------------------------

static const char *measure_png(struct work *w)
{
    w->png.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&w->png, w->data, w->len)) return DAMAGED;
    w->width = w->png.width;
    w->height = w->png.height;
    w->orientation = sa_png_orientation(w->data, w->len);
    w->alpha = w->png.format & PNG_FORMAT_FLAG_ALPHA;
    return NULL;
}

// The library reads no further than the last row, and takes what has 16 bits for linear light
// unless it is told that it is what all others are.
static const char *decode_png(struct work *w)
{
    static const char end[] = "IEND\xAE\x42\x60\x82";
    w->png.format = PNG_FORMAT_RGBA;
    w->png.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    w->pixels = (struct sa_pixels){sa_xmalloc(PNG_IMAGE_SIZE(w->png)), w->width, w->height};
    if (!png_image_finish_read(&w->png, NULL, w->pixels.rgba, 0, NULL)) return DAMAGED;
    return memmem(w->data, w->len, end, sizeof end - 1) ? NULL : DAMAGED;
}

// ---- WebP --------------------------------------------------------------------------------------

static const char *measure_webp(struct work *w)
{
    WebPBitstreamFeatures f;
    if (WebPGetFeatures(w->data, w->len, &f) != VP8_STATUS_OK) return DAMAGED;
    if (f.has_animation) return "it is an animation; attach one of its pictures instead";
    w->width = (unsigned)f.width;
    w->height = (unsigned)f.height;
    w->orientation = sa_webp_orientation(w->data, w->len);
    w->alpha = f.has_alpha;
    w->photo = f.format == 1; // lossy
    return NULL;
}

static const char *decode_webp(struct work *w)
{
    WebPDecoderConfig c;
    if (!WebPInitDecoderConfig(&c)) return "another version of the library reads WebP";
    size_t size = (size_t)w->to_width * w->to_height * 4;
    w->pixels = (struct sa_pixels){sa_xmalloc(size), w->to_width, w->to_height};
    c.options.use_scaling = w->to_width != w->width || w->to_height != w->height;
    c.options.scaled_width = (int)w->to_width;
    c.options.scaled_height = (int)w->to_height;
    c.output.colorspace = MODE_RGBA;
    c.output.is_external_memory = 1;
    c.output.u.RGBA.rgba = w->pixels.rgba;
    c.output.u.RGBA.stride = (int)w->to_width * 4;
    c.output.u.RGBA.size = size;
    return WebPDecode(w->data, w->len, &c) == VP8_STATUS_OK ? NULL : DAMAGED;
}

// ---- made anew ---------------------------------------------------------------------------------

static bool put_png(struct work *w, struct sa_buf *out)
{
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = w->pixels.width,
                     .height = w->pixels.height,
                     .format = w->alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
    SA_AUTO_FREE unsigned char *rgb = sa_xmemdup(w->pixels.rgba,
                                                 (size_t)png.width * png.height * 4);
    struct sa_pixels copy = {rgb, png.width, png.height};
    SA_AUTO_FREE void *data = sa_xmalloc(size);
    if (!w->alpha) sa_pixels_to_rgb(&copy);
    bool done = png_image_write_to_memory(&png, data, &size, 0, rgb, 0, NULL);
    return done && size <= w->bounds.bytes && sa_buf_append(out, data, size);
}

static bool put_jpeg(struct work *w, int quality, struct sa_buf *out)
{
    unsigned char *data = NULL;
    unsigned long size = 0;
    tjhandle h = tjInitCompress();
    const struct sa_pixels *p = &w->pixels;
    bool done = h && !tjCompress2(h, p->rgba, (int)p->width, 0, (int)p->height, TJPF_RGBX, &data,
                                  &size, TJSAMP_420, quality, 0);
    done = done && size <= w->bounds.bytes && sa_buf_append(out, data, size);
    tjFree(data);
    if (h) tjDestroy(h);
    return done;
}

// The media type of what was written; NULL: nothing is small enough.
static const char *make_anew(struct work *w, struct sa_buf *out)
{
    static const int qualities[] = {90, 75, 50};
    if (!(w->photo && !w->alpha) && put_png(w, out)) return "image/png";
    sa_pixels_flatten(&w->pixels);
    for (size_t i = 0; i < SA_COUNT(qualities); i++)
        if (put_jpeg(w, qualities[i], out)) return "image/jpeg";
    return NULL;
}

// ---- all of it ---------------------------------------------------------------------------------

static const struct {
    const char *media;
    const char *(*measure)(struct work *w); // what is wrong; NULL: nothing
    const char *(*decode)(struct work *w);  // with at least to_width x to_height pixels
} formats[] = {{"image/png", measure_png, decode_png},
               {"image/jpeg", measure_jpeg, decode_jpeg},
               {"image/webp", measure_webp, decode_webp}};

static unsigned scaled(unsigned side, unsigned longest, unsigned most)
{
    if (longest <= most) return side;
    unsigned n = (unsigned)(((uint64_t)side * most + longest / 2) / longest);
    return n ? n : 1;
}

static const char *fit(struct work *w, const char *media, struct sa_buf *out)
{
    bool same = w->to_width == w->width && w->to_height == w->height && w->orientation == 1 &&
                w->len <= w->bounds.bytes && !w->redo;
    bool swap = sa_orientation_swaps(w->orientation);
    struct sa_buf made = SA_BUF_INIT(w->bounds.bytes);
    if (w->pixels.width != w->to_width || w->pixels.height != w->to_height)
        sa_pixels_shrink(&w->pixels, w->to_width, w->to_height);
    sa_pixels_turn(&w->pixels, w->orientation);
    if (!same) media = make_anew(w, &made);
    if (media)
        sa_buf_appendf(out, "%s %u %u %u %u\n", media, w->pixels.width, w->pixels.height,
                       swap ? w->height : w->width, swap ? w->width : w->height);
    sa_buf_append(out, made.data, made.len);
    sa_buf_release(&made);
    return media ? NULL : "it cannot be made small enough";
}

static const char *read_picture(struct work *w, struct sa_buf *out)
{
    static char large[96];
    const char *media = sa_picture_media(w->data, w->len), *wrong = NULL;
    size_t i = 0;
    while (i < SA_COUNT(formats) && !sa_streq(formats[i].media, media)) i++;
    if (i == SA_COUNT(formats)) return "it is no PNG, JPEG or WebP";
    if ((wrong = formats[i].measure(w))) return wrong;
    if ((uint64_t)w->width * w->height > MOST_PIXELS) {
        snprintf(large, sizeof large,
                 "it has %u x %u pixels, and more than 64 million are not read", w->width,
                 w->height);
        return large;
    }
    unsigned longest = w->width > w->height ? w->width : w->height;
    w->to_width = scaled(w->width, longest, w->bounds.side);
    w->to_height = scaled(w->height, longest, w->bounds.side);
    wrong = formats[i].decode(w);
    return wrong ? wrong : fit(w, media, out);
}

const char *sa_image_fit(const char *data, size_t len, const char *bounds, struct sa_buf *out)
{
    struct work w = {.data = (const unsigned char *)data, .len = len, .orientation = 1};
    if (sscanf(bounds, "%u %zu", &w.bounds.side, &w.bounds.bytes) != 2 || !w.bounds.side)
        return "its bounds are none";
    const char *wrong = read_picture(&w, out);
    free(w.pixels.rgba);
    if (w.jpeg) tjDestroy(w.jpeg);
    png_image_free(&w.png);
    return wrong;
}
