// What goes to a model and comes back, as values: messages, results, sums of usage.
#include <stdlib.h>

#include "base/xalloc.h"
#include "model/model.h"

void sa_model_result_release(struct sa_model_result *result)
{
    for (size_t i = 0; i < result->call_count; i++) {
        const struct sa_model_call *c = &result->calls[i];
        free(c->id), free(c->name), free(c->args), free(c->broken);
    }
    result->call_count = 0;
    sa_freep(&result->calls);
    sa_freep(&result->text);
    sa_freep(&result->reasoning);
    sa_freep(&result->kept);
    sa_freep(&result->kept_by);
    sa_freep(&result->finish_reason);
}

void sa_model_sent_release(struct sa_model_sent *sent)
{
    sa_freep(&sent->key_header);
    sa_freep(&sent->body);
}

void sa_content_release(struct sa_content *part)
{
    free(part->text);
    free(part->id);
    free(part->name);
    free(part->image.data);
}

size_t sa_message_size(const struct sa_message *m)
{
    enum { PIXELS_OF_TOKEN = 750 };
    size_t size = 0, whole = 0;
    for (size_t i = 0; i < m->count; i++) {
        const struct sa_content *p = &m->parts[i];
        if (p->kind == SA_CONTENT_WHOLE) whole = p->len; // instead of the others
        size_t pixels = (size_t)p->image.width * p->image.height;
        size += p->kind == SA_CONTENT_IMAGE ? 4 * (1 + pixels / PIXELS_OF_TOKEN) : p->len;
    }
    return whole ? whole : size;
}

void sa_usage_add(struct sa_usage *sum, const struct sa_usage *more)
{
    bool first = !sum->input && !sum->output;
    sum->priced = more->priced && (first || sum->priced);
    sum->input += more->input;
    sum->output += more->output;
    sum->cached += more->cached;
    sum->written += more->written;
    sum->reasoning += more->reasoning;
    sum->cost += more->cost;
    sum->estimated |= more->estimated;
}
