// Files of --check-py: run as files of tools are, and asked for a judgement.
#include "exec/toolfile/judge.h"

#include <stdlib.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "exec/toolfile/toolfile_int.h"

struct sa_judge {
    struct sa_toolfile *file;
};

// What is wrong in the file is wrong with the command line; one that cannot be read is as any other
// such file.
static struct sa_judge *not_opened(struct sa_judge *j, struct sa_err *err)
{
    if (err->code == SA_E_TOOL) err->code = SA_E_USAGE;
    sa_judge_free(j);
    return NULL;
}

struct sa_judge *sa_judge_open(const char *path, const struct sa_judge_limits *limits,
                               struct sa_stop *stop, struct sa_err *err)
{
    const struct sa_toolfile_options o = {.max_memory = limits->max_memory,
                                          .max_operations = limits->max_operations,
                                          .timeout_ns = limits->timeout_ns};
    struct sa_judge *j = sa_xcalloc(1, sizeof *j);
    j->file = sa_toolfile_new(&o, err);
    if (!j->file) return not_opened(j, err);
    struct sa_toolfile_grants *g = &j->file->grants;
    g->judges = true;
    g->path = sa_xstrdup(path);
    g->name = sa_xstrdup("check_file");
    cJSON *told = sa_toolfile_start(j->file, "load_check", stop, err);
    if (told && cJSON_GetArraySize(told)) sa_toolfile_refuse(j->file, told, SA_E_USAGE, err);
    bool good = told && !err->code;
    cJSON_Delete(told);
    return good ? j : not_opened(j, err);
}

void sa_judge_free(struct sa_judge *j)
{
    if (j && j->file) sa_toolfile_leave(j->file);
    free(j);
}

const char *sa_judge_path(const struct sa_judge *j)
{
    return j->file->grants.path;
}

enum sa_judged sa_judge_ask(struct sa_judge *j, const char *arguments, struct sa_stop *stop,
                            char **why)
{
    struct sa_toolfile *f = j->file;
    struct py_result r;
    enum sa_judged judged = SA_JUDGED_BROKEN;
    *why = NULL;
    if (!sa_toolfile_run(f, NULL, arguments, "judge()", stop, &r)) return judged;
    if (f->failed) {
        *why = sa_xstrdup(f->failed);
    } else if (r.status == PY_OK && f->told) {
        judged = *f->told ? SA_JUDGED_BAD : SA_JUDGED_GOOD;
        if (*f->told) *why = sa_xstrdup(f->told);
    } else if (r.status == PY_LIMIT && r.limit == PY_LIMIT_TIME) {
        judged = SA_JUDGED_LATE;
    } else if (r.status == PY_LIMIT) {
        *why = sa_xasprintf("%s: check() was %s", f->grants.path, sa_toolfile_limit(&r));
    } else if (r.status != PY_INTERRUPTED) {
        struct sa_str text = sa_str_trim((struct sa_str){r.error_text, r.error_text_len});
        *why = sa_xasprintf("%s: %.*s", f->grants.path, (int)(text.len < 400 ? text.len : 400),
                            text.len ? text.data : "check() gave no verdict");
    }
    sa_toolfile_end(f);
    return judged;
}
