// See event_line.h.
#include "cli/event_line.h"

#include "base/json.h"

static enum sa_ink put_image(struct sa_buf *out, const cJSON *d, bool verbose)
{
    const char *file = sa_json_str(d, "file", NULL);
    (void)verbose;
    sa_buf_appendf(out, "[image of %lld x %lld%s%s]", (long long)sa_json_int(d, "width", 0),
                   (long long)sa_json_int(d, "height", 0), file ? ", saved as " : "",
                   file ? file : "");
    return INK_CYAN;
}

// What a person has answered stands on the screen already.
static enum sa_ink put_approval(struct sa_buf *out, const cJSON *d, bool verbose)
{
    const char *rule = sa_json_str(d, "rule", NULL);
    (void)verbose;
    if (rule && !sa_json_bool(d, "allowed", true))
        sa_buf_appendf(out, "not allowed: %s, by the rule %s", sa_json_str(d, "name", "?"), rule);
    return INK_YELLOW;
}

static enum sa_ink put_stand_in(struct sa_buf *out, const cJSON *d, bool verbose)
{
    (void)verbose;
    sa_buf_appendf(out, "%s failed (%s); %s stands in for it", sa_json_str(d, "model", "?"),
                   sa_json_str(d, "reason", "?"), sa_json_str(d, "stand_in", "?"));
    return INK_YELLOW;
}

static enum sa_ink put_loop(struct sa_buf *out, const cJSON *d, bool verbose)
{
    (void)verbose;
    if (sa_json_bool(d, "ends", false))
        sa_buf_appendf(out, "the same was done %lld times, with the same result: no more steps",
                       (long long)sa_json_int(d, "times", 0) + 1);
    return INK_YELLOW;
}

static enum sa_ink put_compact(struct sa_buf *out, const cJSON *d, bool verbose)
{
    if (verbose)
        sa_buf_appends(out, sa_json_get(d, "summary")
                                ? "the model summed the conversation up, and goes on from that"
                                : "old observations were shortened");
    return INK_DIM;
}

bool sa_event_line(const struct sa_event *event, bool verbose, struct sa_buf *out, enum sa_ink *ink)
{
    static enum sa_ink (*const rows[SA_EV_COUNT])(struct sa_buf *, const cJSON *, bool) = {
        [SA_EV_IMAGE] = put_image, [SA_EV_APPROVAL] = put_approval, [SA_EV_STAND_IN] = put_stand_in,
        [SA_EV_LOOP] = put_loop,   [SA_EV_COMPACT] = put_compact,
    };
    size_t before = out->len;
    if (rows[event->type]) *ink = rows[event->type](out, event->data, verbose);
    return out->len > before;
}
