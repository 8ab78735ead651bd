// Fuzz driver: pictures of files and tools, as the child that is locked in reads them. The first
// byte says what kind the rest claims to be, so that all three libraries are reached. What comes
// out must be within the bounds, and fit as it is the next time.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/xalloc.h"
#include "tool/web/child.h"
#include "tool/web/picture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char bounds[] = "8 4000";

static void put_magic(struct sa_buf *file, unsigned kind)
{
    if (kind % 4 == 1) sa_buf_append(file, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    if (kind % 4 == 2) sa_buf_append(file, "\xFF\xD8\xFF", 3);
    if (kind % 4 == 3) sa_buf_append(file, "RIFF\xFF\0\0\0WEBPVP8", 15);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sa_buf file = SA_BUF_INIT(SA_BUF_TEXT), out = SA_BUF_INIT(SA_BUF_TEXT),
                  again = SA_BUF_INIT(SA_BUF_TEXT);
    char media[16];
    unsigned width, height, was_width, was_height;
    int at = 0;
    if (!size) return 0;
    put_magic(&file, data[0]);
    sa_buf_append(&file, data + 1, size - 1);
    const char *wrong = sa_image_fit(sa_buf_text(&file), file.len, bounds, &out);
    SA_CHECK(!wrong == (out.len > 0));
    if (!wrong) {
        SA_CHECK(sscanf(out.data, "%15s %u %u %u %u%n", media, &width, &height, &was_width,
                        &was_height, &at) == 5 &&
                 out.data[at] == '\n');
        SA_CHECK(width && width <= 8 && height && height <= 8);
        sa_buf_remove(&out, 0, (size_t)at + 1);
        if (!out.len) sa_buf_append(&out, file.data, file.len);
        SA_CHECK(out.len <= 4000 && !strcmp(sa_picture_media(out.data, out.len), media));
        SA_CHECK(!sa_image_fit(out.data, out.len, bounds, &again));
        SA_CHECK(again.data[again.len - 1] == '\n'); // and nothing behind it
    }
    sa_buf_release(&file);
    sa_buf_release(&out);
    sa_buf_release(&again);
    return 0;
}
