// Budgets of runs: counting up the tree, looking for the first that is used up, and stopping those
// who would go on spending it.
#include "agent/budget.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/money.h"

static struct sa_budget *lock(struct sa_budget *b)
{
    while (b->above) b = b->above;
    pthread_mutex_lock(&b->lock);
    return b;
}

void sa_budget_init(struct sa_budget *b, const struct sa_limits *limits, struct sa_budget *above)
{
    *b = (struct sa_budget){.limits = *limits, .above = above, .started = sa_clock_monotonic()};
    pthread_mutex_init(&b->lock, NULL);
    if (!above) return;
    struct sa_budget *root = lock(b);
    b->next = above->first;
    above->first = b;
    pthread_mutex_unlock(&root->lock);
}

void sa_budget_release(struct sa_budget *b)
{
    if (b->above) {
        struct sa_budget *root = lock(b), **at = &b->above->first;
        while (*at != b) at = &(*at)->next;
        *at = b->next;
        pthread_mutex_unlock(&root->lock);
    }
    pthread_mutex_destroy(&b->lock);
}

void sa_budget_stops(struct sa_budget *b, struct sa_stop *stop)
{
    struct sa_budget *root = lock(b);
    b->stop = stop;
    pthread_mutex_unlock(&root->lock);
}

void sa_budget_take_step(struct sa_budget *b)
{
    struct sa_budget *root = lock(b);
    for (; b; b = b->above) b->spent.steps++;
    pthread_mutex_unlock(&root->lock);
}

static bool tokens_are_spent(const struct sa_budget *b)
{
    return b->limits.max_tokens > 0 &&
           b->spent.usage.input + b->spent.usage.output >= b->limits.max_tokens;
}

static bool cost_is_spent(const struct sa_budget *b)
{
    return b->limits.max_cost > 0 && b->spent.usage.cost >= b->limits.max_cost;
}

// All below but the one who spent the last of it and those above that one: their steps end, with
// what has been paid for.
static void stop_others(const struct sa_budget *b, const struct sa_budget *who)
{
    for (const struct sa_budget *p = b->first; p; p = p->next) {
        const struct sa_budget *above = who;
        while (above && above != p) above = above->above;
        if (!above && p->stop) sa_stop_request(p->stop, SA_STOP_SPENT);
        stop_others(p, who);
    }
}

void sa_budget_spend(struct sa_budget *who, const struct sa_usage *usage)
{
    struct sa_budget *root = lock(who);
    for (struct sa_budget *b = who; b; b = b->above) {
        sa_usage_add(&b->spent.usage, usage);
        if (b->over || (!tokens_are_spent(b) && !cost_is_spent(b))) continue;
        b->over = true;
        stop_others(b, who);
    }
    pthread_mutex_unlock(&root->lock);
}

int64_t sa_budget_take_call(struct sa_budget *b)
{
    struct sa_budget *root = lock(b);
    int64_t limit = 0;
    for (const struct sa_budget *p = b; p && !limit; p = p->above)
        if (p->limits.max_tool_calls > 0 && p->spent.tool_calls >= p->limits.max_tool_calls)
            limit = p->limits.max_tool_calls;
    for (struct sa_budget *p = b; p && !limit; p = p->above) p->spent.tool_calls++;
    pthread_mutex_unlock(&root->lock);
    return limit;
}

int64_t sa_budget_steps_left(struct sa_budget *b)
{
    struct sa_budget *root = lock(b);
    int64_t least = INT64_MAX;
    for (; b; b = b->above) {
        int64_t left = b->limits.max_steps - b->spent.steps;
        if (b->limits.max_steps > 0 && left < least) least = left > 0 ? left : 0;
    }
    pthread_mutex_unlock(&root->lock);
    return least;
}

struct sa_spent sa_budget_spent(struct sa_budget *b)
{
    struct sa_budget *root = lock(b);
    struct sa_spent spent = b->spent;
    pthread_mutex_unlock(&root->lock);
    return spent;
}

bool sa_budget_has_cost(const struct sa_budget *b)
{
    for (; b; b = b->above)
        if (b->limits.max_cost > 0) return true;
    return false;
}

// Of one budget, its lock held.
static enum sa_budget_state state(const struct sa_budget *b, char *why, size_t size,
                                  int64_t *timeout_ns)
{
    const struct sa_limits *max = &b->limits;
    const struct sa_usage *u = &b->spent.usage;
    char spent[SA_MONEY_TEXT], limit[SA_MONEY_TEXT];
    if (tokens_are_spent(b))
        snprintf(why, size, "token limit reached: %lld of %lld (--max-tokens)",
                 (long long)(u->input + u->output), (long long)max->max_tokens);
    else if (cost_is_spent(b))
        snprintf(why, size, "cost limit reached: %s of %s (--max-cost)", sa_money(u->cost, spent),
                 sa_money(max->max_cost, limit));
    else if (max->max_steps > 0 && b->spent.steps >= max->max_steps)
        snprintf(why, size, "step limit of all runs together reached: %lld of %lld",
                 (long long)b->spent.steps, (long long)max->max_steps);
    else if (max->timeout_ns > 0 && sa_clock_monotonic() - b->started >= max->timeout_ns)
        return *timeout_ns = max->timeout_ns, SA_BUDGET_LATE;
    else return SA_BUDGET_LEFT;
    return SA_BUDGET_SPENT;
}

enum sa_budget_state sa_budget_state(struct sa_budget *b, char *why, size_t size,
                                     int64_t *timeout_ns)
{
    struct sa_budget *root = lock(b);
    enum sa_budget_state found = SA_BUDGET_LEFT;
    for (const struct sa_budget *p = b; p && found == SA_BUDGET_LEFT; p = p->above)
        found = state(p, why, size, timeout_ns);
    pthread_mutex_unlock(&root->lock);
    return found;
}
