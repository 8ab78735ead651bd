// Two requests with the same long beginning: how long the reply takes, whether it ends where it is
// asked to, where the model thinks, and whether the second beginning came from a cache. Before them
// the list of models, which costs nothing.
#include "cli/ping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/money.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { BEGINNING_LINES = 160 }; // 2,500 tokens: caches begin to hold at 1,024 or 2,048

// What the reply must have before and, if stop sequences count, not behind.
#define BEFORE "alpha beta"
#define STOP "gamma"

static const char question[] = "Reply with this line and nothing else: alpha beta gamma delta";

void sa_doctor_part(struct sa_buf *found, bool ok, const char *part_of, const char *name,
                    const char *detail)
{
    sa_buf_appendc(found, '{');
    sa_json_put_bool(found, "ok", ok);
    if (part_of) sa_json_put_str(found, "part_of", part_of);
    sa_json_put_str(found, "name", name);
    sa_json_put_str(found, "detail", detail);
    sa_buf_appends(found, "}\n");
}

void sa_doctor_line(struct sa_buf *found, bool ok, const char *name, const char *detail)
{
    sa_doctor_part(found, ok, NULL, name, detail);
}

static void print_row(const cJSON *row, struct sa_buf *out)
{
    const char *name = sa_json_str(row, "name", ""), *detail = sa_json_str(row, "detail", "");
    if (sa_json_get(row, "part_of")) sa_buf_appendf(out, "     %-16s %s\n", name, detail);
    else
        sa_buf_appendf(out, "%-4s %-12s %s\n", sa_json_bool(row, "ok", false) ? "ok" : "MISS", name,
                       detail);
}

void sa_doctor_print(const struct sa_buf *found, bool json, struct sa_buf *out)
{
    struct sa_str rest = {found->data, found->len}, line;
    if (json) sa_buf_appendf(out, "{\"version\": \"%s\", \"checks\": [", SA_VERSION);
    else sa_buf_appendf(out, "smolagent %s\n", SA_VERSION);
    for (size_t i = 0; sa_str_next_part(&rest, '\n', &line) && line.len; i++) {
        if (json) {
            if (i) sa_buf_appends(out, ", ");
            sa_buf_append(out, line.data, line.len);
            continue;
        }
        cJSON *row = sa_json_parse(line.data, line.len, NULL);
        print_row(row, out);
        cJSON_Delete(row);
    }
    if (json) sa_buf_appends(out, "]}\n");
}

// The same every time, so that a cache may know it; `salt` keeps what earlier pings left there out.
static char *beginning(void)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    uint64_t salt = 0;
    sa_random_bytes(&salt, sizeof salt);
    sa_buf_appendf(&text, "A check of an endpoint, number %016llx. The lines below mean nothing.\n",
                   (unsigned long long)salt);
    for (int i = 1; i <= BEGINNING_LINES; i++)
        sa_buf_appendf(&text, "Line %d of the check: nothing here has to be read or answered.\n",
                       i);
    return sa_buf_take(&text, NULL);
}

static int ask(struct sa_model *model, const char *system, struct sa_model_result *reply,
               struct sa_err *err)
{
    static const char *const stops[] = {STOP, NULL};
    struct sa_content parts[] = {
        {.kind = SA_CONTENT_TEXT, .text = (char *)system, .len = strlen(system)},
        {.kind = SA_CONTENT_TEXT, .text = (char *)question, .len = strlen(question)}};
    const struct sa_message messages[] = {{SA_ROLE_SYSTEM, &parts[0], 1},
                                          {SA_ROLE_USER, &parts[1], 1}};
    const struct sa_model_request q = {.messages = messages, .count = 2, .stops = stops};
    return sa_model_complete(model, &q, reply, err) ? err->code : SA_OK;
}

// ---- what was found

// Does the server list the model, and how much does it hold?
static void put_known(struct sa_model *model, struct sa_buf *out)
{
    struct sa_offers offers;
    struct sa_err problem = SA_ERR_INIT;
    char text[300];
    bool failed = sa_model_offers(model, NULL, &offers, &problem), there = false;
    int64_t window = 0;
    for (size_t i = 0; !failed && i < offers.count; i++) {
        if (strcmp(offers.items[i].name, model->name) != 0) continue;
        there = true;
        window = offers.items[i].window;
    }
    if (failed) snprintf(text, sizeof text, "no list of models to be had: %s", problem.message);
    else if (there) snprintf(text, sizeof text, "in the list of %zu models", offers.count);
    else snprintf(text, sizeof text, "not in the list of %zu models", offers.count);
    sa_doctor_line(out, there || failed, "known", text);
    if (window) snprintf(text, sizeof text, "%lld tokens", (long long)window);
    else snprintf(text, sizeof text, "not told; --max-context N says it");
    sa_doctor_line(out, true, "window", text);
    if (window && sa_model_keep_window(model, window, &problem))
        sa_doctor_line(out, false, "state", problem.message);
    if (!failed) sa_offers_release(&offers);
}

static void put_time(const struct sa_model_result *first, const struct sa_model_result *second,
                     struct sa_buf *out)
{
    char text[160], whole[32], byte[32], again[32];
    sa_clock_human(first->duration_ns, whole, sizeof whole);
    sa_clock_human(first->first_ns, byte, sizeof byte);
    sa_clock_human(second->duration_ns, again, sizeof again);
    snprintf(text, sizeof text, "a short reply takes %s (first byte after %s), again %s", whole,
             byte, again);
    sa_doctor_line(out, true, "latency", text);
}

static void put_stop(const struct sa_model *model, const struct sa_model_result *reply,
                     struct sa_buf *out)
{
    SA_AUTO_FREE char *refused = sa_model_left_out(model);
    const char *finding = strstr(refused, "stop")       ? "refuses stop sequences: left out"
                          : strstr(reply->text, STOP)   ? "does not end replies where it is asked "
                                                          "to; they are cut here"
                          : strstr(reply->text, BEFORE) ? "ends replies where it is asked to"
                                                        : "not seen: the reply was another one";
    sa_doctor_line(out, true, "stop", finding);
    if (*refused) sa_doctor_line(out, true, "left out", refused);
}

static void put_thinking(const struct sa_model_result *reply, struct sa_buf *out)
{
    static const char *const marks[] = {"<think", "</think", "<reasoning", "<|channel|>"};
    bool within = false;
    for (size_t i = 0; i < SA_COUNT(marks); i++) within |= strstr(reply->text, marks[i]) != NULL;
    bool apart = reply->reasoning || reply->usage.reasoning;
    sa_doctor_line(out, true, "thinking",
                   within  ? "in the text of replies, from which it is taken out here"
                   : apart ? "apart from the text"
                           : "none to be seen");
}

static void put_cache(const struct sa_model_result *second, struct sa_buf *out)
{
    char text[120];
    const struct sa_usage *u = &second->usage;
    if (u->cached)
        snprintf(text, sizeof text, "%lld of %lld tokens that were sent again came from it",
                 (long long)u->cached, (long long)u->input);
    else
        snprintf(text, sizeof text, "%s",
                 u->estimated ? "not known: the server tells no numbers"
                              : "nothing of what was sent again came from one");
    sa_doctor_line(out, true, "cache", text);
}

static void put_cost(const struct sa_model_result *first, const struct sa_model_result *second,
                     struct sa_buf *out)
{
    char text[160], money[SA_MONEY_TEXT];
    struct sa_usage sum = first->usage;
    sa_usage_add(&sum, &second->usage);
    snprintf(text, sizeof text, "%s for this check (%lld tokens in, %lld out)",
             sum.priced ? sa_money(sum.cost, money) : "price unknown", (long long)sum.input,
             (long long)sum.output);
    sa_doctor_line(out, true, "cost", text);
}

int sa_ping(struct sa_model *model, struct sa_buf *out, struct sa_err *err)
{
    struct sa_model_result first = {0}, second = {0};
    SA_AUTO_FREE char *system = beginning();
    if (!model->ops->offers)
        return sa_err_set(err, SA_E_USAGE, "'%s' has no endpoint to be asked", model->id);
    int code = ask(model, system, &first, err);
    if (!code) code = ask(model, system, &second, err);
    sa_doctor_line(out, !code, "endpoint", code ? err->message : "answers");
    if (!code) {
        put_known(model, out);
        put_time(&first, &second, out);
        put_stop(model, &second, out);
        put_thinking(&first, out);
        put_cache(&second, out);
        put_cost(&first, &second, out);
    }
    if (code) sa_err_clear(err); // it is in the line
    sa_model_result_release(&first);
    sa_model_result_release(&second);
    return code;
}
