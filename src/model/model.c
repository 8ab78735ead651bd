// The common part of all models: choosing the provider, timing, prices, recording.
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/image.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "model/model_int.h"
#include "model/record.h"

// "in out [cached [written]]" in dollars per million tokens, from the [prices] section.
static int read_price(struct sa_model *m, const struct sa_model_options *o, struct sa_err *err)
{
    // By the whole id, the name, or the id without a ":provider".
    SA_AUTO_FREE char *plain = sa_xstrndup(m->id, strcspn(m->id, ":"));
    const char *const keys[] = {m->id, m->name, plain};
    const char *text = NULL;
    for (size_t i = 0; !text && o->setting && i < SA_COUNT(keys); i++)
        text = o->setting(o->setting_ctx, "prices", keys[i]);
    if (!text) return 0;
    enum { MOST = 4 };
    double value[MOST] = {0};
    int n = 0;
    struct sa_str rest = sa_str_of(text), part;
    while (sa_str_next_part(&rest, ' ', &part)) {
        if (!part.len) continue;
        SA_AUTO_FREE char *word = sa_xstrndup(part.data, part.len);
        if (n == MOST || !sa_parse_double(word, &value[n]) || !(value[n] >= 0)) n = MOST;
        n++;
    }
    if (n < 2 || n > MOST)
        return sa_err_set(
                   err, SA_E_CONFIG,
                   "[prices] %s = %s: expected IN OUT [CACHED [WRITTEN]], dollars per million tokens",
                   m->id, text),
               -1;
    m->priced = true;
    m->price_in = value[0] / 1e6;
    m->price_out = value[1] / 1e6;
    m->price_cached = (n > 2 ? value[2] : value[0]) / 1e6;
    m->price_written = (n > 3 ? value[3] : value[0]) / 1e6;
    return 0;
}

int sa_model_open(const struct sa_model_options *o, struct sa_model **out, struct sa_err *err)
{
    struct sa_model *m = NULL;
    int rc;
    if (o->model && sa_starts_with(o->model, "replay:")) {
        rc = sa_replay_open(o->model + strlen("replay:"), &m, err);
    } else {
        struct sa_endpoint endpoint;
        rc = sa_endpoint_resolve(o, &endpoint, err);
        char *provider = sa_xstrdup(endpoint.provider), *name = sa_xstrdup(endpoint.name);
        if (rc == 0) rc = sa_server_open(o, &endpoint, &m, err);
        sa_endpoint_release(&endpoint);
        if (rc == 0) {
            m->provider = provider, m->name = name;
        } else {
            free(provider), free(name);
        }
    }
    if (rc) return -1;
    m->id = sa_xstrdup(o->model);
    m->record = sa_xstrdup(o->record);
    if (read_price(m, o, err)) {
        sa_model_free(m);
        return -1;
    }
    *out = m;
    return 0;
}

int sa_model_complete(struct sa_model *m, const struct sa_model_request *request,
                      struct sa_model_result *result, struct sa_err *err)
{
    memset(result, 0, sizeof *result);
    int64_t start = sa_clock_monotonic();
    int rc = m->ops->complete(m, request, result, err);
    result->duration_ns = sa_clock_monotonic() - start;
    if (rc == 0 && m->priced) {
        struct sa_usage *u = &result->usage;
        int64_t cached = u->cached < u->input ? u->cached : u->input, rest = u->input - cached;
        int64_t written = u->written < rest ? u->written : rest;
        u->priced = true;
        u->cost = (double)(rest - written) * m->price_in + (double)cached * m->price_cached +
                  (double)written * m->price_written + (double)u->output * m->price_out;
    }
    if (rc == 0 && m->record) rc = sa_record_reply(m->record, result, err);
    if (rc) sa_model_result_release(result);
    return rc;
}

char *sa_model_describe(const struct sa_model *m)
{
    return sa_xasprintf("%s %s at %s", m->provider, m->name, m->ops->where(m));
}

void sa_model_free(struct sa_model *m)
{
    if (!m) return;
    sa_freep(&m->id);
    sa_freep(&m->provider);
    sa_freep(&m->name);
    sa_freep(&m->record);
    m->ops->free(m);
}
