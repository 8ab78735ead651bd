// Values of options: stored by the precedence of their layers, with what a project may do; getters.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "config/config_int.h"

#define MAX_WARNINGS 16 // a file of nothing but them is not to fill the terminal

static void setting_release(struct sa_setting *s)
{
    free(s->text);
    free(s->where);
    for (size_t i = 0; i < s->count; i++) free(s->items[i]);
    free(s->items);
    free(s->from);
    *s = (struct sa_setting){0};
}

void sa_config_reset(struct sa_config *config, enum sa_option_id id)
{
    const char *text = sa_options[id].fallback;
    struct sa_err err = SA_ERR_INIT;
    setting_release(&config->values[id]);
    if (text && sa_config_set(config, id, text, SA_FROM_DEFAULT, NULL, &err))
        SA_BUG("default of %s: %s", sa_options[id].id, err.message);
}

void sa_config_init(struct sa_config *config)
{
    *config = (struct sa_config){0};
    for (size_t i = 0; i < SA_OPT_COUNT; i++) sa_config_reset(config, i);
}

static void section_release(struct sa_section *s)
{
    for (size_t i = 0; i < s->count; i++) {
        free((char *)s->settings[i].key);
        free((char *)s->settings[i].value);
    }
    free(s->settings);
    free(s->lines);
    free(s->name);
    free(s->file);
}

void sa_config_release(struct sa_config *config)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++) setting_release(&config->values[i]);
    for (size_t i = 0; config->narrowed && i < SA_OPT_COUNT; i++)
        setting_release(&config->narrowed[i]);
    free(config->narrowed);
    for (size_t i = 0; i < config->section_count; i++) section_release(&config->sections[i]);
    for (size_t i = 0; i < config->warning_count; i++) free(config->warnings[i]);
    free(config->sections);
    free(config->warnings);
    free(config->served);
    free(config->user_file);
    free(config->project_file);
    sa_agent_file_free(config->agent_file);
    if (config->kept) sa_config_release(config->kept);
    free(config->kept);
    *config = (struct sa_config){0};
}

void sa_config_warn(struct sa_config *config, const char *format, ...)
{
    struct sa_buf line = SA_BUF_INIT(SA_BUF_SMALL);
    if (config->warning_count == MAX_WARNINGS) return;
    va_list args;
    va_start(args, format);
    sa_buf_appendv(&line, format, args);
    va_end(args);
    SA_GROW(config->warnings, config->warning_cap, config->warning_count + 1);
    config->warnings[config->warning_count++] = sa_buf_take(&line, NULL);
}

// Parses `text` for `origin`, and judges what a project asks for. Not TAKEN: nothing is in *now,
// and a refusal is in *err, what is only ignored in *why.
static enum sa_judgement accept(const struct sa_config *config, enum sa_option_id id,
                                const char *text, enum sa_origin origin, const char *where,
                                struct sa_setting *now, struct sa_buf *why, struct sa_err *err)
{
    const struct sa_option *o = &sa_options[id];
    char problem[600];
    int code = origin == SA_FROM_FLAG ? SA_E_USAGE : SA_E_CONFIG;
    if (!sa_option_parse(o, text, now, problem, sizeof problem)) {
        bool file = origin > SA_FROM_DEFAULT && origin <= SA_FROM_AGENT;
        setting_release(now);
        sa_err_set(err, code, "%s%s%s: '%.80s' %s", where ? where : "default", file ? ": " : "",
                   file ? o->key : "", text, problem);
        return SA_PROJECT_REFUSED;
    }
    if (origin != SA_FROM_PROJECT) return SA_PROJECT_TAKEN;
    enum sa_judgement judgement = sa_project_judge(config, id, text, now, problem, sizeof problem);
    if (judgement == SA_PROJECT_REFUSED) sa_err_set(err, code, "%s: %s", where, problem);
    if (judgement == SA_PROJECT_IGNORED) sa_buf_appendf(why, "%s: %s", where, problem);
    if (judgement != SA_PROJECT_TAKEN) setting_release(now);
    return judgement;
}

int sa_config_check(const struct sa_config *config, enum sa_option_id id, const char *text,
                    enum sa_origin origin, const char *where, struct sa_err *err)
{
    struct sa_setting now = {0};
    struct sa_buf why = SA_BUF_INIT(SA_BUF_SMALL);
    bool refused = accept(config, id, text, origin, where, &now, &why, err) == SA_PROJECT_REFUSED;
    setting_release(&now);
    sa_buf_release(&why);
    return refused ? err->code : SA_OK;
}

// The same layer twice: a list goes on where it ended.
static void join(const struct sa_option *o, struct sa_setting *old, const char *text,
                 struct sa_setting *now)
{
    char why[256];
    struct sa_setting before = *old;
    for (size_t i = 0; i < now->count; i++) free(now->items[i]);
    free(now->items);
    *now = (struct sa_setting){.items = before.items, .count = before.count, .from = before.from};
    sa_option_parse(o, text, now, why, sizeof why);
    now->text = sa_xasprintf("%s,%s", before.text, text);
    old->items = NULL;
    old->from = NULL;
    old->count = 0;
}

// The items from `first` on are of this layer.
static void mark_items(struct sa_setting *s, size_t first, enum sa_origin origin)
{
    if (!s->count) return;
    s->from = sa_xreallocarray(s->from, s->count, sizeof *s->from);
    for (size_t i = first; i < s->count; i++) s->from[i] = origin;
}

int sa_config_set(struct sa_config *config, enum sa_option_id id, const char *text,
                  enum sa_origin origin, const char *where, struct sa_err *err)
{
    const struct sa_option *o = &sa_options[id];
    bool narrows = origin == SA_FROM_PROJECT && o->project.may == SA_PROJECT_NARROW;
    if (narrows && !config->narrowed)
        config->narrowed = sa_xcalloc(SA_OPT_COUNT, sizeof *config->narrowed);
    struct sa_setting *old = narrows ? &config->narrowed[id] : &config->values[id], now = {0};
    struct sa_buf why = SA_BUF_INIT(SA_BUF_SMALL);
    enum sa_judgement judgement = accept(config, id, text, origin, where, &now, &why, err);
    bool adds = o->project.may == SA_PROJECT_ADDS, below = old->set && old->origin > origin;
    bool stronger = below && !adds;
    if (judgement == SA_PROJECT_IGNORED && !stronger)
        sa_config_warn(config, "%s", sa_buf_text(&why));
    sa_buf_release(&why);
    if (judgement == SA_PROJECT_REFUSED) return err->code;
    if (judgement == SA_PROJECT_IGNORED || stronger) return setting_release(&now), SA_OK;
    bool list = o->value.type == SA_TYPE_LIST || o->value.type == SA_TYPE_ITEMS;
    bool joins = old->set && list && (adds || old->origin == origin);
    size_t first = joins ? old->count : 0;
    if (joins) join(o, old, text, &now);
    else now.text = sa_xstrdup(text);
    mark_items(&now, first, origin);
    now.set = true;
    now.origin = below ? old->origin : origin;
    now.where = sa_xstrdup(below ? old->where : where);
    setting_release(old);
    *old = now;
    return SA_OK;
}

// A file that stands above another says all of a section.
static struct sa_section *reuse(struct sa_section *s, const char *file)
{
    if (sa_streq(s->file, file)) return s;
    char *name = sa_xstrdup(s->name);
    section_release(s);
    *s = (struct sa_section){.name = name, .file = sa_xstrdup(file)};
    return s;
}

struct sa_section *sa_config_add_section(struct sa_config *config, const char *name,
                                         const char *file)
{
    for (size_t i = 0; i < config->section_count; i++)
        if (sa_streq(config->sections[i].name, name)) return reuse(&config->sections[i], file);
    SA_GROW(config->sections, config->section_cap, config->section_count + 1);
    struct sa_section *s = &config->sections[config->section_count++];
    *s = (struct sa_section){.name = sa_xstrdup(name), .file = sa_xstrdup(file)};
    return s;
}

void sa_section_add(struct sa_section *s, const char *key, const char *value, int line)
{
    SA_GROW(s->settings, s->cap, s->count + 1);
    SA_GROW(s->lines, s->lines_cap, s->count + 1);
    s->lines[s->count] = line;
    s->settings[s->count++] = (struct sa_raw_setting){sa_xstrdup(key), sa_xstrdup(value)};
}

const struct sa_setting *sa_config_get(const struct sa_config *config, enum sa_option_id id)
{
    return &config->values[id];
}

const struct sa_setting *sa_config_narrowed(const struct sa_config *config, enum sa_option_id id)
{
    return config->narrowed && config->narrowed[id].set ? &config->narrowed[id] : NULL;
}

void sa_config_drop(struct sa_config *config, const char *section)
{
    for (size_t i = 0; i < config->section_count; i++) {
        if (!sa_streq(config->sections[i].name, section)) continue;
        section_release(&config->sections[i]);
        memmove(&config->sections[i], &config->sections[i + 1],
                (--config->section_count - i) * sizeof *config->sections);
        return;
    }
}

const struct sa_section *sa_config_section(const struct sa_config *config, const char *name)
{
    for (size_t i = 0; i < config->section_count; i++)
        if (sa_streq(config->sections[i].name, name)) return &config->sections[i];
    return NULL;
}

const char *sa_section_get(const struct sa_section *s, const char *key)
{
    for (size_t i = s ? s->count : 0; i-- > 0;)
        if (sa_streq(s->settings[i].key, key)) return s->settings[i].value;
    return NULL;
}

// ---- copies -------------------------------------------------------------------------------------

static void copy_setting(const struct sa_setting *from, struct sa_setting *to)
{
    *to = *from;
    to->text = sa_xstrdup(from->text);
    to->where = sa_xstrdup(from->where);
    to->items = from->items ? sa_xcalloc(from->count + 1, sizeof *to->items) : NULL;
    for (size_t i = 0; i < from->count; i++) to->items[i] = sa_xstrdup(from->items[i]);
    to->from = from->count ? sa_xcalloc(from->count, sizeof *to->from) : NULL;
    if (to->from) memcpy(to->from, from->from, from->count * sizeof *to->from);
}

static void copy_settings(const struct sa_setting *from, struct sa_setting *to)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++) copy_setting(&from[i], &to[i]);
}

void sa_config_copy(const struct sa_config *config, struct sa_config *out)
{
    *out = (struct sa_config){.scope = config->scope,
                              .user_file = sa_xstrdup(config->user_file),
                              .project_file = sa_xstrdup(config->project_file),
                              .served = sa_xstrdup(config->served)};
    copy_settings(config->values, out->values);
    if (config->narrowed) {
        out->narrowed = sa_xcalloc(SA_OPT_COUNT, sizeof *out->narrowed);
        copy_settings(config->narrowed, out->narrowed);
    }
    for (size_t i = 0; i < config->section_count; i++) {
        const struct sa_section *s = &config->sections[i];
        struct sa_section *copy = sa_config_add_section(out, s->name, s->file);
        copy->shared = s->shared, copy->trusted = s->trusted;
        for (size_t k = 0; k < s->count; k++)
            sa_section_add(copy, s->settings[k].key, s->settings[k].value, s->lines[k]);
    }
}
