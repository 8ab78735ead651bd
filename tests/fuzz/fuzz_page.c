// What the child that reads pages does with them: charsets, libxml2's elements, Markdown,
// DuckDuckGo's results. Bits of the first byte choose. The text must be UTF-8 and within its limit.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/web/child.h"

enum { MOST = 64 << 10 };

static void feed(void *html, const char *text, size_t len)
{
    if (!sa_utf8_valid(text, len)) SA_BUG("charsets give what is no UTF-8");
    sa_html_feed(html, text, len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static const char *const names[] = {"",        "utf-8",  "utf-16", "shift_jis", "iso-2022-jp",
                                        "gb18030", "koi8-r", "x"};
    static struct sa_charsets *charsets;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    if (!charsets) charsets = sa_charsets_open();
    if (!len || !sa_html_load()) return 0;
    bool results = data[0] & 8;
    void *sink = results ? (void *)sa_results_new() : sa_markdown_new("http://a.test/b/", MOST);
    struct sa_html *html = sa_html_new(results ? &sa_results_sink : &sa_markdown_sink, sink);
    sa_charsets_convert(charsets, names[data[0] & 7], true, (const char *)data + 1, len - 1, feed,
                        html);
    sa_html_end(html);
    if (results) sa_results_end(sink, &out);
    else sa_markdown_end(sink, &out);
    if (!results && out.len > MOST + 1000) SA_BUG("%zu bytes of text", out.len);
    if (!sa_utf8_valid(sa_buf_text(&out), out.len)) SA_BUG("no UTF-8");
    sa_buf_release(&out);
    return 0;
}
