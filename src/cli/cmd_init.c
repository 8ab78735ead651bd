// `smolagent init ci`: writes a job for a CI service (from the texts in ci/) for the model that is
// configured. An existing file is never overwritten.
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

#define VM                                                                                         \
    "# It needs a virtual machine of GitHub's, or your own runner with apt-get and sudo. The\n"    \
    "# .deb has the AppArmor profile by which ubuntu-latest grants user namespaces; with the\n"    \
    "# binary itself the run warns of missing layers of the sandbox and uses the others.\n"        \
    "#\n"
#define IN_CONTAINER                                                                               \
    "# It needs a runner that starts containers: GitHub's, or your own with Docker. The\n"         \
    "# container's options allow namespaces: without them the run warns of missing layers of\n"    \
    "# the sandbox and uses the others.\n"                                                         \
    "#\n"
#define CONTAINER                                                                                  \
    "    container:\n"                                                                             \
    "      image: debian:12-slim\n"                                                                \
    "      options: --security-opt seccomp=unconfined --security-opt apparmor=unconfined\n"
#define PREPARE                                                                                    \
    "          apt-get -q update\n"                                                                \
    "          apt-get -q install -y --no-install-recommends ca-certificates curl\n"

static const struct kind {
    const char *name, *text, *folders[3], *file, *next; // next: what is left to do
    const char *needs, *container, *prepare, *sudo;
} kinds[] = {
    {"github",
     "ci/github.yml",
     {".github", ".github/workflows"},
     ".github/workflows/smolagent.yml",
     "The repository's settings need the secret %s and where the program comes from: see its first lines.\n",
     VM,
     "",
     "",
     "sudo "},
    {"github-container",
     "ci/github.yml",
     {".github", ".github/workflows"},
     ".github/workflows/smolagent-container.yml",
     "The repository's settings need the secret %s and where the program comes from: see its first lines.\n",
     IN_CONTAINER,
     CONTAINER,
     PREPARE,
     ""},
    {"gitlab",
     "ci/gitlab.yml",
     {".gitlab"},
     ".gitlab/smolagent.yml",
     "The project's settings need the variable %s, and .gitlab-ci.yml a line that includes it: see its first lines.\n",
     "",
     "",
     "",
     ""},
    {"docker",
     "ci/Dockerfile",
     {NULL},
     "smolagent.Dockerfile",
     "Its first lines have the commands that build and run it; a run needs the variable %s.\n",
     "",
     "",
     "",
     ""},
};

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

static int write_new(const struct kind *k, const struct sa_buf *text, struct sa_err *err)
{
    for (const char *const *folder = k->folders; *folder; folder++)
        if (mkdir(*folder, 0777) && errno != EEXIST)
            return sa_err_set(err, SA_E_CONFIG, "cannot make %s: %s", *folder, strerror(errno));
    int fd = open(k->file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST)
        return sa_err_set(err, SA_E_CONFIG,
                          "%s is there already and stays as it is; remove it first for a new one",
                          k->file);
    bool ok = fd >= 0 && sa_fs_write_all(fd, sa_buf_text(text), text->len);
    int why = errno;
    if (fd >= 0 && close(fd) && ok) ok = false, why = errno;
    if (fd >= 0 && !ok) unlink(k->file); // ours, and not whole
    return ok ? SA_OK : sa_err_set(err, SA_E_CONFIG, "cannot write %s: %s", k->file, strerror(why));
}

static const struct kind *find_kind(const char *name, struct sa_err *err)
{
    for (size_t i = 0; i < SA_COUNT(kinds); i++)
        if (sa_streq(kinds[i].name, name)) return &kinds[i];
    struct sa_buf names = SA_BUF_INIT(SA_BUF_SMALL);
    for (size_t i = 0; i < SA_COUNT(kinds); i++)
        sa_buf_appendf(&names, "%s%s", i ? ", " : "", kinds[i].name);
    sa_err_set(err, SA_E_USAGE, "init ci: unknown service '%.60s'; known: %s", name,
               sa_buf_text(&names));
    sa_buf_release(&names);
    return NULL;
}

static int init_ci(const struct sa_config *config, const struct kind *k, struct sa_buf *out,
                   struct sa_err *err)
{
    struct part parts[] = {{0},
                           {0},
                           {"@KIND@", k->name},
                           {"@NEEDS@\n", k->needs},
                           {"@CONTAINER@\n", k->container},
                           {"@PREPARE@\n", k->prepare},
                           {"@SUDO@", k->sudo}};
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    const struct sa_embedded *t = sa_cli_texts;
    while (!sa_streq(t->name, k->text)) t++;
    choose(config, &parts[0], &parts[1]);
    fill_in(t->text, parts, SA_COUNT(parts), &text);
    int code = write_new(k, &text, err);
    if (!code) {
        sa_buf_appendf(out, "%s written, for %s.\n", k->file, parts[0].text);
        sa_buf_appendf(out, k->next, parts[1].text);
    }
    sa_buf_release(&text);
    return code;
}

static int report(struct sa_config *config, char *const *words, int count, struct sa_buf *out,
                  struct sa_err *err)
{
    if (!count || !sa_streq(words[0], "ci"))
        return sa_err_set(err, SA_E_USAGE, "what to write? 'smolagent init ci' writes a job");
    const struct kind *k = find_kind(count > 1 ? words[1] : kinds[0].name, err);
    return k ? init_ci(config, k, out, err) : err->code;
}

int sa_cmd_init(const struct sa_command *self, int argc, char **argv)
{
    return sa_cli_report(self, argc, argv, 2, report);
}
