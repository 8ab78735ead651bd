// What a server offers: its list of models, in the forms that servers have for it, and the names in
// it that are near another one.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "base/utf8.h"
#include "model/fault.h"
#include "model/wire.h"

enum { MOST_OFFERS = 100000, MOST_NAME = 400, MOST_BODY = 16 << 20 };

void sa_offers_release(struct sa_offers *offers)
{
    for (size_t i = 0; i < offers->count; i++) free(offers->items[i].name);
    free(offers->items);
    *offers = (struct sa_offers){0};
}

// The list lies beside the resource that replies come from; with Azure beside all deployments.
static char *list_url(const struct sa_server *sv)
{
    static const char deployments[] = "/deployments/";
    struct sa_buf url = SA_BUF_INIT(8192);
    const char *whole = sv->endpoint.url, *query = strchr(whole, '?');
    size_t len = query ? (size_t)(query - whole) : strlen(whole);
    const char *end = sa_memfind(whole, len, deployments, strlen(deployments));
    if (!end) end = sa_memfind(whole, len, sv->wire->path, strlen(sv->wire->path));
    sa_buf_append(&url, whole, end ? (size_t)(end - whole) : len);
    sa_buf_appends(&url, sv->wire->list_path);
    if (query) sa_buf_appends(&url, query);
    else if (sv->wire->list_query) sa_buf_appends(&url, sv->wire->list_query);
    return sa_buf_take(&url, NULL);
}

// Tokens of a model's window, by the member that has it where there is one.
static int64_t window_of(const cJSON *item)
{
    static const char *const members[] = {"context_length", "context_window",  "max_context_length",
                                          "max_model_len",  "meta.n_ctx",      "meta.n_ctx_train",
                                          "contextLength",  "max_input_tokens"};
    for (size_t i = 0; i < SA_COUNT(members); i++) {
        const cJSON *value = sa_json_path(item, members[i]);
        if (cJSON_IsNumber(value) && value->valuedouble > 0 && value->valuedouble < 1e12)
            return (int64_t)value->valuedouble;
    }
    return 0;
}

// What a server calls a model may be the path of a resource; names are shown and typed.
static void add_offer(struct sa_offers *offers, const cJSON *item)
{
    const char *name = sa_json_str(item, "id", sa_json_str(item, "name", ""));
    if (sa_starts_with(name, "models/")) name += strlen("models/");
    size_t len = strlen(name);
    if (!len || len > MOST_NAME || strpbrk(name, " \t\n")) return;
    struct sa_buf shown = SA_BUF_INIT(SA_BUF_SMALL);
    sa_utf8_printable(&shown, name, len);
    bool plain = shown.len == len && !memcmp(shown.data, name, len);
    sa_buf_release(&shown);
    if (!plain) return;
    offers->items[offers->count++] = (struct sa_offer){sa_xstrdup(name), window_of(item)};
}

static int by_name(const void *a, const void *b)
{
    const struct sa_offer *x = a, *y = b;
    return strcmp(x->name, y->name);
}

// {"data": [...]}, {"models": [...]} or nothing around the list. False: it is none of these.
static bool read_list(const struct sa_buf *body, struct sa_offers *offers)
{
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_HUGE);
    sa_clean_json(&clean, sa_buf_text(body), body->len);
    cJSON *root = sa_json_parse(sa_buf_text(&clean), clean.len, NULL);
    sa_buf_release(&clean);
    const cJSON *list = cJSON_IsArray(root) ? root : sa_json_get(root, "data"), *item;
    if (!cJSON_IsArray(list)) list = sa_json_get(root, "models");
    bool ok = cJSON_IsArray(list);
    int count = ok ? cJSON_GetArraySize(list) : 0;
    if (count > MOST_OFFERS) count = MOST_OFFERS;
    offers->items = sa_xcalloc((size_t)count + 1, sizeof *offers->items);
    for (item = ok ? list->child : NULL; item && count; item = item->next, count--)
        add_offer(offers, item);
    qsort(offers->items, offers->count, sizeof *offers->items, by_name);
    cJSON_Delete(root);
    return ok;
}

// ---- a server that is not there

static bool is_here(const char *url)
{
    static const char *const hosts[] = {"://localhost", "://127.", "://[::1]"};
    for (size_t i = 0; i < SA_COUNT(hosts); i++)
        if (strcasestr(url, hosts[i])) return true;
    return false;
}

const char *sa_server_advice(const struct sa_server *sv)
{
    bool here = is_here(sv->endpoint.url);
    if (here && sv->endpoint.start) return sv->endpoint.start;
    return here ? "is a server running there? Start it, or set --base-url to where it runs"
                : "is the address right, and the network up? Behind a proxy set https_proxy or "
                  "--proxy";
}

// ---- the list

int sa_server_offers(struct sa_server *sv, struct sa_stop *stop, struct sa_offers *offers,
                     struct sa_err *err)
{
    // Not those of the model: nobody wants to wait ten minutes for a list.
    enum { CONNECT_MS = 5000, WHOLE_MS = 20000 };
    const struct sa_http_options options = {.connect_ms = CONNECT_MS,
                                            .total_ms = WHOLE_MS,
                                            .proxy = sv->proxy,
                                            .ca_file = sv->ca_file,
                                            .retries = 0};
    SA_AUTO_FREE char *url = list_url(sv);
    const struct sa_http_request q = {.method = "GET",
                                      .url = url,
                                      .credential = &sv->credential,
                                      .max_body = MOST_BODY,
                                      .stop = stop};
    struct sa_http_response r;
    struct sa_http *http = sa_http_new(&options);
    int rc = sa_http_send(http, &q, &r, err);
    bool good = !rc && r.status >= 200 && r.status < 300;
    memset(offers, 0, sizeof *offers);
    if (rc && err && err->unreachable) sa_err_append(err, "; %s", sa_server_advice(sv));
    if (!rc && !good) rc = sa_fault_status(url, sv->endpoint.key_from, &r, err);
    if (good && !read_list(&r.body, offers)) {
        sa_offers_release(offers);
        rc = sa_err_set(err, SA_E_PROVIDER, "%s: not a list of models", url);
    }
    sa_http_response_release(&r);
    sa_http_free(http);
    return rc ? -1 : 0;
}

// ---- names that are near

static const char *last_part(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

// 0: the same; a name that holds the other one counts as one slip for every four characters more.
static size_t distance(const char *a, const char *b)
{
    enum { FREE = 4 };
    size_t x = strlen(a), y = strlen(b), d = sa_edit_distance(a, b);
    if (x >= FREE && y >= FREE && (strcasestr(a, b) || strcasestr(b, a))) {
        size_t more = 1 + (x > y ? x - y : y - x) / 4;
        if (more < d) d = more;
    }
    return d;
}

// Puts those that are near a name into near[], at most as many, the nearest first.
static size_t find_near(const struct sa_offers *offers, const char *name, const char **near,
                        size_t most)
{
    const char *last = last_part(name);
    size_t limit = strlen(last) / 3 + 2, count = 0;
    size_t *away = sa_xcalloc(most + 1, sizeof *away);
    for (size_t i = 0; i < offers->count; i++) {
        const char *offer = offers->items[i].name;
        size_t d = distance(name, offer), e = distance(last, last_part(offer)), at = count;
        if (e < d) d = e;
        if (d > limit || (count == most && d >= away[most - 1])) continue;
        if (count < most) count++;
        else at = most - 1;
        for (; at && away[at - 1] > d; at--) near[at] = near[at - 1], away[at] = away[at - 1];
        near[at] = offer, away[at] = d;
    }
    free(away);
    return count;
}

// ---- a model that the server does not know

static bool is_about_model(const struct sa_http_response *r)
{
    static const char *const words[] = {"not found",     "not_found",     "does not exist",
                                        "not supported", "not_supported", "unknown model",
                                        "invalid model", "no such model", "not available"};
    const char *body = sa_buf_text(&r->body);
    if (r->status == 404) return true;
    if (r->status != 400 && r->status != 422) return false;
    for (size_t i = 0; i < SA_COUNT(words); i++)
        if (strcasestr(body, words[i])) return strcasestr(body, "model") != NULL;
    return false;
}

void sa_server_hint(struct sa_server *sv, const struct sa_http_response *r, struct sa_stop *stop,
                    struct sa_buf *out)
{
    enum { MOST = 3 };
    const char *near[MOST], *provider = sv->endpoint.provider;
    const char *lead = "; did you mean ", *end = "?";
    bool named = provider && !sa_streq(provider, "custom");
    struct sa_offers offers;
    struct sa_err err = SA_ERR_INIT;
    if (!is_about_model(r)) return;
    if (sa_server_offers(sv, stop, &offers, &err)) {
        if (r->status == 404 && err.http_status == 404)
            sa_buf_appends(out, "; nor is there a list of models: is the base URL right? Most end "
                                "in /v1");
        return;
    }
    size_t count = find_near(&offers, sv->endpoint.name, near, MOST);
    // Near is what is there, too: then the name is not what is wrong.
    bool there = count && !strcmp(near[0], sv->endpoint.name);
    if (!count && offers.count && offers.count <= MOST) { // so few that all of them are shown
        for (; count < offers.count; count++) near[count] = offers.items[count].name;
        lead = "; it offers ", end = "";
    }
    for (size_t i = 0; !there && i < count; i++)
        sa_buf_appendf(out, "%s%s%s%s",
                       !i              ? lead
                       : i + 1 < count ? ", "
                       : *end          ? " or "
                                       : " and ",
                       named ? provider : "", named ? "/" : "", near[i]);
    if (!there && count) sa_buf_appends(out, end);
    if (!there && named && offers.count > count)
        sa_buf_appendf(out, "%s 'smolagent models %s' lists all %zu", count ? "" : ";", provider,
                       offers.count);
    sa_offers_release(&offers);
}
