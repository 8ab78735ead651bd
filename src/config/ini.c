// The configuration file: INI by inih, with what inih's build-time limits cannot do put right here.
// Debian's inih cuts lines at 200 bytes, takes " ;" for a comment inside values and ':' for '='.
// Lines where that matters reach it as a numbered placeholder and are split here instead.
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "config/config_int.h"

#define MARK '\x01'
#define SAFE_LINE 150

struct reader {
    struct sa_config *config;
    const char *file;
    const char *profile; // NULL: none wanted
    bool profile_seen;
    bool judging; // a project's file is gone through once before anything of it is stored
    enum sa_origin origin;
    struct sa_str rest, line; // line: the one inih is working on
    int number;
    int code;
    struct sa_err *err;
};

static bool needs_placeholder(struct sa_str line)
{
    const char *equals = line.len ? memchr(line.data, '=', line.len) : NULL;
    char first = line.len ? sa_str_trim(line).data[0] : '\0';
    if (!equals || first == '#' || first == ';' || first == '[') return false;
    bool colon = memchr(line.data, ':', (size_t)(equals - line.data)) != NULL;
    return colon || line.len > SAFE_LINE || memchr(line.data, ';', line.len);
}

// fgets for inih: one line at a time, comments of any length shortened.
static char *next_line(char *out, int size, void *stream)
{
    struct reader *r = stream;
    if (r->code || !sa_str_next_line(&r->rest, &r->line)) return NULL;
    r->number++;
    struct sa_str line = sa_str_trim(r->line);
    if (line.len && line.data[0] == '#') line.len = 0;
    if (needs_placeholder(line)) snprintf(out, (size_t)size, "%c = %d\n", MARK, r->number);
    else snprintf(out, (size_t)size, "%.*s\n", (int)line.len, line.len ? line.data : "");
    return out;
}

static int fail(struct reader *r, const char *message, const char *name, const char *hint)
{
    r->code = sa_err_set(r->err, SA_E_CONFIG, "%s:%d: %s '%.80s'%s%s%s", r->file, r->number,
                         message, name, hint ? "; did you mean '" : "", hint ? hint : "",
                         hint ? "'?" : "");
    return 0;
}

// The option with a key that a hint begins with, "it is --max-steps N"; NULL: none.
static const struct sa_option *named_at(const char *hint)
{
    static const char start[] = "it is --";
    if (!sa_starts_with(hint, start)) return NULL;
    struct sa_str name = {hint + strlen(start), strcspn(hint + strlen(start), " :;,")};
    for (size_t i = 0; i < SA_OPT_COUNT; i++)
        if (sa_options[i].name && sa_options[i].key && sa_str_equals(name, sa_options[i].name))
            return &sa_options[i];
    return NULL;
}

static int unknown_key(struct reader *r, const char *key, const char *hint)
{
    const char *instead = sa_wish_hint(key);
    if (!instead) return fail(r, "unknown key", key, hint);
    const struct sa_option *o = named_at(instead);
    SA_AUTO_FREE char *place = o ? sa_xasprintf("it is %s under [%s]", o->key, o->section) : NULL;
    if (place) instead = place;
    r->code = sa_err_set(r->err, SA_E_CONFIG, "%s:%d: unknown key '%.80s': %s", r->file, r->number,
                         key, instead);
    return 0;
}

static const char *const provider_keys[] = {
    "base_url", "wire", "key_env", "key_file", "key_command", "headers", "bill_to", "rpm", NULL};

static const char *const agents_keys[] = {"main", "files", NULL};

#define AGENTS "agent."  // whose lines agent.c judges
#define OF_FILE "agents" // of agent files alone

static const char *const hook_keys[] = {"command", "on", "tools", "timeout", "order", "env", NULL};

static const char *const tool_lists[] = {"examples", NULL};
static const char *const mcp_lists[] = {"args", "headers", "tools", NULL};

// None of these may be in ./smolagent.conf; harm: what a hostile one does with it.
static const struct {
    const char *name;
    bool prefix;
    const char *const *keys; // NULL: whoever reads the section checks them
    const char *harm;
    const char *const *lists; // keys whose lines add up; of any other there is one. NULL: none
} raw_sections[] = {
    {"tool.", true, NULL, "runs a command", tool_lists},
    {AGENTS, true, NULL, "has the model call an agent of its own, with tools of its choice", NULL},
    {"hook.", true, hook_keys, "runs a command, or lets through what the user's hooks do not",
     NULL},
    {"mcp.", true, NULL, "runs a command, or gets the data and the keys", mcp_lists},
    {"provider.", true, provider_keys, "gets the key and the data, or runs a command", NULL},
    {"prices", false, NULL, "makes what is spent look like less", NULL},
    {"prompts", false, NULL, "tells the model what to do in the user's name", NULL},
    {OF_FILE, false, agents_keys, "says which agent it is", NULL},
};

// Row of a free-form section, -1 when the name is none.
static int raw_section(const char *section)
{
    for (size_t i = 0; i < SA_COUNT(raw_sections); i++) {
        const char *name = raw_sections[i].name;
        bool match = raw_sections[i].prefix ? sa_starts_with(section, name) && section[strlen(name)]
                                            : sa_streq(section, name);
        if (match) return (int)i;
    }
    return -1;
}

// Is `key` one of a free-form section? With the nearest in *hint when not.
static bool raw_key(int row, const char *key, const char **hint)
{
    const char *const *keys = raw_sections[row].keys;
    for (const char *const *k = keys; k && *k; k++)
        if (sa_streq(key, *k)) return true;
    if (keys) *hint = sa_name_suggest(key, keys);
    return !keys;
}

static bool known_section(const char *section)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++)
        if (sa_streq(sa_options[i].section, section)) return true;
    return false;
}

// A project's section that the command does not look at is nothing to stop it for. One that nobody
// knows may have been meant for it.
static bool concerns(const struct reader *r, const char *section)
{
    unsigned scope = r->config->scope, of = 0;
    if (r->origin != SA_FROM_PROJECT || !scope) return true;
    for (size_t i = 0; i < SA_OPT_COUNT; i++)
        if (sa_streq(sa_options[i].section, section)) of |= sa_options[i].scope;
    if (raw_section(section) >= 0) of = SA_SCOPE_RUN | SA_SCOPE_CHAT;
    return !of || (scope & (of | SA_SCOPE_CONF | SA_SCOPE_DOCTOR));
}

// "[agent]", "[agents.x]", "[tools.x]": a free-form section without its name, or nearly one; as it
// has to be, malloc'd.
static char *nearest_named(const char *section)
{
    const char *name = strchr(section, '.');
    size_t len = name ? (size_t)(name - section) : strlen(section);
    SA_AUTO_FREE char *kind = sa_xstrndup(section, len);
    for (size_t i = 0; i < SA_COUNT(raw_sections); i++) {
        const char *row = raw_sections[i].name;
        if (!raw_sections[i].prefix) continue;
        SA_AUTO_FREE char *want = sa_xstrndup(row, strlen(row) - 1);
        if (sa_edit_distance(kind, want) <= (name ? 2u : 0u))
            return sa_xasprintf("%s.%s", want, name && name[1] ? name + 1 : "NAME");
    }
    return NULL;
}

static int unknown_section(struct reader *r, const char *section)
{
    const char *best = NULL;
    unsigned distance = 3;
    SA_AUTO_FREE char *named = nearest_named(section);
    if (named) return fail(r, "unknown section", section, named);
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        if (!sa_options[i].section) continue;
        unsigned d = sa_edit_distance(section, sa_options[i].section);
        if (d < distance) distance = d, best = sa_options[i].section;
    }
    return fail(r, "unknown section", section, best);
}

// What a line of an agent file means; NULL with the code in *r.
static char *share(struct reader *r, const char *section, const char *key,
                   const struct sa_option *o, const char *value)
{
    SA_AUTO_FREE char *where = sa_xasprintf("%s:%d", r->file, r->number);
    char *own = sa_share_value(r->config->agent_file, section, key, o, value, where, r->number,
                               r->err);
    if (!own) r->code = r->err->code;
    return own;
}

static int set_option(struct reader *r, const char *section, const char *key, const char *value,
                      enum sa_origin origin)
{
    const char *now = sa_option_renamed(key, false);
    if (now) key = now;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (!sa_streq(o->key, key) || !o->key) continue;
        if (!sa_streq(o->section, section)) continue;
        char where[512];
        snprintf(where, sizeof where, "%s:%d", r->file, r->number);
        SA_AUTO_FREE char *own = NULL;
        if (origin == SA_FROM_AGENT_FILE && !(value = own = share(r, section, key, o, value)))
            return 0;
        r->code = r->judging ? sa_config_check(r->config, i, value, origin, where, r->err)
                             : sa_config_set(r->config, i, value, origin, where, r->err);
        return r->code == SA_OK;
    }
    const char *home = sa_key_section(key);
    if (!home) return unknown_key(r, key, sa_key_suggest(key, section));
    r->code = sa_err_set(r->err, SA_E_CONFIG, "%s:%d: '%s' belongs under [%s], not [%s]", r->file,
                         r->number, key, home, section);
    return 0;
}

// In a profile a key is `section.key`, or the bare key when only one section has it ([python]
// needs its name).
static int set_profile(struct reader *r, const char *key, const char *value)
{
    const char *dot = strchr(key, '.');
    if (dot) {
        char section[64];
        snprintf(section, sizeof section, "%.*s", (int)(dot - key), key);
        return set_option(r, section, dot + 1, value, SA_FROM_PROFILE);
    }
    for (size_t i = 0; i < SA_OPT_COUNT; i++)
        if (sa_streq(sa_options[i].key, key) && !sa_streq(sa_options[i].section, "python"))
            return set_option(r, sa_options[i].section, key, value, SA_FROM_PROFILE);
    return unknown_key(r, key, sa_key_suggest(key, NULL));
}

static int check_agent(struct reader *r, const char *key, const char *value)
{
    SA_AUTO_FREE char *where = sa_xasprintf("%s:%d", r->file, r->number);
    r->code = sa_agent_check_key(r->config, key, value, where, r->err);
    return r->code == SA_OK;
}

// Has the file said so already, of what there is one?
static bool is_twice(const struct reader *r, int row, const char *section, const char *key)
{
    const struct sa_section *s = sa_config_section(r->config, section);
    for (const char *const *k = raw_sections[row].lists; k && *k; k++)
        if (sa_streq(key, *k)) return false;
    return s && sa_streq(s->file, r->file) && sa_section_get(s, key);
}

// A section that is the user's alone.
static int not_in_project(struct reader *r, const char *section, const char *harm)
{
    r->code = sa_err_set(
        r->err, SA_E_CONFIG,
        "%s:%d: a project file may not have the section '%.80s' (a hostile one %s): put it into your own configuration, or remove it",
        r->file, r->number, section, harm);
    return 0;
}

static int handle(struct reader *r, const char *section, const char *key, const char *value)
{
    if (!section[0]) return fail(r, "a [section] must come before", key, NULL);
    if (!concerns(r, section)) return 1;
    if (sa_starts_with(section, "profile.")) {
        if (r->origin == SA_FROM_PROJECT)
            return not_in_project(r, section, "undoes what the user chose");
        if (r->origin == SA_FROM_AGENT_FILE)
            return fail(r, "an agent file has no profiles:", section, NULL);
        if (!r->profile || !sa_streq(section + 8, r->profile)) return 1;
        r->profile_seen = true;
        return set_profile(r, key, value);
    }
    int row = raw_section(section);
    bool foreign = sa_streq(section, OF_FILE) && r->origin != SA_FROM_AGENT_FILE;
    if (foreign || (row < 0 && !known_section(section))) return unknown_section(r, section);
    if (row < 0) return set_option(r, section, key, value, r->origin);
    if (r->origin == SA_FROM_PROJECT) return not_in_project(r, section, raw_sections[row].harm);
    const char *hint = NULL;
    if (!raw_key(row, key, &hint)) return unknown_key(r, key, hint);
    int option = sa_starts_with(section, AGENTS) ? sa_agent_option(key) : -1;
    if (sa_starts_with(section, AGENTS) && !check_agent(r, key, value)) return 0;
    if (option < 0 && is_twice(r, row, section, key)) return fail(r, "given twice:", key, NULL);
    SA_AUTO_FREE char *own = NULL;
    const struct sa_option *o = option < 0 ? NULL : &sa_options[option];
    if (r->origin == SA_FROM_AGENT_FILE && !(value = own = share(r, section, key, o, value)))
        return 0;
    struct sa_section *s = sa_config_add_section(r->config, section, r->file);
    s->shared = r->origin == SA_FROM_AGENT_FILE;
    sa_section_add(s, key, value, r->number);
    return 1;
}

// Who wants to know of every fault gets them as they are found; else the first one ends the
// reading.
static int go_on(struct reader *r)
{
    const struct sa_agent_file *file = r->config->agent_file;
    struct sa_buf *faults = r->origin == SA_FROM_AGENT_FILE ? file->faults : NULL;
    if (!faults || !r->code) return 0;
    sa_buf_appendf(faults, "%s\n", r->err->message);
    sa_err_clear(r->err);
    r->code = SA_OK;
    return 1;
}

static int on_pair(void *ctx, const char *section, const char *name, const char *value)
{
    struct reader *r = ctx;
    if (r->code) return 0;
    if (name[0] != MARK) return handle(r, section, name, value) || go_on(r);
    struct sa_str line = sa_str_trim(r->line);
    const char *equals = memchr(line.data, '=', line.len);
    struct sa_str key = sa_str_trim((struct sa_str){line.data, (size_t)(equals - line.data)});
    struct sa_str text = sa_str_trim(
        (struct sa_str){equals + 1, line.len - (size_t)(equals + 1 - line.data)});
    SA_AUTO_FREE char *key_copy = sa_xstrndup(key.data, key.len);
    SA_AUTO_FREE char *text_copy = sa_xstrndup(text.data, text.len);
    return handle(r, section, key_copy, text_copy) || go_on(r);
}

// What begins with a section of a name, "[hook.x]", that nothing else of it stands behind.
static bool is_empty_section(struct sa_str head, struct sa_str rest)
{
    SA_AUTO_FREE char *name = sa_xstrndup(head.data + 1, head.len - 2);
    struct sa_str line, t = {0};
    if (!strchr(name, '.') || raw_section(name) < 0) return false;
    while (!t.len && sa_str_next_line(&rest, &line)) {
        t = sa_str_trim(line);
        if (t.len && (t.data[0] == '#' || t.data[0] == ';')) t.len = 0;
    }
    return !t.len || t.data[0] == '[';
}

// What inih would pass over or misread, found beforehand so that the message has the line.
static int check_lines(const char *file, const char *text, size_t len, struct sa_err *err)
{
    struct sa_str rest = {text, len}, line;
    for (int number = 1; sa_str_next_line(&rest, &line); number++) {
        const char *problem = NULL;
        struct sa_str t = sa_str_trim(line);
        bool comment = t.len && (t.data[0] == '#' || t.data[0] == ';');
        if (line.len && memchr(line.data, '\0', line.len)) problem = "NUL byte";
        else if (line.len && memchr(line.data, MARK, line.len)) problem = "control character";
        else if (!sa_utf8_valid(line.data, line.len)) problem = "invalid UTF-8";
        else if (!t.len || comment) continue;
        else if (t.data[0] == '[' && (t.len > 45 || t.data[t.len - 1] != ']'))
            problem = t.len > 45 ? "section name too long" : "']' expected";
        else if (t.data[0] == '[' && is_empty_section(t, rest))
            problem = "nothing stands in this section";
        else if (t.data[0] != '[' && !memchr(t.data, '=', t.len))
            problem = "'key = value' expected";
        else if (t.data[0] == '=') problem = "key expected before '='";
        if (problem) return sa_err_set(err, SA_E_CONFIG, "%s:%d: %s", file, number, problem);
    }
    return SA_OK;
}

static int read_lines(struct reader *r)
{
    int line = ini_parse_stream(next_line, r, on_pair, r);
    if (r->code) return r->code;
    if (line) return sa_err_set(r->err, SA_E_CONFIG, "%s:%d: cannot be understood", r->file, line);
    if (r->profile && !r->profile_seen)
        return sa_err_set(r->err, SA_E_CONFIG, "%s: no section [profile.%s]", r->file, r->profile);
    return SA_OK;
}

int sa_config_parse(struct sa_config *config, const char *file, const char *text, size_t len,
                    enum sa_origin origin, const char *profile, struct sa_err *err)
{
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3, len -= 3;
    int code = check_lines(file, text, len, err);
    if (!code && origin == SA_FROM_AGENT_FILE)
        code = sa_share_scan(file, text, len, config->agent_file->faults, err);
    if (code) return code;
    const struct reader start = {.config = config,
                                 .file = file,
                                 .profile = profile,
                                 .judging = origin == SA_FROM_PROJECT,
                                 .origin = origin,
                                 .rest = {text, len},
                                 .err = err};
    struct reader r = start;
    code = read_lines(&r);
    if (code || !r.judging) return code;
    r = start;
    r.judging = false;
    return read_lines(&r);
}
