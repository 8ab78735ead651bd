// The list of registered secrets and the replacing of what the scanner finds.
#include "base/secret.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/detect.h"
#include "base/json.h"
#include "base/known.h"
#include "base/secret_int.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

// Shorter values are everywhere by chance; the same of what stands for one.
enum { MIN_SECRET = 6, MIN_LINE = 20, MIN_BASE64 = 10, MAX_HELD = 32 << 10, LOOK_AGAIN = 1 << 10 };

static struct {
    pthread_mutex_t lock;
    struct sa_known known;
    _Atomic bool no_forms;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

// ---- registering ------------------------------------------------------------------------------

static void add_one(const char *value, size_t len)
{
    if (len < MIN_SECRET) return;
    pthread_mutex_lock(&state.lock);
    sa_known_add(&state.known, value, len);
    pthread_mutex_unlock(&state.lock);
}

static void add_buf(struct sa_buf *b)
{
    add_one(sa_buf_text(b), b->len);
    sa_buf_clear(b);
}

// What is left of bytes that are no UTF-8, in texts that are; and what Latin-1 makes of characters.
static void add_characters(const char *value, size_t len, struct sa_buf *out)
{
    struct sa_buf latin = SA_BUF_INIT(SA_BUF_HUGE);
    uint32_t cp;
    sa_utf8_repair(out, value, len);
    add_buf(out);
    for (size_t i = 0; i < len; i += sa_utf8_decode(value + i, len - i, &cp)) {
        sa_utf8_decode(value + i, len - i, &cp);
        if (cp > 0xFF) break;
        sa_buf_appendc(&latin, (char)cp);
    }
    if (sa_utf8_valid(value, len) && sa_utf8_count(value, len) == latin.len && latin.len < len) {
        sa_utf8_repair(out, latin.data, latin.len);
        add_buf(out);
        add_buf(&latin);
    }
    sa_buf_release(&latin);
}

// The characters of base64 that are the value's alone, wherever in the encoded text it begins.
static void add_base64(const char *value, size_t len, struct sa_buf *out)
{
    struct sa_buf shifted = SA_BUF_INIT(SA_BUF_HUGE);
    for (size_t lead = 0; lead < 3; lead++) {
        sa_buf_clear(&shifted);
        sa_buf_append(&shifted, "\0\0", lead);
        sa_buf_append(&shifted, value, len);
        sa_base64_put(out, shifted.data, shifted.len);
        size_t skip = (lead * 8 + 5) / 6, whole = shifted.len * 8 / 6;
        sa_buf_truncate(out, whole);
        sa_buf_remove(out, 0, skip);
        add_one(out->data, out->len);
        for (size_t i = 0; i < out->len; i++)
            out->data[i] = out->data[i] == '+' ? '-' : out->data[i] == '/' ? '_' : out->data[i];
        add_buf(out);
    }
    sa_buf_release(&shifted);
}

static void add_hex(const char *value, size_t len, const char *format, struct sa_buf *out)
{
    for (size_t i = 0; i < len; i++) sa_buf_appendf(out, format, (unsigned char)value[i]);
    add_buf(out);
}

// A text of several lines: with the other line ends, and each line that is no sentence or heading.
static void add_lines(const char *value, size_t len, struct sa_buf *out)
{
    struct sa_str rest = {value, len}, line;
    while (sa_str_next_line(&rest, &line)) {
        if (out->len) sa_buf_appends(out, "\r\n");
        sa_buf_append(out, line.data, line.len);
        line = sa_str_trim(line);
        bool words = memchr(line.data, ' ', line.len) || memchr(line.data, '\t', line.len);
        if (line.len >= MIN_LINE && !words) sa_secret_put(line.data, line.len);
    }
    add_buf(out);
}

void sa_secret_put(const char *value, size_t len)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_str trimmed = sa_str_trim((struct sa_str){value, len});
    add_one(value, len);
    if (trimmed.len < MIN_SECRET) return;
    if (trimmed.len < len) add_one(trimmed.data, trimmed.len);
    add_characters(trimmed.data, trimmed.len, &out);
    if (trimmed.len >= MIN_BASE64) add_base64(trimmed.data, trimmed.len, &out);
    add_hex(trimmed.data, trimmed.len, "%02x", &out);
    add_hex(trimmed.data, trimmed.len, "%02X", &out);
    if (memchr(trimmed.data, '\n', trimmed.len)) add_lines(trimmed.data, trimmed.len, &out);
    sa_buf_release(&out);
}

void sa_secret_add(const char *secret)
{
    struct sa_str bare = sa_str_trim(sa_str_of(secret)); // that is what is sent, and gets out
    if (bare.len) sa_secret_put(bare.data, bare.len);
}

void sa_secret_set_forms(bool on)
{
    state.no_forms = !on;
}

void sa_secret_release(void)
{
    pthread_mutex_lock(&state.lock);
    sa_known_release(&state.known);
    pthread_mutex_unlock(&state.lock);
}

// ---- redacting --------------------------------------------------------------------------------

// Replaces what is found in text[0..*len) in place. Returns how much of it is settled; the rest,
// when how->more is set, waits for what follows.
static size_t redact(const struct sa_detect *how, char *text, size_t *len)
{
    size_t from = 0, to = 0; // what is done ends at `to`, the rest begins at `from`
    struct sa_finding f;
    pthread_mutex_lock(&state.lock);
    struct sa_detect d = *how;
    d.known = &state.known;
    enum sa_detected got;
    while ((got = sa_detect(&d, text, *len, from, &f)) == SA_DETECT_HIT) {
        memmove(text + to, text + from, f.start - from);
        to += f.start - from + 3;
        from = f.start + f.len;
        memcpy(text + to - 3, "***", 3); // every finding is at least that long
        text[from - 1] = '*';            // what the rest is seen to follow
    }
    pthread_mutex_unlock(&state.lock);
    size_t settled = to + (got == SA_DETECT_UNSURE ? f.start : *len) - from;
    memmove(text + to, text + from, *len - from);
    *len -= from - to;
    return settled;
}

static size_t redact_whole(char *text, size_t len, bool forms)
{
    size_t before = len;
    redact(&(struct sa_detect){.kinds = forms ? SA_DETECT_SECRETS : 0}, text, &len);
    if (len < before) text[len] = '\0';
    return len;
}

size_t sa_secret_redact(char *text, size_t len)
{
    return redact_whole(text, len, !state.no_forms);
}

size_t sa_secret_redact_known(char *text, size_t len)
{
    return redact_whole(text, len, false);
}

bool sa_secret_equals(const char *secret, const char *shown, size_t len)
{
    size_t whole = strlen(secret);
    volatile unsigned char differs = whole != len; // volatile: no early end
    for (size_t i = 0; whole && i < len; i++)
        differs |= (unsigned char)(secret[i % whole] ^ shown[i]);
    return whole && !differs;
}

// One string, name or number of a JSON text.
static bool redact_token(void *ctx, const struct sa_json_token *t, struct sa_buf *out)
{
    SA_AUTO_FREE char *copy = sa_xstrndup(t->text, t->len);
    size_t len = redact_whole(copy, t->len, *(const bool *)ctx);
    if (len == t->len && !memcmp(copy, t->text, len)) return false;
    return sa_buf_append(out, copy, len);
}

static void redact_json(char **json, bool forms)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    size_t len = strlen(*json);
    if (sa_json_valid(*json, len)) {
        sa_json_rewrite(*json, len, redact_token, &forms, &out);
    } else { // nothing that could be mended: whole or not at all
        const struct sa_json_token all = {.text = *json, .len = len};
        if (!redact_token(&forms, &all, &out)) return;
        sa_buf_clear(&out);
        sa_buf_appends(&out, "\"***\"");
    }
    free(*json);
    *json = sa_buf_take(&out, NULL);
}

void sa_secret_redact_json(char **json)
{
    if (*json) redact_json(json, !state.no_forms);
}

static size_t settle(struct sa_redactor *r, bool more, bool hurry)
{
    const struct sa_detect how = {.kinds = state.no_forms ? 0 : SA_DETECT_SECRETS,
                                  .before = r->before,
                                  .more = more,
                                  .hurry = hurry};
    return redact(&how, r->held.data, &r->held.len);
}

static void hand_out(struct sa_redactor *r, size_t settled, struct sa_buf *out)
{
    if (!settled) return;
    sa_buf_append(out, r->held.data, settled);
    r->before = r->held.data[settled - 1];
    sa_buf_remove(&r->held, 0, settled);
}

void sa_redactor_feed(struct sa_redactor *r, const char *text, size_t len, struct sa_buf *out)
{
    r->held.max = SA_BUF_HUGE;
    sa_buf_append(&r->held, text, len);
    if (r->held.len < r->wait) return;
    size_t settled = r->held.len ? settle(r, true, false) : 0;
    // No form that is worth waiting for is so long; a known value may be.
    if (r->held.len - settled > MAX_HELD) settled = settle(r, true, true);
    size_t held = r->held.len - settled;
    size_t wait = held > LOOK_AGAIN ? held + held / 8 : 0; // not at each byte at what is long
    r->wait = held <= MAX_HELD && wait > MAX_HELD ? MAX_HELD + 1 : wait;
    hand_out(r, settled, out);
}

void sa_redactor_hurry(struct sa_redactor *r, struct sa_buf *out)
{
    r->wait = 0;
    if (r->held.len) hand_out(r, settle(r, true, true), out);
}

void sa_redactor_finish(struct sa_redactor *r, struct sa_buf *out)
{
    if (r->held.len) {
        settle(r, false, false);
        sa_buf_append(out, r->held.data, r->held.len);
    }
    sa_buf_clear(&r->held);
    r->before = 0;
    r->wait = 0;
}

void sa_redactor_release(struct sa_redactor *r)
{
    sa_buf_release(&r->held);
}
