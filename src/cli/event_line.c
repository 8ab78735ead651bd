// See event_line.h.
#include "cli/event_line.h"

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

static enum sa_ink put_image(struct sa_buf *out, const cJSON *d, bool verbose)
{
    const char *file = sa_json_str(d, "file", NULL);
    (void)verbose;
    sa_buf_appendf(out, "[image of %lld x %lld%s%s]", (long long)sa_json_int(d, "width", 0),
                   (long long)sa_json_int(d, "height", 0), file ? ", saved as " : "",
                   file ? file : "");
    return INK_CYAN;
}

static enum sa_ink put_attached(struct sa_buf *out, const cJSON *d, bool verbose)
{
    (void)verbose;
    sa_buf_appendf(out, "[attached: %s, ", sa_json_str(d, "name", "?"));
    if (sa_json_get(d, "width"))
        sa_buf_appendf(out, "image of %lld x %lld]", (long long)sa_json_int(d, "width", 0),
                       (long long)sa_json_int(d, "height", 0));
    else sa_buf_appendf(out, "%lld bytes]", (long long)sa_json_int(d, "bytes", 0));
    return INK_DIM;
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

// What one let pass is told of only to whoever wants to know.
static enum sa_ink put_hook(struct sa_buf *out, const cJSON *d, bool verbose)
{
    static const struct {
        const char *action, *words;
        enum sa_ink ink;
    } rows[] = {{"pass", "let pass", INK_DIM},
                {"replace", "changed", INK_YELLOW},
                {"block", "blocked", INK_YELLOW},
                {"fail", "failed", INK_RED},
                {"stop", "was ended", INK_YELLOW}};
    const char *action = sa_json_str(d, "action", ""), *reason = sa_json_str(d, "reason", "");
    const char *tool = sa_json_str(d, "tool", NULL);
    size_t i = 0;
    while (i + 1 < SA_COUNT(rows) && !sa_streq(rows[i].action, action)) i++;
    if (i || verbose)
        sa_buf_appendf(out, "hook %s %s (%s%s%s)%s%s", sa_json_str(d, "name", "?"), rows[i].words,
                       sa_json_str(d, "on", "?"), tool ? " " : "", tool ? tool : "",
                       *reason ? ": " : "", reason);
    return rows[i].ink;
}

static enum sa_ink put_stand_in(struct sa_buf *out, const cJSON *d, bool verbose)
{
    (void)verbose;
    sa_buf_appendf(out, "%s failed (%s); %s stands in for it", sa_json_str(d, "model", "?"),
                   sa_json_str(d, "reason", "?"), sa_json_str(d, "stand_in", "?"));
    return INK_YELLOW;
}

static enum sa_ink put_check(struct sa_buf *out, const cJSON *d, bool verbose)
{
    (void)verbose;
    if (!sa_json_bool(d, "ok", true))
        sa_buf_appendf(out, "the answer did not pass %s: %s", sa_json_str(d, "name", "?"),
                       sa_json_str(d, "message", sa_json_str(d, "action", "")));
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
        [SA_EV_IMAGE] = put_image,       [SA_EV_ATTACHED] = put_attached,
        [SA_EV_APPROVAL] = put_approval, [SA_EV_STAND_IN] = put_stand_in,
        [SA_EV_LOOP] = put_loop,         [SA_EV_COMPACT] = put_compact,
        [SA_EV_HOOK] = put_hook,         [SA_EV_CHECK] = put_check,
    };
    size_t before = out->len;
    if (rows[event->type]) *ink = rows[event->type](out, event->data, verbose);
    return out->len > before;
}

bool sa_event_is_told(const struct sa_event *event)
{
    return event->type == SA_EV_ERROR &&
           (sa_json_get(event->data, "call") ||
            sa_streq(sa_json_str(event->data, "kind", NULL), "check"));
}

void sa_event_put_layers(const cJSON *data, const char *before, struct sa_buf *out)
{
    const cJSON *missing = sa_json_get(data, "layers_missing"), *one;
    if (!missing) return;
    sa_buf_appendf(out, "%s%s", before, missing->child ? "without " : "every layer");
    cJSON_ArrayForEach(one, missing)
        sa_buf_appendf(out, "%s%s", one != missing->child ? ", " : "", one->valuestring);
}

char *sa_event_plan_head(const cJSON *data)
{
    long long left = (long long)sa_json_int(data, "steps_left", 0);
    bool anew = sa_streq(sa_json_str(data, "kind", NULL), "updated");
    return sa_xasprintf("%s, %lld step%s left", anew ? "the plan anew" : "plan", left,
                        left == 1 ? "" : "s");
}
