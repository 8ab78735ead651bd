// The official JSON Schema suite (Debian's package json-schema-test-suite; SCHEMA_SUITE=DIR another
// version of it) against the validator: every group of every file but those that are named here,
// each with its reason.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "schema/schema.h"
#include "skipped.h"

#define PACKAGE "json-schema-test-suite"
#define ROOT "/usr/share/" PACKAGE "/tests"

// What is not claimed: groups of a file (all files whose path ends so) that begin so; "": all of
// them.
#define REMOTE "documents are not fetched, not even the dialects' own"
#define DYNAMIC "$dynamicRef is not supported, and refused by name"
#define ID "`id` of draft 4 is no keyword"
#define FORMAT "a format that is not checked"
static const struct unclaimed {
    const char *file, *group, *why;
} unclaimed[] = {
    {"/refRemote.json", "", REMOTE},
    {"/definitions.json", "", REMOTE},
    {"/defs.json", "", REMOTE},
    {"/ref.json", "remote ref, containing refs itself", REMOTE},
    {"draft4/ref.json", "Recursive references between schemas", ID},
    {"draft4/ref.json", "$ref prevents a sibling id", ID},
    {"draft4/ref.json", "Location-independent identifier", ID},
    {"draft4/ref.json", "id must be resolved", ID},
    {"draft4/optional/id.json", "", ID},
    {"draft4/optional/zeroTerminatedFloats.json", "", "1.0 is an integer, as since draft 6"},
    {"/dynamicRef.json", "", DYNAMIC},
    {"/unevaluatedItems.json", "unevaluatedItems with $dynamicRef", DYNAMIC},
    {"/unevaluatedProperties.json", "unevaluatedProperties with $dynamicRef", DYNAMIC},
    {"optional/dynamicRef.json", "", DYNAMIC},
    {"/vocabulary.json", "", "$vocabulary is not supported, and refused by name"},
    {"optional/format-assertion.json", "", "$vocabulary is not supported, and refused by name"},
    {"optional/ecmascript-regex.json", "ECMA 262 regex non-compliance",
     "\\Z is an anchor to PCRE2"},
    {"optional/cross-draft.json", "", REMOTE},
    {"optional/content.json", "", "contentEncoding and contentMediaType describe"},
    {"optional/format.json", "validation of URI References", FORMAT},
    {"optional/format.json", "format: uri-template", FORMAT},
    {"optional/format.json", "validation of JSON-pointers", FORMAT},
    {"format/duration.json", "", FORMAT},
    {"format/ecmascript-regex.json", "", FORMAT},
    {"format/hostname.json", "validation of A-label", "punycode is not decoded"},
    {"format/idn-email.json", "", FORMAT},
    {"format/idn-hostname.json", "", FORMAT},
    {"format/iri-reference.json", "", FORMAT},
    {"format/iri.json", "", FORMAT},
    {"format/json-pointer.json", "", FORMAT},
    {"format/regex.json", "", FORMAT},
    {"format/relative-json-pointer.json", "", FORMAT},
    {"format/uri-reference.json", "", FORMAT},
    {"format/uri-template.json", "", FORMAT},
};

struct counts {
    int groups, left_out, tests, failed;
};

static const struct unclaimed *find_unclaimed(const char *file, const char *group)
{
    for (size_t i = 0; i < SA_COUNT(unclaimed); i++)
        if (sa_ends_with(file, unclaimed[i].file) && sa_starts_with(group, unclaimed[i].group))
            return &unclaimed[i];
    return NULL;
}

static void try_one(const struct sa_schema *schema, const char *where, const cJSON *test,
                    struct counts *counts)
{
    if (strstr(sa_json_str(test, "description", ""), " NUL ")) {
        print_message("not claimed: %s: %s (texts with NUL are refused before)\n", where,
                      sa_json_str(test, "description", ""));
        return;
    }
    struct sa_schema_misses misses = {.most = 1};
    struct sa_buf said = SA_BUF_INIT(SA_BUF_TEXT);
    bool valid = sa_schema_check(schema, sa_json_get(test, "data"), &misses),
         wanted = sa_json_bool(test, "valid", false);
    sa_schema_put_misses(&misses, &said);
    counts->tests++;
    if (valid != wanted) {
        counts->failed++;
        print_message("%s: %s: wanted %s%s%s\n", where, sa_json_str(test, "description", ""),
                      wanted ? "valid" : "invalid", said.len ? ": " : "", sa_buf_text(&said));
    }
    assert_int_equal(misses.count, valid ? 0 : 1);
    sa_schema_misses_release(&misses);
    sa_buf_release(&said);
}

static void run_file(const char *path, const char *file, unsigned how, struct counts *counts)
{
    struct sa_err err = SA_ERR_INIT;
    size_t len = 0;
    const cJSON *group, *test;
    SA_AUTO_FREE char *text = sa_fs_read(path, 4 << 20, &len, &err);
    if (!text) fail_msg("%s", err.message);
    cJSON *all = sa_json_parse(text, len, &err);
    if (!all) fail_msg("%s: %s", path, err.message);
    cJSON_ArrayForEach(group, all)
    {
        const char *title = sa_json_str(group, "description", "");
        const struct unclaimed *not_ours = find_unclaimed(file, title);
        SA_AUTO_FREE char *where = sa_xasprintf("%s: %s", file, title);
        counts->groups++;
        if (not_ours) {
            counts->left_out++;
            print_message("not claimed: %s (%s)\n", where, not_ours->why);
            continue;
        }
        struct sa_schema *schema = sa_schema_new(sa_json_get(group, "schema"), how, NULL);
        cJSON_ArrayForEach(test, sa_json_get(group, "tests")) try_one(schema, where, test, counts);
        sa_schema_free(schema);
    }
    cJSON_Delete(all);
}

static int is_json(const struct dirent *entry)
{
    return sa_ends_with(entry->d_name, ".json");
}

// All files of a folder of the suite; false: it has none.
static bool run_folder(const char *name, unsigned how, struct counts *counts)
{
    const char *root = getenv("SCHEMA_SUITE");
    SA_AUTO_FREE char *folder = sa_xasprintf("%s/%s", root ? root : ROOT, name);
    struct dirent **files;
    int n = scandir(folder, &files, is_json, alphasort);
    for (int i = 0; i < n; i++) {
        SA_AUTO_FREE char *path = sa_fs_join(folder, files[i]->d_name),
                          *file = sa_fs_join(name, files[i]->d_name);
        run_file(path, file, how, counts);
        free(files[i]);
    }
    if (n >= 0) free(files);
    return n > 0;
}

static void run_draft(const char *name, unsigned how)
{
    struct counts counts = {0};
    if (!run_folder(name, how, &counts)) { // skip() does not return
        SKIP(PACKAGE " is missing (make deps)");
    }
    SA_AUTO_FREE char *optional = sa_fs_join(name, "optional"),
                      *formats = sa_fs_join(optional, "format");
    run_folder(optional, how | SA_SCHEMA_FORMATS, &counts);
    run_folder(formats, how | SA_SCHEMA_FORMATS, &counts);
    print_message("%s: %d of %d groups claimed, %d tests, %d failed\n", name,
                  counts.groups - counts.left_out, counts.groups, counts.tests, counts.failed);
    assert_int_equal(counts.failed, 0);
}

static void draft4_holds(void **state)
{
    (void)state;
    run_draft("draft4", SA_SCHEMA_DRAFT7);
}

static void draft6_holds(void **state)
{
    (void)state;
    run_draft("draft6", SA_SCHEMA_DRAFT7);
}

static void draft7_holds(void **state)
{
    (void)state;
    run_draft("draft7", SA_SCHEMA_DRAFT7);
}

// Not in Debian's version of the suite.
static void draft2020_12_holds(void **state)
{
    (void)state;
    run_draft("draft2020-12", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draft4_holds),
        cmocka_unit_test(draft6_holds),
        cmocka_unit_test(draft7_holds),
        cmocka_unit_test(draft2020_12_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
