// Budgets that agents share: a counted reference to one of agent/budget.h.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "embed/embed_int.h"

struct smol_budget {
    atomic_int refs;
    const char *unfit; // why nobody may spend of it; NULL: it is well
    struct sa_budget budget;
};

static const char *find_fault(const struct smol_limits *l)
{
    if (l->size != sizeof *l)
        return "a budget's limits begin with their size, sizeof(struct smol_limits)";
    bool below = l->max_steps < 0 || l->max_tokens < 0 || l->max_tool_calls < 0 ||
                 !(l->max_cost >= 0);
    return below ? "a limit of the budget is below 0, or no number" : NULL;
}

// Bad limits are none, and nobody would miss them: whoever shares it is told.
struct smol_budget *smol_budget_new(const struct smol_limits *l)
{
    static const struct smol_limits none = {.size = sizeof none};
    struct smol_budget *b = sa_xcalloc(1, sizeof *b);
    if (l) b->unfit = find_fault(l);
    if (!l || b->unfit) l = &none;
    const struct sa_limits limits = {.max_steps = l->max_steps,
                                     .max_tokens = l->max_tokens,
                                     .max_tool_calls = l->max_tool_calls,
                                     .max_cost = l->max_cost};
    atomic_init(&b->refs, 1);
    sa_budget_init(&b->budget, &limits, NULL);
    return b;
}

void smol_budget_free(struct smol_budget *b)
{
    if (!b || atomic_fetch_sub(&b->refs, 1) > 1) return;
    sa_budget_release(&b->budget);
    free(b);
}

struct smol_budget *sa_embed_budget_keep(struct smol_budget *b)
{
    if (b) atomic_fetch_add(&b->refs, 1);
    return b;
}

const char *sa_embed_budget_fault(const struct smol_budget *b)
{
    return b ? b->unfit : NULL;
}

struct sa_budget *sa_embed_budget(struct smol_budget *b)
{
    return b ? &b->budget : NULL;
}

void smol_budget_spent(struct smol_budget *b, struct smol_spent *out)
{
    if (!out || out->size != sizeof *out) return;
    *out = (struct smol_spent){.size = sizeof *out, .priced = true};
    if (!b) return;
    const struct sa_spent s = sa_budget_spent(&b->budget);
    out->steps = s.steps;
    out->tool_calls = s.tool_calls;
    out->input_tokens = s.usage.input;
    out->output_tokens = s.usage.output;
    out->cached_tokens = s.usage.cached;
    out->reasoning_tokens = s.usage.reasoning;
    out->cost = s.usage.cost;
    out->priced = s.usage.priced;
}
