// Pictures from a worker: what is a whole PNG is taken without its extras, anything else is
// refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "base/base64.h"
#include "exec/proto/png.h"

enum { LIMIT = 8 << 20 };

static void put_number(struct sa_buf *out, uint32_t n)
{
    for (int i = 24; i >= 0; i -= 8) sa_buf_appendc(out, (char)(n >> i));
}

static void put_chunk(struct sa_buf *out, const char *type, const void *data, size_t len)
{
    put_number(out, (uint32_t)len);
    size_t start = out->len;
    sa_buf_append(out, type, 4);
    sa_buf_append(out, data, len);
    put_number(out,
               (uint32_t)crc32(0, (unsigned char *)out->data + start, (uInt)(out->len - start)));
}

static void put_header(struct sa_buf *out, uint32_t width, uint32_t height, const char *format)
{
    struct sa_buf data = SA_BUF_INIT(100);
    sa_buf_append(out, "\x89PNG\r\n\x1a\n", 8);
    put_number(&data, width);
    put_number(&data, height);
    sa_buf_append(&data, format, 5); // depth, colour, compression, filter, interlace
    put_chunk(out, "IHDR", data.data, data.len);
    sa_buf_release(&data);
}

// `len` bytes of zeros, the first being `filter`, as pixels in two chunks.
static void put_pixels(struct sa_buf *out, size_t len, char filter)
{
    char *rows = calloc(1, len ? len : 1);
    uLongf packed = compressBound((uLong)len);
    unsigned char *to = malloc(packed);
    rows[0] = filter;
    assert_int_equal(compress(to, &packed, (unsigned char *)rows, (uLong)len), Z_OK);
    put_chunk(out, "IDAT", to, 3);
    put_chunk(out, "IDAT", to + 3, packed - 3);
    free(rows);
    free(to);
}

static bool take(const struct sa_buf *file, struct sa_buf *out)
{
    unsigned width, height;
    const char *why = NULL;
    sa_buf_init(out, LIMIT);
    bool ok = sa_png_take(file->data, file->len, out, &width, &height, &why);
    assert_true(ok || why);
    return ok;
}

static void expect(struct sa_buf *file, bool good)
{
    struct sa_buf out;
    assert_int_equal(take(file, &out), good);
    sa_buf_release(&out);
    sa_buf_release(file);
}

static struct sa_buf picture(uint32_t width, uint32_t height, const char *format, size_t pixels)
{
    struct sa_buf file = SA_BUF_INIT(LIMIT);
    put_header(&file, width, height, format);
    put_pixels(&file, pixels, 0);
    put_chunk(&file, "IEND", "", 0);
    return file;
}

// As matplotlib and Pillow write them; made with Pillow: 2 x 1, RGBA.
static const char golden[] =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP4z8Dwn4GBgQ"
    "EADPwB//0td20AAAAASUVORK5CYII=";

static void test_golden(void **state)
{
    (void)state;
    struct sa_buf file = SA_BUF_INIT(LIMIT), out = SA_BUF_INIT(LIMIT);
    unsigned width, height;
    const char *why;
    assert_true(sa_base64_take(&file, golden, sizeof golden - 1));
    assert_true(sa_png_take(file.data, file.len, &out, &width, &height, &why));
    assert_int_equal(width, 2);
    assert_int_equal(height, 1);
    assert_int_equal(out.len, file.len);
    assert_memory_equal(out.data, file.data, file.len);
    sa_buf_release(&file);
    sa_buf_release(&out);
}

// No part of it may be missing, and no byte another.
static void test_every_byte_counts(void **state)
{
    (void)state;
    struct sa_buf file = SA_BUF_INIT(LIMIT), out;
    assert_false(take(&file, &out)); // none at all, which is no memory either
    sa_buf_release(&out);
    sa_base64_take(&file, golden, sizeof golden - 1);
    for (size_t i = 0; i < file.len; i++) {
        for (int bit = 0; bit < 8; bit++) {
            file.data[i] ^= (char)(1 << bit);
            assert_false(take(&file, &out));
            sa_buf_release(&out);
            file.data[i] ^= (char)(1 << bit);
        }
    }
    while (file.len) {
        sa_buf_truncate(&file, file.len - 1);
        assert_false(take(&file, &out));
        sa_buf_release(&out);
    }
    sa_buf_release(&file);
}

static void test_extras_stay_behind(void **state)
{
    (void)state;
    struct sa_buf file = SA_BUF_INIT(LIMIT), out, plain = picture(4, 2, "\x8\2\0\0\0", 26);
    put_header(&file, 4, 2, "\x8\2\0\0\0");
    put_chunk(&file, "tEXt", "Comment\0hidden", 14);
    put_pixels(&file, 26, 0);
    put_chunk(&file, "eXIf", "hidden", 6);
    put_chunk(&file, "IEND", "", 0);
    assert_true(take(&file, &out));
    assert_int_equal(out.len, plain.len);
    assert_memory_equal(out.data, plain.data, plain.len);
    sa_buf_release(&file);
    sa_buf_release(&plain);
    sa_buf_release(&out);
}

static void test_sizes_and_formats(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, height;
        char format[6];
        size_t pixels;
        bool good;
    } rows[] = {
        {4, 2, "\x8\2\0\0\0", 26, true},
        {4, 2, "\x8\2\0\0\0", 25, false}, // a pixel is missing
        {4, 2, "\x8\2\0\0\0", 27, false}, // one more
        {4096, 4096, "\x8\2\0\0\0", (size_t)4096 * (1 + 3 * 4096), true},
        {9, 2, "\1\0\0\0\0", 6, true},
        {4096, 1, "\x10\6\0\0\0", 32769, true},
        {4097, 1, "\x8\0\0\0\0", 4098, false},
        {1, 4097, "\x8\0\0\0\0", 8194, false},
        {0, 1, "\x8\0\0\0\0", 1, false},
        {0xffffffff, 0xffffffff, "\x8\0\0\0\0", 1, false},
        {4, 2, "\x8\1\0\0\0", 10, false}, // no such colour type
        {4, 2, "\x8\7\0\0\0", 10, false},
        {4, 2, "\x4\2\0\0\0", 26, false}, // no such depth of it
        {4, 2, "\x18\2\0\0\0", 26, false},
        {4, 2, "\0\2\0\0\0", 26, false},
        {4, 2, "\x8\2\1\0\0", 26, false}, // compression, filter, interlace
        {4, 2, "\x8\2\0\1\0", 26, false},
        {4, 2, "\x8\2\0\0\1", 26, false},
        {4, 2, "\x8\3\0\0\0", 10, false},      // no palette
        {1, 1, "\x8\0\0\0\0", 4 << 20, false}, // unpacks to far more than it says
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct sa_buf file = picture(rows[i].width, rows[i].height, rows[i].format, rows[i].pixels);
        expect(&file, rows[i].good);
    }
}

static void test_order_of_parts(void **state)
{
    (void)state;
    static const char grey[] = "\x8\0\0\0\0", indexed[] = "\x8\3\0\0\0";
    struct sa_buf file = SA_BUF_INIT(LIMIT);
    put_header(&file, 1, 1, indexed);
    put_chunk(&file, "PLTE", "\1\2\3", 3);
    put_chunk(&file, "tRNS", "\1", 1);
    put_pixels(&file, 2, 4);
    put_chunk(&file, "IEND", "", 0);
    expect(&file, true);
    put_header(&file, 1, 1, indexed);
    put_chunk(&file, "PLTE", "\1\2\3\4", 4);
    put_pixels(&file, 2, 0);
    put_chunk(&file, "IEND", "", 0);
    expect(&file, false);
    put_header(&file, 1, 1, grey);
    put_pixels(&file, 2, 5); // no such filter
    put_chunk(&file, "IEND", "", 0);
    expect(&file, false);
    put_header(&file, 1, 1, grey);
    put_header(&file, 1, 1, grey);
    put_pixels(&file, 2, 0);
    put_chunk(&file, "IEND", "", 0);
    expect(&file, false);
    put_header(&file, 1, 1, grey);
    put_chunk(&file, "ABCD", "", 0); // a part that viewers have to know
    put_pixels(&file, 2, 0);
    put_chunk(&file, "IEND", "", 0);
    expect(&file, false);
    put_header(&file, 1, 1, grey);
    put_chunk(&file, "IEND", "", 0); // no pixels
    expect(&file, false);
    file = picture(1, 1, grey, 2);
    sa_buf_appends(&file, "<script>"); // something after the picture
    expect(&file, false);
    sa_buf_append(&file, "\x89PNG\r\n\x1a\n", 8);
    put_pixels(&file, 2, 0); // no header
    expect(&file, false);
    file = picture(1, 1, grey, 2);
    struct sa_buf large = SA_BUF_INIT(LIMIT);
    put_header(&large, 1, 1, grey);
    char *text = calloc(1, SA_IMAGE_BYTES);
    put_chunk(&large, "tEXt", text, SA_IMAGE_BYTES);
    put_pixels(&large, 2, 0);
    put_chunk(&large, "IEND", "", 0);
    expect(&large, false);
    expect(&file, true);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_every_byte_counts),
        cmocka_unit_test(test_extras_stay_behind),
        cmocka_unit_test(test_sizes_and_formats),
        cmocka_unit_test(test_order_of_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
