// Command-line words to settings, by the option table: GNU style (--x=v, --x v, --no-x, -xv, -qv,
// --, options between words) and python's (everything after the program is the program's).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "config/config_int.h"

struct args {
    struct sa_config *config;
    unsigned scope;
    int argc, at;
    char **argv;
    struct sa_err *err;
    bool done; // -c or -m was seen: the rest belongs to the program
};

static int find_name(const struct args *a, const char *name, size_t len)
{
    for (int i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (o->name && (o->scope & a->scope) && strlen(o->name) == len &&
            memcmp(o->name, name, len) == 0)
            return i;
    }
    return -1;
}

static int find_letter(const struct args *a, char letter)
{
    for (int i = 0; i < SA_OPT_COUNT; i++)
        if (sa_options[i].letter == letter && (sa_options[i].scope & a->scope)) return i;
    return -1;
}

static bool takes_value(const struct sa_option *o)
{
    return o->value.type != SA_TYPE_BOOL && o->value.type != SA_TYPE_COUNTER;
}

static int set(struct args *a, int id, const char *text)
{
    char where[80];
    snprintf(where, sizeof where, "--%s", sa_options[id].name);
    return sa_config_set(a->config, id, text, SA_FROM_FLAG, where, a->err);
}

static int set_switch(struct args *a, int id)
{
    const struct sa_setting *now = sa_config_get(a->config, id);
    if (sa_options[id].value.type == SA_TYPE_BOOL) return set(a, id, "true");
    char text[16];
    int count = now->set && now->origin == SA_FROM_FLAG ? (int)now->whole : 0;
    snprintf(text, sizeof text, "%d", count < 3 ? count + 1 : 3);
    return set(a, id, text);
}

static int set_next(struct args *a, int id, const char *shown)
{
    if (a->at + 1 >= a->argc)
        return sa_err_set(a->err, SA_E_USAGE, "%s needs a value (%s)", shown, sa_options[id].meta);
    return set(a, id, a->argv[++a->at]);
}

// The first command that has this very option; NULL: none.
static const char *owner_of(const char *name)
{
    static const struct {
        unsigned scope;
        const char *command;
    } rows[] = {{SA_SCOPE_RUN, "run"},
                {SA_SCOPE_CHAT, "chat"},
                {SA_SCOPE_PY, "python"},
                {SA_SCOPE_CONF, "config"},
                {SA_SCOPE_BOX, "sandbox-run"}};
    const size_t len = strcspn(name, "=");
    for (size_t r = 0; r < SA_COUNT(rows); r++)
        for (size_t i = 0; i < SA_OPT_COUNT; i++) {
            const char *own = sa_options[i].name;
            bool same = own && strlen(own) == len && !memcmp(own, name, len);
            if (same && sa_options[i].scope & rows[r].scope) return rows[r].command;
        }
    return NULL;
}

static int unknown(struct args *a, const char *shown, const char *name)
{
    const char *hint = name ? sa_option_suggest(name, a->scope) : NULL;
    const char *instead = name && a->scope & (SA_SCOPE_RUN | SA_SCOPE_CHAT) ? sa_wish_hint(name)
                                                                            : NULL;
    if (instead) return sa_err_set(a->err, SA_E_USAGE, "unknown option %s: %s", shown, instead);
    if (!name && a->scope == SA_SCOPE_PY && strchr("bitvx", shown[1]))
        return sa_err_set(a->err, SA_E_USAGE,
                          "unknown option %s; of python3's options -c, -m, -I, -O, -P, -V, -W and "
                          "those that change nothing here (-B -d -E -q -R -s -S -u -X) are taken",
                          shown);
    const char *of = name ? owner_of(name) : NULL;
    if (of && a->scope == SA_SCOPE_BOX)
        return sa_err_set(
            a->err, SA_E_USAGE,
            "unknown option %.80s; options of what runs in the sandbox stand behind --", shown);
    if (of)
        return sa_err_set(
            a->err, SA_E_USAGE,
            "unknown option %.80s; it is one of 'smolagent %s' (which 'smolagent help "
            "%s' lists)",
            shown, of, of);
    return sa_err_set(a->err, SA_E_USAGE, "unknown option %.80s%s%s%s", shown,
                      hint ? "; did you mean --" : "", hint ? hint : "", hint ? "?" : "");
}

static int long_option(struct args *a, const char *word)
{
    const char *name = word + 2, *equals = strchr(name, '=');
    size_t len = equals ? (size_t)(equals - name) : strlen(name);
    int id = find_name(a, name, len);
    SA_AUTO_FREE char *old = id < 0 ? sa_xstrndup(name, len) : NULL;
    const char *now = old ? sa_option_renamed(old, false) : NULL;
    if (now) id = find_name(a, now, strlen(now));
    if (id < 0 && !equals && sa_starts_with(name, "no-")) {
        int positive = find_name(a, name + 3, len - 3);
        if (positive >= 0 && !takes_value(&sa_options[positive]))
            return set(a, positive,
                       sa_options[positive].value.type == SA_TYPE_BOOL ? "false" : "0");
    }
    if (id < 0) {
        SA_AUTO_FREE char *copy = sa_xstrndup(name, len);
        SA_AUTO_FREE char *shown = sa_xasprintf("--%s", copy);
        return unknown(a, shown, copy);
    }
    if (equals) return set(a, id, equals + 1);
    if (!takes_value(&sa_options[id])) return set_switch(a, id);
    SA_AUTO_FREE char *shown = sa_xasprintf("--%s", sa_options[id].name);
    return set_next(a, id, shown);
}

// Flags of python3 that are taken so that its command lines run. What most of them switch off or on
// (bytecode files, site folders, environment variables, buffering, hash seeds) is as they want it
// anyway; -I and -P leave the folder of the program out.
static bool is_pythons(const struct args *a, char letter)
{
    return a->scope == SA_SCOPE_PY && strchr("BdEIPqRsSuX", letter);
}

static int take_pythons(struct args *a, const char **at)
{
    char letter = **at;
    if (letter == 'I' || letter == 'P') return set(a, SA_OPT_py_modules, "false");
    if (letter != 'X') return SA_OK;
    bool joined = (*at)[1];
    if (!joined && a->at + 1 >= a->argc) return sa_err_set(a->err, SA_E_USAGE, "-X needs a value");
    if (joined) *at += strlen(*at) - 1;
    else a->at++;
    return SA_OK;
}

static int short_options(struct args *a, const char *word)
{
    for (const char *p = word + 1; *p; p++) {
        char shown[] = {'-', *p, '\0'};
        int id = find_letter(a, *p), code;
        if (id < 0 && is_pythons(a, *p)) {
            if ((code = take_pythons(a, &p))) return code;
            continue;
        }
        if (id < 0) return unknown(a, shown, NULL);
        if (takes_value(&sa_options[id])) {
            a->done = id == SA_OPT_py_command || id == SA_OPT_py_module;
            return p[1] ? set(a, id, p + 1) : set_next(a, id, shown);
        }
        if ((code = set_switch(a, id))) return code;
    }
    return SA_OK;
}

int sa_config_args(struct sa_config *config, unsigned scope, int argc, char **argv,
                   bool stop_at_word, char ***words, int *word_count, struct sa_err *err)
{
    struct args a = {.config = config, .scope = scope, .argc = argc, .argv = argv, .err = err};
    *words = sa_xcalloc((size_t)argc + 1, sizeof **words);
    *word_count = 0;
    int code = SA_OK;
    for (; a.at < argc && !code && !a.done; a.at++) {
        char *word = argv[a.at];
        bool option = word[0] == '-' && word[1];
        if (sa_streq(word, "--")) {
            a.at++;
            break;
        }
        if (option) {
            code = word[1] == '-' ? long_option(&a, word) : short_options(&a, word);
            continue;
        }
        if (stop_at_word) break;
        (*words)[(*word_count)++] = word;
    }
    while (!code && a.at < argc) (*words)[(*word_count)++] = argv[a.at++];
    return code;
}
