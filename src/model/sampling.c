// How replies are sampled, and how much is thought before: what the options ask for, put into
// requests by the table that each wire format has for it. What a format has no word for is refused
// when the model is opened, for a reply made otherwise than was asked for would tell nobody.
#include <string.h>

#include "base/str.h"
#include "model/wire.h"

static const char *const names[SA_EFFORTS] = {"none", "minimal", "low", "medium", "high", "xhigh"};

static int lacks(const struct sa_server *sv, const char *option, struct sa_err *err)
{
    sa_err_set(err, SA_E_CONFIG, "%s: provider %s, spoken to in the wire format %s, takes none",
               option, sv->endpoint.provider, sv->wire->name);
    return -1;
}

static int find_effort(struct sa_server *sv, const char *effort, struct sa_err *err)
{
    const struct sa_wire_sampling *w = &sv->wire->sampling;
    struct sa_buf known = SA_BUF_INIT(SA_BUF_SMALL);
    for (size_t i = 0; effort && i < SA_EFFORTS; i++) {
        if (!w->efforts[i]) continue;
        if (!strcmp(names[i], effort)) sv->effort = w->efforts[i];
        sa_buf_appendf(&known, "%s%s", known.len ? ", " : "", names[i]);
    }
    bool found = !effort || sv->effort;
    if (!found)
        sa_err_set(
            err, SA_E_CONFIG,
            "--reasoning-effort %s: provider %s, spoken to in the wire format %s, takes one of "
            "%s",
            effort, sv->endpoint.provider, sv->wire->name, sa_buf_text(&known));
    sa_buf_release(&known);
    return found ? 0 : -1;
}

int sa_server_take_sampling(struct sa_server *sv, const struct sa_sampling *s, struct sa_err *err)
{
    const struct sa_wire_sampling *w = &sv->wire->sampling;
    sv->sampling = *s;
    sv->sampling.effort = NULL; // borrowed
    if (s->top_p >= 0 && !w->top_p) return lacks(sv, "--top-p", err);
    if (s->seed >= 0 && !w->seed) return lacks(sv, "--model-seed", err);
    return find_effort(sv, s->effort, err);
}

void sa_wire_put_sampling(const struct sa_server *sv, struct sa_buf *out)
{
    const struct sa_sampling *s = &sv->sampling;
    const struct sa_wire_sampling *w = &sv->wire->sampling;
    if (s->temperature >= 0 && !(sv->quirks & SA_QUIRK_NO_TEMPERATURE) &&
        sa_wire_is_ours(sv, "temperature"))
        sa_json_put_num(out, "temperature", s->temperature);
    if (s->top_p >= 0 && sa_wire_is_ours(sv, w->top_p)) sa_json_put_num(out, w->top_p, s->top_p);
    if (s->seed >= 0 && sa_wire_is_ours(sv, w->seed)) sa_json_put_int(out, w->seed, s->seed);
}

void sa_wire_put_effort(const struct sa_server *sv, struct sa_buf *out)
{
    const char *member = sv->wire->sampling.effort;
    if (sv->effort && sa_wire_is_ours(sv, member)) sa_json_put_raw(out, member, sv->effort);
}
