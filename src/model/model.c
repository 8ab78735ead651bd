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

static int read_price(struct sa_model *m, const struct sa_model_options *o, struct sa_err *err)
{
    enum sa_price_origin origin = sa_price_choose(o->setting, o->setting_ctx, m->id, m->name,
                                                  &m->price);
    m->priced = origin == SA_PRICE_OWN || origin == SA_PRICE_TABLE;
    if (origin != SA_PRICE_BAD) return 0;
    return sa_err_set(err, SA_E_CONFIG,
                      "[prices] %s: expected IN OUT [CACHED [WRITTEN]], dollars per million tokens",
                      m->id),
           -1;
}

int sa_model_open(const struct sa_model_options *o, struct sa_model **out, struct sa_err *err)
{
    struct sa_model *m = NULL;
    int rc;
    if (o->model && sa_starts_with(o->model, "replay:")) {
        rc = sa_replay_open(o->model + strlen("replay:"), o->beside, &m, err);
    } else {
        struct sa_endpoint endpoint;
        rc = sa_endpoint_resolve(o, &endpoint, err);
        char *provider = sa_xstrdup(endpoint.provider), *name = sa_xstrdup(endpoint.name);
        char *lack = sa_xstrdup(endpoint.lack);
        if (rc == 0) rc = sa_server_open(o, &endpoint, &m, err);
        sa_endpoint_release(&endpoint);
        if (rc == 0) {
            m->provider = provider, m->name = name, m->lack = lack;
        } else {
            free(provider), free(name), free(lack);
        }
    }
    if (rc) return -1;
    m->id = sa_xstrdup(o->model);
    m->record = sa_xstrdup(o->record);
    if (!m->window) m->window = sa_window_find(m->id);
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
        result->usage.priced = true;
        result->usage.cost = sa_price_of(&m->price, &result->usage);
    }
    if (rc == 0 && m->record) rc = sa_record_reply(m->record, request, result, err);
    if (rc) sa_model_result_release(result);
    return rc;
}

static struct sa_model *twin_of_one(const struct sa_model *m)
{
    struct sa_model *twin = m->ops->twin(m);
    twin->id = sa_xstrdup(m->id);
    twin->lack = sa_xstrdup(m->lack);
    twin->provider = sa_xstrdup(m->provider);
    twin->name = sa_xstrdup(m->name);
    twin->record = sa_xstrdup(m->record);
    twin->window = m->window;
    twin->priced = m->priced;
    twin->price = m->price;
    return twin;
}

struct sa_model *sa_model_twin(const struct sa_model *m)
{
    struct sa_model *first = NULL, **end = &first;
    for (; m; m = m->stand_in, end = &(*end)->stand_in) *end = twin_of_one(m);
    return first;
}

bool sa_model_preview(struct sa_model *m, const struct sa_model_request *request,
                      struct sa_model_sent *sent)
{
    memset(sent, 0, sizeof *sent);
    if (m->ops->preview) m->ops->preview(m, request, sent);
    return m->ops->preview != NULL;
}

int sa_model_offers(struct sa_model *m, struct sa_stop *stop, struct sa_offers *offers,
                    struct sa_err *err)
{
    if (m->ops->offers) return m->ops->offers(m, stop, offers, err);
    return sa_err_set(err, SA_E_USAGE, "'%s' has no server that could list models", m->id), -1;
}

char *sa_model_left_out(const struct sa_model *m)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    if (m->ops->left_out) m->ops->left_out(m, &out);
    return out.len ? sa_buf_take(&out, NULL) : sa_xstrdup("");
}

int sa_model_keep_window(struct sa_model *m, int64_t tokens, struct sa_err *err)
{
    return m->ops->keep_window ? m->ops->keep_window(m, tokens, err) : 0;
}

char *sa_model_describe(const struct sa_model *m)
{
    return sa_xasprintf("%s %s at %s", m->provider, m->name, m->ops->where(m));
}

void sa_model_free(struct sa_model *m)
{
    for (struct sa_model *next; m; m = next) {
        next = m->stand_in;
        sa_freep(&m->id);
        sa_freep(&m->lack);
        sa_freep(&m->provider);
        sa_freep(&m->name);
        sa_freep(&m->record);
        m->ops->free(m);
    }
}
