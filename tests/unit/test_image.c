// Pictures made fit for a model: what is left as it is, what becomes smaller, what is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>
#include <turbojpeg.h>
#include <webp/encode.h>

#include "base/xalloc.h"
#include "tool/web/child.h"
#include "tool/web/picture.h"
#include "tool/web/pixels.h"

// Red to the left, blue to the right; the alpha is the same everywhere.
static unsigned char *halves(unsigned width, unsigned height, unsigned char alpha)
{
    unsigned char *rgba = sa_xcalloc((size_t)width * height, 4);
    for (size_t i = 0; i < (size_t)width * height; i++) {
        rgba[4 * i + (i % width < width / 2 ? 0 : 2)] = 255;
        rgba[4 * i + 3] = alpha;
    }
    return rgba;
}

static struct sa_buf as_png(unsigned width, unsigned height, unsigned char alpha)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    png_image png = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGBA};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
    SA_AUTO_FREE unsigned char *rgba = halves(width, height, alpha);
    assert_true(
        png_image_write_to_memory(&png, sa_buf_reserve(&out, size), &size, 0, rgba, 0, NULL));
    sa_buf_added(&out, size);
    return out;
}

static struct sa_buf as_jpeg(unsigned width, unsigned height)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    unsigned char *data = NULL;
    unsigned long size = 0;
    tjhandle h = tjInitCompress();
    SA_AUTO_FREE unsigned char *rgba = halves(width, height, 255);
    assert_int_equal(tjCompress2(h, rgba, (int)width, 0, (int)height, TJPF_RGBX, &data, &size,
                                 TJSAMP_444, 95, 0),
                     0);
    sa_buf_append(&out, data, size);
    tjFree(data);
    tjDestroy(h);
    return out;
}

static struct sa_buf as_webp(unsigned width, unsigned height, bool lossy)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    uint8_t *data = NULL;
    SA_AUTO_FREE unsigned char *rgba = halves(width, height, 255);
    int w = (int)width, h = (int)height;
    size_t size = lossy ? WebPEncodeRGBA(rgba, w, h, 4 * w, 90, &data)
                        : WebPEncodeLosslessRGBA(rgba, w, h, 4 * w, &data);
    assert_true(size);
    sa_buf_append(&out, data, size);
    WebPFree(data);
    return out;
}

// What comes of a file within bounds: its first line is `line`, and behind that come new bytes or
// none. Releases the file.
static struct sa_buf fit(struct sa_buf *file, const char *bounds, const char *line, bool anew)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    const char *wrong = sa_image_fit(file->data, file->len, bounds, &out);
    assert_null(wrong);
    size_t head = strcspn(out.data, "\n");
    assert_int_equal(head, strlen(line));
    assert_memory_equal(out.data, line, head);
    assert_int_equal(out.len > head + 1, anew);
    sa_buf_remove(&out, 0, head + 1);
    sa_buf_release(file);
    return out;
}

static void fits(struct sa_buf file, const char *bounds, const char *line, bool anew)
{
    struct sa_buf out = fit(&file, bounds, line, anew);
    sa_buf_release(&out);
}

static void refused(struct sa_buf file, size_t len, const char *why)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    const char *wrong = sa_image_fit(sa_buf_text(&file), len, "100 100000", &out);
    assert_non_null(wrong);
    if (!strstr(wrong, why)) fail_msg("%s", wrong);
    assert_int_equal(out.len, 0);
    sa_buf_release(&file);
}

static void test_what_fits_is_left_as_it_is(void **state)
{
    (void)state;
    fits(as_png(20, 10, 255), "20 100000", "image/png 20 10 20 10", false);
    fits(as_jpeg(20, 10), "20 100000", "image/jpeg 20 10 20 10", false);
    fits(as_webp(20, 10, true), "20 100000", "image/webp 20 10 20 10", false);
    fits(as_webp(20, 10, false), "20 100000", "image/webp 20 10 20 10", false);
}

static void test_what_is_larger_is_scaled_down(void **state)
{
    (void)state;
    fits(as_png(200, 100, 128), "50 100000", "image/png 50 25 200 100", true);
    fits(as_jpeg(200, 100), "50 100000", "image/jpeg 50 25 200 100", true);
    fits(as_jpeg(100, 203), "50 100000", "image/jpeg 25 50 100 203", true);
    fits(as_webp(200, 100, true), "50 100000", "image/jpeg 50 25 200 100", true);
    fits(as_webp(200, 100, false), "50 100000", "image/png 50 25 200 100", true);
    fits(as_png(1000, 1, 255), "10 100000", "image/png 10 1 1000 1", true); // never to nothing
    fits(as_webp(1, 1000, false), "10 100000", "image/png 1 10 1 1000", true);
    fits(as_webp(1000, 1, true), "10 100000", "image/jpeg 10 1 1000 1", true);
    // Too many bytes, not pixels.
    struct sa_buf png = as_png(300, 300, 255), jpeg = as_jpeg(300, 300);
    char bounds[32];
    snprintf(bounds, sizeof bounds, "300 %zu", jpeg.len - 1);
    fits(jpeg, bounds, "image/jpeg 300 300 300 300", true);
    snprintf(bounds, sizeof bounds, "300 %zu", png.len - 1);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    const char *wrong = sa_image_fit(png.data, png.len, "300 10", &out);
    assert_string_equal(wrong, "it cannot be made small enough");
    sa_buf_release(&png);
    sa_buf_release(&out);
}

// The pixels of a PNG that came out.
static struct sa_pixels pixels_of(const struct sa_buf *file)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&png, file->data, file->len));
    png.format = PNG_FORMAT_RGBA;
    struct sa_pixels p = {sa_xmalloc(PNG_IMAGE_SIZE(png)), png.width, png.height};
    assert_true(png_image_finish_read(&png, NULL, p.rgba, 0, NULL));
    return p;
}

static void test_colours_and_alpha_stay_what_they_are(void **state)
{
    (void)state;
    static const unsigned char expected[] = {255, 0, 0,   128, 255, 0, 0,   128,
                                             0,   0, 255, 128, 0,   0, 255, 128};
    struct sa_buf file = as_png(403, 401, 128);
    struct sa_buf out = fit(&file, "4 1000", "image/png 4 4 403 401", true);
    struct sa_pixels p = pixels_of(&out);
    for (int i = 0; i < 4; i++) {
        assert_memory_equal(p.rgba + 16 * i, expected, 4); // the column in the middle is mixed
        assert_memory_equal(p.rgba + 16 * i + 12, expected + 12, 4);
        assert_int_equal(p.rgba[16 * i + 7], 128);
    }
    free(p.rgba);
    sa_buf_release(&out);
}

// Samples of 16 bits mean what those of 8 do, where the file says nothing else.
static void test_deep_grey_stays_as_bright_as_it_is(void **state)
{
    (void)state;
    static const unsigned char deep[] = {
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48,
        0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x10, 0x00, 0x00, 0x00,
        0x00, 0x81, 0xD9, 0xFC, 0x15, 0x00, 0x00, 0x00, 0x0B, 0x49, 0x44, 0x41, 0x54, 0x78,
        0x9C, 0x63, 0x48, 0x01, 0x02, 0x00, 0x03, 0xED, 0x01, 0x91, 0xAA, 0xEA, 0x55, 0x9B,
        0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82};
    struct sa_buf file = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_append(&file, deep, sizeof deep);
    struct sa_buf out = fit(&file, "1 1000", "image/png 1 1 2 1", true);
    struct sa_pixels p = pixels_of(&out);
    assert_int_equal(p.rgba[0], 100);
    free(p.rgba);
    sa_buf_release(&out);
}

static void test_a_mean_is_of_the_area(void **state)
{
    (void)state;
    static const unsigned char row[] = {0,  0, 0, 255, 30, 0, 0, 255,
                                        90, 0, 0, 255, 60, 0, 0, 0}; // the last one is transparent
    struct sa_pixels p = {sa_xmemdup(row, sizeof row), 4, 1};
    sa_pixels_shrink(&p, 2, 1);
    assert_int_equal(p.rgba[0], 15);
    assert_int_equal(p.rgba[4], 90);
    assert_int_equal(p.rgba[7], 128);
    free(p.rgba);
    p = (struct sa_pixels){sa_xmemdup(row, sizeof row), 3, 1};
    sa_pixels_shrink(&p, 2, 1); // one and a half each
    assert_int_equal(p.rgba[0], 10);
    assert_int_equal(p.rgba[4], 70);
    free(p.rgba);
}

// A JPEG with an orientation is told as it is to be seen.
static void test_pictures_are_turned_upright(void **state)
{
    (void)state;
    static const char head[] = "\xFF\xE1\x00\x22"
                               "Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0";
    static const unsigned char first[] = {'r', 'b', 'b', 'r', 'r', 'r', 'b', 'b'}; // of 1 to 8
    for (unsigned n = 1; n <= 8; n++) {
        struct sa_buf file = as_jpeg(32, 16);
        const unsigned char value[] = {(unsigned char)n, 0, 0, 0, 0, 0, 0, 0};
        sa_buf_insert(&file, 2, value, sizeof value);
        sa_buf_insert(&file, 2, head, sizeof head - 1);
        assert_int_equal(sa_jpeg_orientation((unsigned char *)file.data, file.len), n);
        bool swap = n >= 5;
        fits(file, "100 10000", swap ? "image/jpeg 16 32 16 32" : "image/jpeg 32 16 32 16", n > 1);
        struct sa_pixels p = {halves(4, 2, 255), 4, 2};
        sa_pixels_turn(&p, n);
        assert_int_equal(p.width, swap ? 2 : 4);
        assert_int_equal(p.rgba[first[n - 1] == 'r' ? 0 : 2], 255);
        free(p.rgba);
    }
}

// Those of other formats say it in a chunk.
static void test_png_and_webp_are_turned_upright(void **state)
{
    (void)state;
    static const char exif[] = "MM\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0";
    static const char png_head[] = "\0\0\0\x1A"
                                   "eXIf";
    static const char webp_head[] = "EXIF\x20\0\0\0Exif\0";              // and its NUL
    static const char more[] = "VP8X\x0A\0\0\0\x08\0\0\0\x1F\0\0\x0F\0"; // 32 x 16, with EXIF
    enum { PNG_AT = 33, RIFF_AT = 12 };
    static const unsigned char crc[] = {0xD6, 0x67, 0x4B, 0x69};
    struct sa_buf file = as_png(32, 16, 255);
    sa_buf_insert(&file, PNG_AT, crc, sizeof crc);
    sa_buf_insert(&file, PNG_AT, exif, sizeof exif - 1);
    sa_buf_insert(&file, PNG_AT, png_head, sizeof png_head - 1);
    fits(file, "100 10000", "image/png 16 32 16 32", true);
    for (int lossy = 0; lossy < 2; lossy++) {
        file = as_webp(32, 16, lossy);
        sa_buf_insert(&file, RIFF_AT, more, sizeof more);
        sa_buf_append(&file, webp_head, sizeof webp_head);
        sa_buf_append(&file, exif, sizeof exif - 1);
        const uint32_t size = (uint32_t)file.len - 8;
        for (int i = 0; i < 4; i++) file.data[4 + i] = (char)(size >> 8 * i);
        fits(file, "100 10000", lossy ? "image/jpeg 16 32 16 32" : "image/png 16 32 16 32", true);
    }
}

// What printers' files say in ink, which not every reader knows, becomes light.
static void test_ink_becomes_light(void **state)
{
    (void)state;
    static const unsigned char red[] = {255, 0, 0, 255}; // of light: what no ink takes away
    struct sa_buf file = SA_BUF_INIT(SA_BUF_TEXT);
    unsigned char ink[16 * 16 * 4], *data = NULL;
    unsigned long size = 0;
    tjhandle h = tjInitCompress(), back = tjInitDecompress();
    for (size_t i = 0; i < sizeof ink; i++) ink[i] = red[i % 4];
    assert_int_equal(tjCompress2(h, ink, 16, 0, 16, TJPF_CMYK, &data, &size, TJSAMP_444, 95, 0), 0);
    sa_buf_append(&file, data, size);
    tjFree(data);
    struct sa_buf out = fit(&file, "100 10000", "image/jpeg 16 16 16 16", true);
    assert_int_equal(
        tjDecompress2(back, (unsigned char *)out.data, out.len, ink, 16, 0, 16, TJPF_RGBX, 0), 0);
    assert_true(ink[0] > 240 && ink[1] < 15 && ink[2] < 15);
    tjDestroy(h);
    tjDestroy(back);
    sa_buf_release(&out);
}

// Three samples of light for one of colour, which the library has no name for. Behind a table of 64
// ones.
static struct sa_buf as_odd_jpeg(void)
{
    static const unsigned char head[] = {0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0},
                               tail[] = {
                                   0xFF, 0xC0, 0x00, 0x11, 0x08, 0x00, 0x02, 0x00, 0x04, 0x03, 0x01,
                                   0x32, 0x00, 0x02, 0x11, 0x00, 0x03, 0x11, 0x00, 0xFF, 0xC4, 0x00,
                                   0x16, 0x00, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                                   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x09, 0x0A, 0xFF,
                                   0xC4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                                   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF,
                                   0xDA, 0x00, 0x0C, 0x03, 0x01, 0x00, 0x02, 0x00, 0x03, 0x00, 0x00,
                                   0x3F, 0x00, 0x8B, 0xE0, 0x02, 0x53, 0xB7, 0xF0, 0xFF, 0xD9,
                               };
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_append(&out, head, sizeof head);
    for (int i = 0; i < 64; i++) sa_buf_appendc(&out, 1);
    sa_buf_append(&out, tail, sizeof tail);
    return out;
}

static void test_jpegs_of_which_the_library_warns_are_read(void **state)
{
    (void)state;
    fits(as_odd_jpeg(), "100 10000", "image/jpeg 4 2 4 2", false);
    fits(as_odd_jpeg(), "2 10000", "image/jpeg 2 1 4 2", true);
    struct sa_buf file = as_jpeg(20, 10);
    sa_buf_insert(&file, 20, "stray", 5); // behind the first marker
    fits(file, "100 10000", "image/jpeg 20 10 20 10", false);
}

static void test_what_is_damaged_is_refused(void **state)
{
    (void)state;
    struct sa_buf none = SA_BUF_INIT(16);
    refused(none, 0, "no PNG, JPEG or WebP");
    struct sa_buf png = as_png(90, 90, 255), jpeg = as_jpeg(90, 90), webp = as_webp(90, 90, true);
    size_t len = png.len;
    refused(as_png(90, 90, 255), len / 2, "damaged");
    refused(as_png(90, 90, 255), len - 12, "damaged");
    refused(png, 20, "damaged");
    len = jpeg.len;
    refused(as_jpeg(90, 90), len / 2, "damaged");
    refused(as_jpeg(90, 90), len - 2, "damaged");
    refused(jpeg, 10, "damaged");
    len = webp.len;
    refused(as_webp(90, 90, true), len - 20, "damaged");
    refused(webp, 14, "damaged");
}

static void test_bombs_are_refused_by_what_they_say(void **state)
{
    (void)state;
    static const unsigned char crc[] = {0x80, 0xD2, 0x75, 0x42}; // of 60000 x 60000, RGBA
    struct sa_buf png = as_png(9, 9, 255);
    static const unsigned char side[] = {0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 6, 0, 0, 0};
    memcpy(png.data + 16, side, sizeof side);
    memcpy(png.data + 29, crc, 4);
    size_t len = png.len;
    refused(png, len, "60000 x 60000 pixels");
}

static void test_kinds_are_known_by_their_bytes(void **state)
{
    (void)state;
    assert_string_equal(sa_picture_media("\x89PNG\r\n\x1a\n", 8), "image/png");
    assert_string_equal(sa_picture_media("\xFF\xD8\xFF", 3), "image/jpeg");
    assert_string_equal(sa_picture_media("RIFF....WEBP", 12), "image/webp");
    assert_null(sa_picture_media("RIFF....WAVE", 12));
    assert_null(sa_picture_media("GIF89a", 6));
    assert_null(sa_picture_media("", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_fits_is_left_as_it_is),
        cmocka_unit_test(test_what_is_larger_is_scaled_down),
        cmocka_unit_test(test_colours_and_alpha_stay_what_they_are),
        cmocka_unit_test(test_deep_grey_stays_as_bright_as_it_is),
        cmocka_unit_test(test_a_mean_is_of_the_area),
        cmocka_unit_test(test_pictures_are_turned_upright),
        cmocka_unit_test(test_png_and_webp_are_turned_upright),
        cmocka_unit_test(test_ink_becomes_light),
        cmocka_unit_test(test_jpegs_of_which_the_library_warns_are_read),
        cmocka_unit_test(test_what_is_damaged_is_refused),
        cmocka_unit_test(test_bombs_are_refused_by_what_they_say),
        cmocka_unit_test(test_kinds_are_known_by_their_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
