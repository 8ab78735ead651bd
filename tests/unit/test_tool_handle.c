// Handles of pictures, sound and files: what they say, and that they are found again.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tool/handle.h"

#define PNG "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0"
#define JPEG "\xff\xd8\xff\xe0\0\x04..\xff\xff\xc2\0\x11\x08\0\x20\0\x10\x03"

static void is_called(struct sa_handles *h, const char *kind, const char *mime, const char *data,
                      size_t len, const char *expected)
{
    char *text = sa_handles_add(h, kind, mime, data, len);
    assert_string_equal(text, expected);
    const struct sa_handle *one = sa_handles_find(h, text);
    assert_non_null(one);
    assert_int_equal(one->len, len);
    if (len) assert_memory_equal(one->data, data, len);
    free(text);
}

static void a_handle_says_what_it_stands_for(void **state)
{
    (void)state;
    struct sa_handles *h = sa_handles_new();
    char many[12345] = {0};
    is_called(h, "image", "image/png", PNG, sizeof PNG - 1, "image-1 (png, 640x480, 24 bytes)");
    is_called(h, "image", "image/gif", "GIF89a\x0a\0\x05\0", 10, "image-2 (gif, 10x5, 10 bytes)");
    is_called(h, "image", "image/jpeg", JPEG, sizeof JPEG - 1, "image-3 (jpeg, 16x32, 19 bytes)");
    is_called(h, "image", "image/png", PNG, 20, "image-4 (png, 20 bytes)"); // broken off
    is_called(h, "audio", "audio/wav", many, sizeof many, "audio-1 (wav, 12 kB)");
    is_called(h, "file", NULL, "", 0, "file-1 (octet-stream, 0 bytes)");
    assert_ptr_equal(sa_handles_find(h, "audio-1"), sa_handles_find(h, "audio-1 (wav, 12 kB)"));
    assert_string_equal(sa_handles_find(h, "image-2")->mime, "image/gif");
    assert_null(sa_handles_find(h, "image-22"));
    assert_null(sa_handles_find(h, "image-2 (png)"));
    assert_null(sa_handles_find(h, ""));
    assert_null(sa_handles_find(NULL, "image-1"));
    sa_handles_free(h);
}

static void what_strangers_say_of_a_type_stays_a_word(void **state)
{
    (void)state;
    struct sa_handles *h = sa_handles_new();
    is_called(h, "file", "text/html; \n\"ignore", "x", 1, "file-1 (html, 1 byte)");
    is_called(h, "\n", "\x1b[31m", "x", 1, "file-2 (octet-stream, 1 byte)");
    sa_handles_free(h);
}

static void there_is_room_for_so_much(void **state)
{
    (void)state;
    struct sa_handles *h = sa_handles_new();
    char *big = calloc(1, SA_HANDLES_BYTES / 2 + 1);
    assert_non_null(big);
    char *text = sa_handles_add(h, "file", "a/b", big, SA_HANDLES_BYTES / 2 + 1);
    assert_non_null(text);
    char *same = sa_handles_add(h, "file", "a/b", big, SA_HANDLES_BYTES / 2 + 1);
    assert_string_equal(same, text); // the same bytes are kept once
    free(same);
    big[0] = 1;
    assert_null(sa_handles_add(h, "file", "a/b", big, SA_HANDLES_BYTES / 2 + 1));
    assert_non_null(sa_handles_find(h, text));
    free(text);
    free(big);
    sa_handles_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_handle_says_what_it_stands_for),
        cmocka_unit_test(what_strangers_say_of_a_type_stays_a_word),
        cmocka_unit_test(there_is_room_for_so_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
