// Tab in a chat: commands and what they take, files, tools and variables.
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/chat.h"
#include "model/price.h"

static void add(struct sa_words *words, const char *word, size_t len, struct sa_str begun)
{
    if (len >= begun.len && !memcmp(word, begun.data, begun.len)) sa_words_add(words, word, len);
}

static void add_text(struct sa_words *words, const char *word, struct sa_str begun)
{
    add(words, word, strlen(word), begun);
}

static void add_commands(struct sa_words *words, struct sa_str begun)
{
    for (const struct sa_chat_command *c = sa_chat_commands; c->name; c++) {
        SA_AUTO_FREE char *word = sa_xasprintf("%s%s", c->name, *c->args ? " " : "");
        add_text(words, word, begun);
    }
}

static void add_prompts(const struct sa_chat *c, struct sa_words *words, struct sa_str begun)
{
    const struct sa_mcp_prompt *p;
    for (size_t i = 0; c->session->mcp && (p = sa_mcp_prompt_at(c->session->mcp, i)); i++) {
        SA_AUTO_FREE char *word = sa_xasprintf("/%s%s", sa_chat_prompt_name(p),
                                               *p->args ? " " : "");
        add_text(words, word, begun);
    }
}

// Those that settings and the table of prices name, and the providers, which are the beginning of
// any.
static void add_models(const struct sa_chat *c, struct sa_words *words, struct sa_str begun)
{
    const struct sa_section *prices = sa_config_section(c->session->config, "prices");
    const char *name;
    for (size_t i = 0; prices && i < prices->count; i++)
        add_text(words, prices->settings[i].key, begun);
    for (size_t i = 0; (name = sa_price_name(i)); i++)
        if (!sa_ends_with(name, "*")) add_text(words, name, begun);
    add_text(words, c->session->parts.model->id, begun);
}

static void add_providers(struct sa_words *words, struct sa_str begun, const char *behind)
{
    const struct sa_provider *p;
    for (size_t i = 0; (p = sa_provider_at(i)); i++) {
        SA_AUTO_FREE char *word = sa_xasprintf("%s%s", p->name, behind);
        add_text(words, word, begun);
    }
}

static void add_files(struct sa_words *words, struct sa_str begun)
{
    SA_AUTO_FREE char *typed = sa_xstrndup(begun.data, begun.len);
    char *slash = strrchr(typed, '/');
    size_t folder_len = slash ? (size_t)(slash - typed) + 1 : 0;
    SA_AUTO_FREE char *folder = sa_xstrndup(typed, folder_len);
    SA_AUTO_FREE char *where = sa_fs_expand(folder_len ? folder : ".");
    DIR *dir = opendir(where);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        const char *name = entry->d_name;
        if (name[0] == '.' && begun.data[folder_len] != '.') continue;
        if (sa_streq(name, ".") || sa_streq(name, "..")) continue;
        SA_AUTO_FREE char *path = sa_fs_join(where, name);
        SA_AUTO_FREE char *word = sa_xasprintf("%s%s%s", folder, name,
                                               sa_fs_is_dir(path) ? "/" : "");
        add_text(words, word, begun);
    }
    if (dir) closedir(dir);
}

static void add_names(const struct sa_chat *c, struct sa_words *words, struct sa_str begun)
{
    const struct sa_tools *tools = &c->session->parts.tools;
    struct sa_str rest, line, name;
    for (size_t i = 0; i < tools->count; i++) add_text(words, tools->items[i]->name, begun);
    rest.data = sa_agent_variables(c->session->agent, &rest.len);
    while (sa_str_next_line(&rest, &line))
        if (sa_str_next_part(&line, ':', &name)) add(words, name.data, name.len, begun);
}

static bool ends_word(char c)
{
    return isspace((unsigned char)c) || strchr("\"'`()[]{}<>,;=@", c);
}

void sa_chat_complete(void *ctx, const char *text, size_t len, struct sa_words *words)
{
    const struct sa_chat *c = ctx;
    size_t at = len;
    while (at && !ends_word(text[at - 1])) at--;
    SA_AUTO_FREE char *before = sa_xstrndup(text, at);
    struct sa_str begun = {text + at, len - at};
    words->start = at;
    if (!at && begun.len && begun.data[0] == '/' && !memchr(begun.data + 1, '/', begun.len - 1))
        add_commands(words, begun), add_prompts(c, words, begun);
    bool model = sa_starts_with(before, "/model "); // several, with commas between
    if (model) add_models(c, words, begun);
    if (model || sa_streq(before, "/models ")) return add_providers(words, begun, model ? "/" : "");
    if (sa_starts_with(before, "/attach ")) return add_files(words, begun);
    if (!begun.len || words->count) return;
    if (!memchr(begun.data, '/', begun.len)) add_names(c, words, begun);
    add_files(words, begun);
}
