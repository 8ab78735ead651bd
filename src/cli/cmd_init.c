// `smolagent init ci`: writes a job for GitHub Actions (ci.yml, in this folder) for the model in
// force. What is there already is never overwritten.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/embedded.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/xalloc.h"
#include "cli/run.h"

extern const struct sa_embedded sa_cli_texts[];

#define CI_FOLDER ".github/workflows"
#define CI_FILE CI_FOLDER "/smolagent.yml"

// The texts between the signs @ are replaced.
struct part {
    const char *name, *text;
};

static void fill_in(const char *text, const struct part *parts, size_t count, struct sa_buf *out)
{
    for (const char *p = text; *p;) {
        size_t i = 0;
        while (i < count && !sa_starts_with(p, parts[i].name)) i++;
        if (i < count) sa_buf_appends(out, parts[i].text);
        else sa_buf_appendc(out, *p);
        p += i < count ? strlen(parts[i].name) : 1;
    }
}

// The model and the variable that holds its key; where it has none, those of an example.
static void choose(const struct sa_config *config, struct part *model, struct part *key)
{
    const char *set = sa_opt_model(config), *similar;
    SA_AUTO_FREE char *provider = set ? sa_xstrndup(set, strcspn(set, "/")) : NULL;
    SA_AUTO_FREE char *section = sa_xasprintf("provider.%s", provider ? provider : "");
    const char *own = sa_section_get(sa_config_section(config, section), "key_env");
    const struct sa_provider *row = provider ? sa_provider_find(provider, &similar) : NULL;
    bool plain = set && !strpbrk(set, "'\n");
    const char *name = own ? own : row && !row->key_optional ? row->key_env : NULL;
    *model = (struct part){"@MODEL@", name && plain ? set : "openai/gpt-5-mini"};
    *key = (struct part){"@KEY@", name && plain ? name : "OPENAI_API_KEY"};
}

static int write_new(const struct sa_buf *text, struct sa_err *err)
{
    if (mkdir(".github", 0777) && errno != EEXIST)
        return sa_err_set(err, SA_E_CONFIG, "cannot make .github: %s", strerror(errno));
    if (mkdir(CI_FOLDER, 0777) && errno != EEXIST)
        return sa_err_set(err, SA_E_CONFIG, "cannot make %s: %s", CI_FOLDER, strerror(errno));
    int fd = open(CI_FILE, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST)
        return sa_err_set(err, SA_E_CONFIG,
                          "%s is there already and stays as it is; remove it first for a new one",
                          CI_FILE);
    bool ok = fd >= 0 && sa_fs_write_all(fd, sa_buf_text(text), text->len);
    int why = errno;
    if (fd >= 0 && close(fd) && ok) ok = false, why = errno;
    if (fd >= 0 && !ok) unlink(CI_FILE); // ours, and not whole
    return ok ? SA_OK : sa_err_set(err, SA_E_CONFIG, "cannot write %s: %s", CI_FILE, strerror(why));
}

static int init_ci(struct sa_config *config, const char *word, struct sa_buf *out,
                   struct sa_err *err)
{
    if (!sa_streq(word, "ci"))
        return sa_err_set(err, SA_E_USAGE,
                          "what to write? 'smolagent init ci' writes a job for GitHub");
    struct part parts[2];
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    choose(config, &parts[0], &parts[1]);
    fill_in(sa_cli_texts[0].text, parts, SA_COUNT(parts), &text);
    int code = write_new(&text, err);
    if (!code)
        sa_buf_appendf(out,
                       "%s written, for %s. Its first lines say what the repository's settings "
                       "must have:\nthe secret %s, and where the program comes from.\n",
                       CI_FILE, parts[0].text, parts[1].text);
    sa_buf_release(&text);
    return code;
}

int sa_cmd_init(const struct sa_command *self, int argc, char **argv)
{
    return sa_cli_report(self, argc, argv, 1, init_ci);
}
