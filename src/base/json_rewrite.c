// Replacing strings and numbers of a JSON text in place of its tree: the rest keeps its digits, its
// order and its spelling.
#include <ctype.h>
#include <string.h>

#include "base/json.h"

static size_t token_end(const char *text, size_t len, size_t at)
{
    size_t p = at + 1;
    if (text[at] != '"') {
        while (p < len && (isalnum((unsigned char)text[p]) || strchr("+-.", text[p]))) p++;
        return p;
    }
    while (p < len && text[p] != '"') p += text[p] == '\\' ? 2 : 1;
    return p < len ? p + 1 : len;
}

static bool before_colon(const char *text, size_t len, size_t at)
{
    while (at < len && strchr(" \t\r\n", text[at]) && text[at]) at++;
    return at < len && text[at] == ':';
}

void sa_json_rewrite(const char *text, size_t len, sa_json_token_fn fn, void *ctx,
                     struct sa_buf *out)
{
    struct sa_buf plain = SA_BUF_INIT(SA_BUF_HUGE), other = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_buf name = SA_BUF_INIT(SA_BUF_HUGE);
    for (size_t at = 0, end; at < len; at = end) {
        bool string = text[at] == '"', number = text[at] == '-' || isdigit((unsigned char)text[at]);
        end = string || isalnum((unsigned char)text[at]) || number ? token_end(text, len, at)
                                                                   : at + 1;
        if (text[at] == '}') sa_buf_clear(&name);
        if (!string && !number) {
            sa_buf_append(out, text + at, end - at);
            continue;
        }
        sa_buf_clear(&plain), sa_buf_clear(&other);
        if (string) sa_json_unquote(text + at, end - at, &plain);
        else sa_buf_append(&plain, text + at, end - at);
        struct sa_json_token t = {.text = sa_buf_text(&plain),
                                  .name = sa_buf_text(&name),
                                  .len = plain.len,
                                  .is_string = string,
                                  .is_name = string && before_colon(text, len, end)};
        if (t.is_name) t.name = "";
        if (fn(ctx, &t, &other)) sa_json_quote(out, sa_buf_text(&other), other.len);
        else sa_buf_append(out, text + at, end - at);
        if (!t.is_name) continue;
        sa_buf_clear(&name);
        sa_buf_append(&name, plain.data, plain.len);
    }
    sa_buf_release(&plain), sa_buf_release(&other), sa_buf_release(&name);
}
