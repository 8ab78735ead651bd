// Fuzz driver: what the host itself reads of others, each reader small and quick: the first byte, a
// digit in the seeds, says which of the table gets the rest. Takes in the provider's file to reach
// its inside.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "agent/audit.h"
#include "agent/read_calls.h"
#include "base/buf.h"
#include "base/detect.h"
#include "base/err.h"
#include "base/json.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "config/config.h"
#include "http/sse.h"
#include "model/server.c"
#include "prompt/prompt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The verifier of audit trails: no text but one with right hashes may be whole.
static void try_audit(const uint8_t *data, size_t size)
{
    struct sa_audit_report report;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_audit_verify(NULL, (const char *)data, size, &report, &out);
    SA_CHECK(report.lines == 0 || size > 150);
    SA_CHECK(size == 0 || report.bad_line || report.lines);
    sa_buf_release(&out);
}

// What a server sends in each wire format, in pieces: event streams, lines, plain JSON, error
// objects, mislabelled and torn bodies.
static void try_server(const uint8_t *data, size_t size)
{
    static const char *const stops[] = {"\nObservation:", "</code>", NULL};
    static const char *const wires[] = {"chat", "responses", "messages", "ollama"};
    static char url[] = "http://host/v1/chat/completions";
    if (size < 1) return;
    size_t piece = (size_t)data[0] % 64 + 1;
    struct sa_server server = {
        .endpoint.url = url, .stream = true, .wire = sa_wire_find(wires[data[0] / 64])};
    const struct sa_model_request request = {.stops = stops};
    struct sa_call call = {.server = &server, .request = &request};
    struct sa_http_response response = {.status = 200};
    struct sa_err err = SA_ERR_INIT;
    struct sa_model_result result = {0};
    sa_reply_init(&call.reply, &request);
    sa_sse_init(&call.sse, MAX_EVENT);
    sa_buf_init(&call.rest, SA_BUF_TEXT);
    for (size_t i = 1; i < size; i += piece)
        if (!on_data(&call, (const char *)data + i, size - i < piece ? size - i : piece)) break;
    check_reply(&call, &response, &err);
    sa_reply_finish(&call.reply, &result);
    SA_CHECK(result.text != NULL);
    sa_model_result_release(&result);
    sa_reply_release(&call.reply);
    sa_sse_release(&call.sse);
    sa_buf_release(&call.rest);
    free(call.error);
}

// The configuration file reader, as a user's and as a project's file.
static void try_config(const uint8_t *data, size_t size)
{
    static const enum sa_origin origins[] = {SA_FROM_USER, SA_FROM_PROJECT};
    for (size_t i = 0; i < 2; i++) {
        struct sa_config config;
        struct sa_err err = SA_ERR_INIT;
        struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
        sa_config_init(&config);
        if (sa_config_parse(&config, "fuzz", (const char *)data, size, origins[i], NULL, &err) ==
            SA_OK)
            sa_config_list(&config, &out);
        sa_buf_release(&out);
        sa_config_release(&config);
    }
}

// JSON: what parses must print, and parse again to the same text.
static void try_json(const uint8_t *data, size_t size)
{
    struct sa_err err = SA_ERR_INIT;
    cJSON *value = sa_json_parse((const char *)data, size, &err);
    if (!value) return;
    struct sa_buf first = SA_BUF_INIT(SA_BUF_TEXT), second = SA_BUF_INIT(SA_BUF_TEXT);
    sa_json_print(&first, value);
    cJSON *again = sa_json_parse(sa_buf_text(&first), first.len, &err);
    if (!again) SA_BUG("printed JSON does not parse: %s: %s", err.message, sa_buf_text(&first));
    sa_json_print(&second, again);
    SA_CHECK(first.len == second.len && memcmp(first.data, second.data, first.len) == 0);
    size_t at = 0, len;
    char *name;
    const char *member;
    while (cJSON_IsObject(value) &&
           sa_json_next_member((const char *)data, size, &at, &name, &member, &len)) {
        SA_CHECK(sa_json_check(member, len, &err));
        free(name);
    }
    cJSON_Delete(value);
    cJSON_Delete(again);
    sa_buf_release(&first);
    sa_buf_release(&second);
}

static bool maybe(void *ctx, const char *code, size_t len)
{
    (void)ctx;
    return len && code[0] != 'n';
}

static bool same_parts(const struct sa_scan *a, const struct sa_scan *b)
{
    bool same = a->count == b->count && a->orphan == b->orphan;
    for (size_t i = 0; same && i < a->count; i++) {
        const struct sa_part *p = &a->parts[i], *q = &b->parts[i];
        same = p->kind == q->kind && p->start == q->start && p->end == q->end &&
               p->from == q->from && p->to == q->to && p->label == q->label &&
               p->closed == q->closed && p->in_string == q->in_string;
    }
    return same;
}

// Calls that stay calls are JSON, one value behind the other.
static void try_calls(const char *text, size_t len)
{
    const struct sa_read_ask ask = {.compiles = maybe, .as_json = true};
    struct sa_reading x;
    sa_read(&x, text, len, &ask);
    struct sa_str rest = sa_str_trim((struct sa_str){sa_buf_text(&x.code), x.code.len});
    while (x.found == SA_FOUND_CALL && rest.len) {
        struct sa_str one = sa_json_prefix(rest);
        SA_CHECK(one.len);
        rest = sa_str_trim((struct sa_str){rest.data + one.len, rest.len - one.len});
    }
    sa_reading_release(&x);
}

// Model replies: the parts are the same however the text came, and reading them ends.
static void try_reply(const uint8_t *data, size_t size)
{
    if (size < 1) return;
    const struct sa_read_ask ask = {.compiles = maybe};
    const char *text = (const char *)data + 1;
    size_t piece = (size_t)data[0] % 17 + 1, len = size - 1;
    struct sa_scan whole, pieces;
    sa_scan_init(&whole, &ask), sa_scan_init(&pieces, &ask);
    sa_scan_feed(&whole, text, len);
    for (size_t i = 0; i < len; i += piece)
        sa_scan_feed(&pieces, text + i, len - i < piece ? len - i : piece);
    SA_CHECK(pieces.at <= whole.at);
    sa_scan_finish(&whole), sa_scan_finish(&pieces);
    SA_CHECK(same_parts(&whole, &pieces));
    for (size_t i = 0; i < whole.count; i++) {
        const struct sa_part *p = &whole.parts[i];
        SA_CHECK(p->start <= p->from && p->from <= p->to && p->to <= p->end && p->end <= len);
    }
    sa_scan_release(&whole), sa_scan_release(&pieces);
    struct sa_reading x;
    try_calls(text, len);
    sa_read(&x, text, len, &ask);
    SA_CHECK((x.found != SA_FOUND_NOTHING) == (x.code.len > 0));
    sa_reading_release(&x);
}

// No string, name or number of a redacted text holds the key, however it was written.
static bool no_known_key(void *ctx, const struct sa_json_token *t, struct sa_buf *out)
{
    (void)out;
    SA_CHECK(!sa_memfind(t->text, t->len, ctx, strlen(ctx)));
    return false;
}

// The redaction pass: a text in pieces must come out as the whole does, a known value never comes
// out, and JSON stays JSON.
static void try_secret(const uint8_t *data, size_t size)
{
    static const char known[] = "known-value";
    static const char *const more[] = {"value/and\\more", "k\xc3\xa4%\"\xf0\x9f\x98\x80&x",
                                       "two\nlines+"};
    if (size < 1 || size > 8000) return;
    sa_secret_add(known);
    for (size_t i = 0; i < SA_COUNT(more); i++) sa_secret_add(more[i]);
    size_t piece = (size_t)data[0] % 31 + 1, len = size - 1;
    const char *text = (const char *)data + 1;
    char *whole = sa_xstrndup(text, len);
    size_t left = sa_secret_redact(whole, len);
    SA_CHECK(left <= len && !sa_memfind(whole, left, known, strlen(known)));
    struct sa_redactor r = {0};
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    for (size_t i = 0; i < len; i += piece)
        sa_redactor_feed(&r, text + i, len - i < piece ? len - i : piece, &out);
    sa_redactor_finish(&r, &out);
    SA_CHECK(out.len == left && !memcmp(sa_buf_text(&out), whole, left));
    sa_redactor_release(&r);
    sa_buf_release(&out);
    free(whole);
    if (!memchr(text, 0, len) && sa_json_check(text, len, NULL)) {
        char *json = sa_xstrndup(text, len);
        sa_secret_redact_json(&json);
        SA_CHECK(sa_json_check(json, strlen(json), NULL));
        struct sa_buf copy = SA_BUF_INIT(SA_BUF_TEXT);
        sa_json_rewrite(json, strlen(json), no_known_key, (void *)known, &copy);
        SA_CHECK(!strcmp(sa_buf_text(&copy), json));
        sa_buf_release(&copy);
        free(json);
    }
    const struct sa_detect all = {.kinds = SA_DETECT_ALL};
    struct sa_finding f;
    for (size_t at = 0; sa_detect(&all, text, len, at, &f) == SA_DETECT_HIT; at = f.start + f.len)
        SA_CHECK(f.start >= at && f.len > 0 && f.len <= len - f.start);
}

static bool on_sse_event(void *ctx, const char *name, const char *data, size_t len)
{
    (void)ctx, (void)name;
    struct sa_buf clean = SA_BUF_INIT((size_t)1 << 22);
    sa_clean_json(&clean, data, len);
    cJSON_Delete(sa_json_parse(sa_buf_text(&clean), clean.len, NULL));
    sa_buf_clear(&clean);
    sa_error_text(&clean, data, len);
    sa_buf_release(&clean);
    return true;
}

// Event streams in pieces, each event cleaned and parsed as the model client does.
static void try_sse(const uint8_t *data, size_t size)
{
    if (size < 1) return;
    size_t piece = (size_t)data[0] % 17 + 1;
    struct sa_sse sse;
    sa_sse_init(&sse, (size_t)1 << 16);
    for (size_t i = 1; i < size; i += piece)
        if (!sa_sse_feed(&sse, (const char *)data + i, size - i < piece ? size - i : piece,
                         on_sse_event, NULL))
            break;
    sa_sse_finish(&sse, on_sse_event, NULL);
    sa_sse_release(&sse);
}

// Templates of arbitrary text over a small set of variables.
static void try_template(const uint8_t *data, size_t size)
{
    char *text = sa_xstrndup((const char *)data, size);
    cJSON *vars = cJSON_Parse("{\"a\":[1,\"b\",{\"c\":null}],\"s\":\"x\\ny\",\"n\":3,\"t\":true}");
    struct sa_err err = SA_ERR_INIT;
    free(sa_template_render("fuzz", text, vars, &err));
    cJSON_Delete(vars);
    free(text);
}

static void (*const readers[])(const uint8_t *data, size_t size) = {
    try_audit, try_server, try_config, try_json, try_reply, try_secret, try_sse, try_template};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size) readers[(data[0] - '0') % SA_COUNT(readers)](data + 1, size - 1);
    return 0;
}
