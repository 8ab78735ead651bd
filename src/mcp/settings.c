// Where servers come from: sections [mcp.NAME], the option --mcp, and the JSON files that many
// programs share ("mcpServers").
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/proc.h"
#include "base/outside.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"

#define TIMEOUT_NS (60 * SA_NS_PER_S)
#define START_TIMEOUT_NS (30 * SA_NS_PER_S)

enum { MAX_SERVERS = 64 };

static void add(char ***list, char *item)
{
    size_t n = 0;
    while (*list && (*list)[n]) n++;
    *list = sa_xreallocarray(*list, n + 2, sizeof **list);
    (*list)[n] = item;
    (*list)[n + 1] = NULL;
}

static struct sa_mcp_settings defaults(void)
{
    return (struct sa_mcp_settings){.timeout_ns = TIMEOUT_NS, .start_timeout_ns = START_TIMEOUT_NS};
}

// A value of the file with ${NAME} and ${NAME:-FALLBACK} replaced by what the environment has;
// those of other kinds, and those that are not set, stay. malloc'd.
static char *expand(const char *text)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    for (const char *p = text; *p;) {
        size_t n = strspn(p + 2 * !strncmp(p, "${", 2),
                          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
        const char *end = !strncmp(p, "${", 2) ? strchr(p, '}') : NULL;
        bool plain = end && p[2 + n] == '}', fallback = end && !strncmp(p + 2 + n, ":-", 2);
        SA_AUTO_FREE char *name = plain || fallback ? sa_xstrndup(p + 2, n) : NULL;
        const char *value = name ? getenv(name) : NULL;
        if (!n || (!value && !fallback)) {
            sa_buf_appendc(&out, *p++);
            continue;
        }
        if (value && *value) sa_buf_appends(&out, value);
        else if (fallback) sa_buf_append(&out, p + n + 4, (size_t)(end - (p + n + 4)));
        p = end + 1;
    }
    return sa_buf_take(&out, NULL);
}

// What has to be there, and what goes together. NULL: all well.
static const char *problem(const struct sa_mcp *mcp, const char *name,
                           const struct sa_mcp_settings *set)
{
    for (const char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("-_.", *p))
            return "a name has letters, digits, '-', '_' and '.'";
    for (size_t i = 0; i < mcp->count; i++)
        if (sa_streq(mcp->items[i]->name, name)) return "there is already a server of that name";
    if (mcp->count >= MAX_SERVERS) return "there are too many servers";
    if (!set->url && !set->argv) return "a command or a url is needed";
    if (set->url && set->argv) return "it has a command or a url, not both";
    if (set->url && !sa_starts_with(set->url, "http://") && !sa_starts_with(set->url, "https://"))
        return "the url must begin with http:// or https://";
    if (!set->url && (set->token_env || set->key_command || set->headers))
        return "token_env, key_command and headers are for a url";
    return NULL;
}

// Takes `set` over.
static int add_server(struct sa_mcp *mcp, const char *name, struct sa_mcp_settings *set,
                      struct sa_err *err)
{
    const char *why = problem(mcp, name, set);
    SA_AUTO_FREE char *source = sa_xasprintf("MCP server %s", name);
    if (!why && set->argv) sa_outside_add(source, (const char *const *)set->argv, set->folder);
    for (char **h = set->headers; h && *h; h++) sa_secret_add_header(*h);
    for (char **e = set->env; e && *e; e++) sa_secret_add_variable(*e);
    if (set->url) sa_secret_add_url(set->url);
    if (why) {
        sa_mcp_settings_release(set);
        return sa_err_set(err, SA_E_CONFIG, "mcp server '%.60s': %s", name, why);
    }
    SA_GROW(mcp->items, mcp->cap, mcp->count + 1);
    mcp->items[mcp->count++] = sa_mcp_server_new(mcp, name, set);
    return SA_OK;
}

// ---- sections ----------------------------------------------------------------------------------

static bool set_words(struct sa_mcp_settings *set, const char *value)
{
    cJSON *words = sa_proc_words(value), *word;
    cJSON_ArrayForEach(word, words) add(&set->argv, sa_xstrdup(word->valuestring));
    bool well = words != NULL;
    cJSON_Delete(words);
    return well;
}

static bool set_args(struct sa_mcp_settings *set, const char *value)
{
    return set->argv && set_words(set, value);
}

static bool set_text(char **to, const char *value)
{
    free(*to);
    *to = sa_xstrdup(value);
    return *value != 0;
}

static bool set_pass(struct sa_mcp_settings *set, const char *value)
{
    return set_text(&set->pass, value) && sa_proc_env_is(value);
}

static bool set_folder(struct sa_mcp_settings *set, const char *value)
{
    free(set->folder);
    set->folder = sa_fs_expand(value);
    return *value != 0;
}

static bool set_url(struct sa_mcp_settings *set, const char *value)
{
    return set_text(&set->url, value);
}

static bool set_token_env(struct sa_mcp_settings *set, const char *value)
{
    return set_text(&set->token_env, value);
}

static bool set_key_command(struct sa_mcp_settings *set, const char *value)
{
    return set_text(&set->key_command, value);
}

// A header is a name, a colon and a value on one line.
static bool add_header(struct sa_mcp_settings *set, struct sa_str line)
{
    line = sa_str_trim(line);
    size_t name = 0;
    while (name < line.len && (isalnum((unsigned char)line.data[name]) || line.data[name] == '-' ||
                               line.data[name] == '_'))
        name++;
    if (!name || name == line.len || line.data[name] != ':') return false;
    for (size_t i = 0; i < line.len; i++)
        if (iscntrl((unsigned char)line.data[i])) return false;
    add(&set->headers, sa_xstrndup(line.data, line.len));
    return true;
}

static bool set_headers(struct sa_mcp_settings *set, const char *value)
{
    struct sa_str rest = sa_str_of(value), part;
    while (sa_str_next_part(&rest, ';', &part))
        if (!add_header(set, part)) return false;
    return true;
}

static bool set_allow(struct sa_mcp_settings *set, const char *value)
{
    struct sa_str rest = sa_str_of(value), part;
    while (sa_str_next_part(&rest, ',', &part)) {
        part = sa_str_trim(part);
        if (part.len) add(&set->allow, sa_xstrndup(part.data, part.len));
    }
    return set->allow != NULL;
}

static bool set_timeout(struct sa_mcp_settings *set, const char *value)
{
    return sa_parse_duration(value, &set->timeout_ns) && set->timeout_ns > 0;
}

static bool set_start_timeout(struct sa_mcp_settings *set, const char *value)
{
    return sa_parse_duration(value, &set->start_timeout_ns) && set->start_timeout_ns > 0;
}

static bool set_optional(struct sa_mcp_settings *set, const char *value)
{
    return sa_parse_bool(value, &set->optional);
}

static bool set_async(struct sa_mcp_settings *set, const char *value)
{
    return sa_parse_bool(value, &set->is_async);
}

static const struct {
    const char *key;
    bool (*set)(struct sa_mcp_settings *set, const char *value);
    const char *what;
} keys[] = {
    {"command", set_words, "a program and its arguments, as words or a JSON array"},
    {"args", set_args, "words or a JSON array, after 'command'"},
    {"env", set_pass, "names of variables, with commas between"},
    {"folder", set_folder, "a folder"},
    {"url", set_url, "a URL"},
    {"headers", set_headers, "Name: value; Name: value"},
    {"token_env", set_token_env, "the name of a variable"},
    {"key_command", set_key_command, "a command"},
    {"tools", set_allow, "names of tools, with commas between"},
    {"timeout", set_timeout, "a time such as 60 or 2m"},
    {"start_timeout", set_start_timeout, "a time such as 30 or 2m"},
    {"optional", set_optional, "true or false"},
    {"async", set_async, "true or false"},
};

// NULL, or what the value must be; "" for a key that nobody knows.
static const char *set_key(struct sa_mcp_settings *set, const char *key, const char *value)
{
    if (sa_starts_with(key, "env.") && key[4]) {
        add(&set->env, sa_xasprintf("%s=%s", key + 4, value));
        return NULL;
    }
    for (size_t i = 0; i < SA_COUNT(keys); i++)
        if (sa_streq(key, keys[i].key)) return keys[i].set(set, value) ? NULL : keys[i].what;
    return "";
}

int sa_mcp_add_section(struct sa_mcp *mcp, const char *name, const struct sa_tool_setting *settings,
                       size_t count, size_t *bad, struct sa_err *err)
{
    struct sa_mcp_settings set = defaults();
    if (bad) *bad = 0;
    for (size_t i = 0; i < count; i++) {
        const char *why = set_key(&set, settings[i].key, settings[i].value);
        if (!why) continue;
        if (bad) *bad = i;
        sa_mcp_settings_release(&set);
        if (!*why) {
            struct sa_buf all = SA_BUF_INIT(SA_BUF_SMALL);
            for (size_t k = 0; k < SA_COUNT(keys); k++) sa_buf_appendf(&all, "%s, ", keys[k].key);
            sa_err_set(err, SA_E_CONFIG,
                       "mcp server '%.60s': unknown key '%.60s' (there are "
                       "%senv.NAME)",
                       name, settings[i].key, sa_buf_text(&all));
            sa_buf_release(&all);
            return SA_E_CONFIG;
        }
        return sa_err_set(err, SA_E_CONFIG, "mcp server '%.60s': %s must be %s", name,
                          settings[i].key, why);
    }
    return add_server(mcp, name, &set, err);
}

// ---- words -------------------------------------------------------------------------------------

// What follows the last slash, or the host, in letters that names have; made another where taken.
static char *name_of(const struct sa_mcp *mcp, const char *word)
{
    const char *host = strstr(word, "://");
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    size_t len = strcspn(host ? host + 3 : word, host ? "/:?#" : " ");
    const char *from = host ? host + 3 : word;
    for (size_t i = 0; i < len && !host; i++)
        if (word[i] == '/') from = word + i + 1;
    len -= (size_t)(from - (host ? host + 3 : word));
    for (size_t i = 0; i < len && i < 30; i++)
        sa_buf_appendc(&out, isalnum((unsigned char)from[i]) ? from[i] : '_');
    if (!out.len) sa_buf_appends(&out, "server");
    size_t stem = out.len;
    for (int n = 2;; n++) {
        bool taken = false;
        for (size_t i = 0; i < mcp->count; i++)
            taken |= sa_streq(mcp->items[i]->name, sa_buf_text(&out));
        if (!taken) return sa_buf_take(&out, NULL);
        sa_buf_truncate(&out, stem);
        sa_buf_appendf(&out, "%d", n);
    }
}

int sa_mcp_add_word(struct sa_mcp *mcp, const char *word, struct sa_err *err)
{
    struct sa_mcp_settings set = defaults();
    bool url = sa_starts_with(word, "http://") || sa_starts_with(word, "https://");
    if (url) set_url(&set, word);
    else if (!set_words(&set, word))
        return sa_err_set(err, SA_E_USAGE, "--mcp: '%.80s' is neither a URL nor a command", word);
    SA_AUTO_FREE char *name = name_of(mcp, url ? word : set.argv[0]);
    return add_server(mcp, name, &set, err);
}

// ---- files of others ---------------------------------------------------------------------------

static bool take_words(const cJSON *list, char ***to)
{
    const cJSON *item;
    if (list && !cJSON_IsArray(list)) return false;
    cJSON_ArrayForEach(item, list)
    {
        if (!cJSON_IsString(item)) return false;
        add(to, expand(item->valuestring));
    }
    return true;
}

// Members of an object as "NAME=value" or "Name: value".
static bool take_pairs(struct sa_mcp_settings *set, const cJSON *object, bool headers)
{
    const cJSON *item;
    if (object && !cJSON_IsObject(object)) return false;
    cJSON_ArrayForEach(item, object)
    {
        if (!cJSON_IsString(item) || !*item->string || strchr(item->string, '=')) return false;
        SA_AUTO_FREE char *value = expand(item->valuestring);
        SA_AUTO_FREE char *line = sa_xasprintf("%s%s%s", item->string, headers ? ": " : "=", value);
        if (!headers) add(&set->env, sa_xstrdup(line));
        else if (!add_header(set, sa_str_of(line))) return false;
    }
    return true;
}

// NULL, or which member is wrong.
static const char *take_server(const cJSON *server, struct sa_mcp_settings *set)
{
    const char *url = sa_json_str(server, "url", sa_json_str(server, "serverUrl", NULL));
    const char *command = sa_json_str(server, "command", NULL), *kind;
    const char *folder = sa_json_str(server, "cwd", NULL);
    double seconds = sa_json_num(server, "timeout", 0) / 1000; // theirs are milliseconds
    if (!cJSON_IsObject(server)) return "it must be an object";
    kind = sa_json_str(server, "type", sa_json_str(server, "transport", NULL));
    if (sa_streq(kind, "sse"))
        return "it is of the type 'sse', which the protocol gave up; its url may speak 'http' too";
    if (command) add(&set->argv, expand(command));
    if (url) set->url = expand(url);
    if (folder) set->folder = sa_fs_expand(folder);
    if (!take_words(sa_json_get(server, "args"), &set->argv)) return "args must be strings";
    if (!take_pairs(set, sa_json_get(server, "env"), false))
        return "env must be an object of strings";
    if (!take_pairs(set, sa_json_get(server, "headers"), true))
        return "headers must be an object of strings, each on one line";
    if (seconds > 0 && seconds < 1e6) set->timeout_ns = (int64_t)(seconds * 1e9);
    return NULL;
}

int sa_mcp_add_file(struct sa_mcp *mcp, const char *text, size_t len, struct sa_err *err)
{
    cJSON *file = sa_json_parse(text, len, err);
    if (!file) return err->code;
    const cJSON *servers = sa_json_get(file, "mcpServers"), *server;
    if (!servers) servers = sa_json_get(file, "servers");
    int code = SA_OK;
    if (!cJSON_IsObject(servers))
        code = sa_err_set(err, SA_E_CONFIG, "it has no object 'mcpServers'");
    for (server = servers ? servers->child : NULL; server && !code; server = server->next) {
        struct sa_mcp_settings set = defaults();
        if (sa_json_bool(server, "disabled", false)) continue;
        const char *why = take_server(server, &set);
        if (why) {
            code = sa_err_set(err, SA_E_CONFIG, "mcp server '%.60s': %s", server->string, why);
            sa_mcp_settings_release(&set);
        } else {
            code = add_server(mcp, server->string, &set, err);
        }
    }
    cJSON_Delete(file);
    return code;
}

size_t sa_mcp_count(const struct sa_mcp *mcp)
{
    return mcp->count;
}

const char *sa_mcp_name(const struct sa_mcp *mcp, size_t i)
{
    return mcp->items[i]->name;
}
