// The set of prompts in force: the embedded texts, overlaid by a folder and by single keys.
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "prompt/embedded.h"
#include "prompt/prompt.h"

enum { MAX_PROMPT_BYTES = 1 << 20 };

struct sa_prompts {
    char **text; // sa_prompts_count replacements; NULL: the embedded one
};

// Row of the prompt KEY, which is the file KEY.txt.
static long find(const char *key)
{
    size_t n = strlen(key);
    for (long i = 0; sa_prompts[i].name; i++)
        if (!strncmp(sa_prompts[i].name, key, n) && !strcmp(sa_prompts[i].name + n, ".txt"))
            return i;
    return -1;
}

// Adds what prompts there are to the message.
static int name_them(struct sa_err *err)
{
    if (!err) return -1;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appendf(&text, "%s; there are: ", err->message);
    for (size_t i = 0; i < sa_prompts_count; i++)
        sa_buf_appendf(&text, "%s%.*s", i ? ", " : "", (int)strcspn(sa_prompts[i].name, "."),
                       sa_prompts[i].name);
    sa_err_set(err, SA_E_CONFIG, "%s", sa_buf_text(&text));
    sa_buf_release(&text);
    return -1;
}

static int unknown(const char *what, struct sa_err *err)
{
    sa_err_set(err, SA_E_CONFIG, "no prompt is named '%s'", what);
    return name_them(err);
}

int sa_prompts_set(struct sa_prompts *prompts, const char *key, const char *text,
                   struct sa_err *err)
{
    long i = find(key);
    if (i < 0) return unknown(key, err);
    free(prompts->text[i]);
    prompts->text[i] = sa_xstrdup(text);
    return 0;
}

static int load_file(struct sa_prompts *prompts, const char *dir, const char *name,
                     struct sa_err *err)
{
    SA_AUTO_FREE char *key = sa_xstrndup(name, strlen(name) - strlen(".txt"));
    SA_AUTO_FREE char *path = sa_fs_join(dir, name);
    size_t len;
    SA_AUTO_FREE char *text = sa_fs_read(path, MAX_PROMPT_BYTES, &len, err);
    return text ? sa_prompts_set(prompts, key, text, err) : -1;
}

static int load_dir(struct sa_prompts *prompts, const char *dir, struct sa_err *err)
{
    DIR *d = opendir(dir);
    if (!d) return sa_err_set(err, SA_E_CONFIG, "--prompts %s: %s", dir, strerror(errno)), -1;
    int rc = 0, found = 0;
    const struct dirent *entry;
    while (rc == 0 && (entry = readdir(d))) {
        if (entry->d_name[0] == '.' || !sa_ends_with(entry->d_name, ".txt")) continue;
        rc = load_file(prompts, dir, entry->d_name, err);
        found++;
    }
    closedir(d);
    if (rc || found) return rc;
    sa_err_set(err, SA_E_CONFIG,
               "--prompts %s: no file there is named after a prompt, such as system.txt", dir);
    return name_them(err);
}

struct sa_prompts *sa_prompts_new(const char *dir, struct sa_err *err)
{
    struct sa_prompts *prompts = sa_xcalloc(1, sizeof *prompts);
    prompts->text = sa_xcalloc(sa_prompts_count, sizeof *prompts->text);
    if (dir && load_dir(prompts, dir, err)) {
        sa_prompts_free(prompts);
        return NULL;
    }
    return prompts;
}

void sa_prompts_free(struct sa_prompts *prompts)
{
    if (!prompts) return;
    for (size_t i = 0; i < sa_prompts_count; i++) free(prompts->text[i]);
    free(prompts->text);
    free(prompts);
}

const char *sa_prompts_get(const struct sa_prompts *prompts, const char *key)
{
    long i = find(key);
    if (i < 0) return NULL;
    return prompts->text[i] ? prompts->text[i] : sa_prompts[i].text;
}

char *sa_prompts_render(const struct sa_prompts *prompts, const char *key, const cJSON *vars,
                        struct sa_err *err)
{
    const char *text = sa_prompts_get(prompts, key);
    if (!text) return unknown(key, err), NULL;
    SA_AUTO_FREE char *name = sa_xasprintf("prompt %s", key);
    return sa_template_render(name, text, vars, err);
}
