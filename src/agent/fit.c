// Does the conversation fit into the model's window: compaction when it nears the end of it, or the
// server says that it does not; and servers that cut what does not fit without a word.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"

static bool keep_older(struct sa_agent *a, const char *name, const char *text, size_t len)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_quote(&json, text, len);
    bool kept = !sa_journal_define_json(a->journal, a->exec, name, sa_buf_text(&json), json.len,
                                        NULL);
    sa_buf_release(&json);
    return kept;
}

// The text stays within reach of the code, where there is any, as a variable that the note names.
static char *note_of(void *ctx, const char *text, size_t len)
{
    struct sa_agent *a = ctx;
    struct sa_err err = SA_ERR_INIT;
    char name[40];
    bool code = sa_agent_runs_code(a);
    snprintf(name, sizeof name, "_older_%zu", ++a->older);
    bool kept = code && keep_older(a, name, text, len);
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddBoolToObject(vars, "code", code);
    cJSON_AddStringToObject(vars, "variable", kept ? name : "");
    char *note = sa_agent_prompt(a, "compacted", vars, &err);
    if (!note) return sa_xstrdup("[cut]");
    note[sa_str_trim(sa_str_of(note)).len] = 0; // the template ends with a line's end
    return note;
}

// What the conversation told of variables may be gone with what was removed: they are listed again,
// in a quarter of its room.
static void relist(struct sa_agent *a, size_t removed)
{
    enum { MOST = 4000 };
    struct sa_err err = SA_ERR_INIT;
    if (!sa_agent_runs_code(a)) return;
    cJSON *vars = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(vars, "variables");
    if (!sa_agent_left_variables(a, list, removed / 4 < MOST ? removed / 4 : MOST)) {
        cJSON_Delete(vars);
        return;
    }
    SA_AUTO_FREE char *text = sa_agent_prompt(a, "variables", vars, &err);
    struct sa_str s = sa_str_trim(sa_str_of(text ? text : ""));
    if (s.len) sa_memory_push(&a->memory, SA_ROLE_USER, s.data, s.len, true);
}

// What was summed up names its variables itself.
static void tell(struct sa_agent *a, size_t removed, bool list)
{
    if (list) relist(a, removed);
    cJSON *data = cJSON_CreateObject();
    cJSON_AddNumberToObject(data, "dropped_chars", (double)removed);
    sa_agent_emit(a, SA_EV_COMPACT, data);
}

// A model that no table has may be in its server's list, with its window: asked for once, when the
// conversation is no longer short, and kept for later runs.
static void learn_window(struct sa_agent *a)
{
    enum { SHORT = 6000, LEAST = 1000 };
    struct sa_model *m = a->o.model;
    struct sa_err err = SA_ERR_INIT;
    struct sa_offers offers;
    if (a->asked_context || m->window || a->window_asked || !m->ops->offers) return;
    if (sa_memory_tokens(&a->memory) < SHORT) return;
    a->window_asked = true;
    if (sa_model_offers(m, a->stop, &offers, &err)) {
        sa_debug("%s", err.message);
        return;
    }
    for (size_t i = 0; i < offers.count && !m->window; i++)
        if (sa_streq(offers.items[i].name, m->name) && offers.items[i].window >= LEAST)
            m->window = offers.items[i].window;
    sa_offers_release(&offers);
    if (m->window && sa_model_keep_window(m, m->window, &err)) sa_debug("%s", err.message);
    sa_agent_take_window(a);
}

bool sa_agent_compact(struct sa_agent *a, bool forced)
{
    if (!forced) learn_window(a);
    int64_t tokens = sa_memory_tokens(&a->memory), limit = a->o.max_context;
    if (!forced && tokens <= limit * 8 / 10) return false;
    int64_t target = forced ? tokens / 2 : limit / 2;
    size_t removed = sa_memory_compact(&a->memory, target, forced ? 1 : 4, note_of, a);
    bool enough = forced ? removed > 0 : sa_memory_tokens(&a->memory) <= limit * 6 / 10;
    bool condensed = !enough && sa_agent_condense(a, forced);
    if (!removed && !condensed && forced) removed = sa_memory_compact(&a->memory, 0, 0, note_of, a);
    if (removed) tell(a, removed, !condensed);
    return removed || condensed;
}

static bool is_ollama(const struct sa_model *m)
{
    return sa_streq(m->provider, "ollama") || strstr(m->ops->where(m), ":11434/");
}

static void warn_of_cut(const struct sa_agent *a, int64_t read, int64_t sent)
{
    bool ollama = is_ollama(a->o.model);
    sa_warn("the model server read %lld tokens of a prompt of about %lld: it cuts what its context "
            "window does not hold; %s",
            (long long)read, (long long)sent,
            ollama ? "start ollama with OLLAMA_CONTEXT_LENGTH=32768, or set num_ctx in the "
                     "model's Modelfile"
                   : "give it a larger one, or set --max-context to what it has");
}

void sa_agent_look_for_cut(struct sa_agent *a, const struct sa_usage *usage)
{
    enum { SURE = 8000, LOOSEST = 12 }; // bytes from which on it is judged; most bytes of a token
    double bytes = (double)(sa_memory_tokens(&a->memory) * 4), read = (double)usage->input;
    if (a->cut_told || usage->estimated || read <= 0 || bytes <= 0) return;
    if (a->density <= 0) a->density = read / bytes; // of the first, short prompt
    if (bytes < SURE) return;
    double most = bytes * a->density, least = bytes / LOOSEST;
    a->cut_told = read < least || read < most * 0.6;
    if (a->cut_told) warn_of_cut(a, usage->input, (int64_t)(most > bytes / 4 ? most : bytes / 4));
}
