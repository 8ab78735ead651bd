// Recordings for tests that play a model: each reply is a cell, of 70 tokens in and 30 out.
#ifndef TEST_RECORDING_H
#define TEST_RECORDING_H

#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/xalloc.h"

// Into a new file, whose name mkstemp makes of `path`; `cells` ends with NULL.
static inline void write_recording(char *path, const char *const *cells)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    for (; *cells; cells++) {
        SA_AUTO_FREE char *reply = sa_xasprintf("<code>\n%s\n</code>", *cells);
        sa_buf_appendc(&text, '{');
        sa_json_put_str(&text, "text", reply);
        sa_buf_appends(&text, ",\"usage\":{\"input_tokens\":70,\"output_tokens\":30}}\n");
    }
    int fd = mkstemp(path);
    assert_int_equal(write(fd, text.data, text.len), text.len);
    close(fd);
    sa_buf_release(&text);
}

#endif
