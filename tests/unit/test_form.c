// Normal forms of what arguments name: many spellings of one resource, in calls and in rules.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/rule.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/builtin.h"
#include "tool/files/tools.h"
#include "tool/form.h"

static struct sa_tools tools;
static struct sa_folders folders;
static struct sa_tool *named, *writes; // a tool that declares what arguments are; write_file
static struct sa_tool *nested;         // one whose arguments have parts
static char dir[] = "/tmp/form-test-XXXXXX";

static int make_tools(void **state)
{
    (void)state;
    static const char *const inputs[][2] = {
        {"path", "path"}, {"url", "url"}, {"host", "hostname"}, {"method", "http-method"}};
    named = sa_builtin_new("named", "Names.", 0, NULL);
    for (size_t i = 0; i < SA_COUNT(inputs); i++) {
        SA_AUTO_FREE char *schema = sa_xasprintf(
            "{\"type\": [\"string\", \"null\"], \"format\": \"%s\", \"default\": null}",
            inputs[i][1]);
        sa_builtin_input(named, inputs[i][0], schema);
    }
    sa_builtin_input(named, "text", "{\"type\": \"string\", \"default\": \"\"}");
    assert_int_equal(sa_tools_add(&tools, named, NULL), 0);
    static const char parts[] =
        "{\"properties\": {\"paths\": {\"type\": \"array\", \"items\": {\"format\": \"path\"}},"
        "\"jobs\": {\"additionalProperties\": {\"$ref\": \"#/$defs/job\"}},"
        "\"pair\": {\"prefixItems\": [{\"format\": \"http-method\"}, {\"format\": \"uri\"}]},"
        "\"maybe\": {\"anyOf\": [{\"type\": \"null\"}, {\"$ref\": \"#/$defs/job\"},"
        "{\"type\": \"string\", \"format\": \"path\"}]}, \"plain\": {}},"
        "\"$defs\": {\"job\": {\"type\": \"object\", \"properties\": {"
        "\"to\": {\"type\": \"string\", \"format\": \"path\"}, \"then\": {\"$ref\": "
        "\"#/$defs/job\"}}}}}";
    nested = sa_builtin_new("nested", "Names.", 0, NULL);
    cJSON_Delete(nested->inputs);
    nested->inputs = cJSON_Parse(parts);
    assert_int_equal(sa_tools_add(&tools, nested, NULL), 0);
    assert_non_null(mkdtemp(dir));
    assert_int_equal(chdir(dir), 0);
    assert_int_equal(mkdir("drafts", 0777) | mkdir("second", 0777), 0);
    assert_int_equal(symlink("../final.txt", "drafts/link"), 0);
    static const char *const grants[] = {".:rw", "second:rw", NULL};
    assert_int_equal(sa_folders_open(&folders, grants, NULL), 0);
    const struct sa_builtin_setup setup = {.folders = &folders};
    writes = sa_tool_write_file(&setup);
    return sa_tools_add(&tools, writes, NULL);
}

static int free_tools(void **state)
{
    (void)state;
    sa_tools_release(&tools);
    sa_folders_release(&folders);
    unlink("drafts/link");
    return rmdir("drafts") | rmdir("second") | rmdir(dir);
}

// The argument as the tool would receive it; malloc'd.
static char *received(const struct sa_tool *tool, const char *name, const char *value)
{
    cJSON *args = cJSON_CreateObject();
    bool changed;
    char *why = NULL;
    cJSON_AddStringToObject(args, name, value);
    if (tool == writes) cJSON_AddStringToObject(args, "text", "");
    if (!sa_tool_check_args(tool, args, &changed, &why)) fail_msg("%s", why);
    char *text = sa_xstrdup(sa_json_str(args, name, ""));
    cJSON_Delete(args);
    return text;
}

// Is the rule NAME(argument=pattern) about the call?
static bool about(const struct sa_tool *tool, const char *name, const char *pattern,
                  const char *value, bool grants)
{
    struct sa_rules rules = {0};
    SA_AUTO_FREE char *rule = sa_xasprintf("%s(%s=%s)", tool->name, name, pattern);
    SA_AUTO_FREE char *normal = received(tool, name, value);
    cJSON *args = cJSON_CreateObject();
    cJSON_AddStringToObject(args, name, normal);
    assert_int_equal(sa_rules_add(&rules, rule, NULL), 0);
    bool found = sa_rules_match(&rules, tool, args, grants) != NULL;
    sa_rules_release(&rules);
    cJSON_Delete(args);
    return found;
}

static void a_call_receives_the_normal_form(void **state)
{
    (void)state;
    static const struct {
        const char *name, *value, *normal;
    } rows[] = {
        {"path", "./secret.conf", "secret.conf"},
        {"path", "a//b/./c/", "a/b/c"},
        {"path", "drafts/../final.txt", "final.txt"},
        {"path", "../x", "../x"},
        {"path", "a/../../x", "../x"},
        {"path", "/a/../../x", "/x"},
        {"path", "/", "/"},
        {"path", "a/..", "."},
        {"path", "", ""},
        {"method", "delete", "DELETE"},
        {"url", "HTTP://LocalHost:80", "http://localhost/"},
        {"url", "https://EXAMPLE.com.:443/a", "https://example.com/a"},
        {"url", "http://h/public/../admin", "http://h/admin"},
        {"url", "http://h/public/%2e%2E/admin", "http://h/admin"},
        {"url", "http://h/%7euser/%2f%61", "http://h/~user/%2Fa"},
        {"url", "http://h/a\\..\\b", "http://h/a%5C..%5Cb"},
        {"url", "http://2130706433:8080/", "http://127.0.0.1:8080/"},
        {"url", "http://0x7f.1/?q=%41", "http://127.0.0.1/?q=A"},
        {"url", "http://[::FFFF]:80/", "http://[::ffff]/"},
        {"url", "http://h/a#/route", "http://h/a#/route"},
        {"url", "mailto:a@b", "mailto:a@b"},
        {"host", "EXAMPLE.com", "example.com"},
        {"host", "0x7f.1", "127.0.0.1"},
        {"text", "./a//B", "./a//B"},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        SA_AUTO_FREE char *got = received(named, rows[i].name, rows[i].value);
        SA_AUTO_FREE char *again = received(named, rows[i].name, got);
        if (strcmp(got, rows[i].normal) != 0) fail_msg("%s: %s", rows[i].value, got);
        if (strcmp(again, got) != 0) fail_msg("%s, once more: %s", got, again);
    }
}

static void a_rule_is_about_every_spelling_and_grants_no_other_place(void **state)
{
    (void)state;
    static const struct {
        const char *name, *pattern, *value;
        bool denies, grants;
    } rows[] = {
        {"method", "DELETE", "delete", true, true},
        {"method", "delete", "DELETE", true, true},
        {"path", "secret.conf", "./secret.conf", true, true},
        {"path", "./secret.conf", "secret.conf", true, true},
        {"path", "drafts/*", "drafts/../final.txt", false, false},
        {"path", "*", "../x", true, true},
        {"path", "..*", "../x", true, false},
        {"url", "http://h/public/*", "http://h/public/../admin", false, false},
        {"url", "http://h/public/*", "http://h/public/%2e%2e/admin", false, false},
        {"url", "http://h/public/*", "http://h/public/..%2fadmin", true, false},
        {"url", "http://h/public/*", "http://h/public/..\\admin", true, false},
        {"url", "HTTP://H:80/public/*", "http://h/public/a", true, true},
        {"url", "http://h/admin", "http://h/%61dmin#x", true, true},
        {"url", "http*://*.EXAMPLE.com/*", "https://a.example.com/b", true, true},
        {"host", "*.EXAMPLE.com.", "a.example.com", true, true},
        // What nobody declared: a rule that denies is about all it may name.
        {"text", "secret.conf", "./secret.conf", true, false},
        {"text", "http://h/admin", "HTTP://h/x/../admin", true, false},
        {"text", "drafts/*", "drafts/../final.txt", true, false},
        {"text", "drafts/*", "drafts/a..b", true, true},
        {"text", "on*", "one. Two ... three", true, true},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        bool denies = about(named, rows[i].name, rows[i].pattern, rows[i].value, false);
        bool grants = about(named, rows[i].name, rows[i].pattern, rows[i].value, true);
        if (denies != rows[i].denies || grants != rows[i].grants)
            fail_msg("%s, %s: %d %d", rows[i].pattern, rows[i].value, denies, grants);
    }
}

static void a_file_is_the_same_by_each_name_of_its_folder(void **state)
{
    (void)state;
    SA_AUTO_FREE char *whole = sa_xasprintf("%s/secret.conf", folders.items[0].path);
    SA_AUTO_FREE char *odd = sa_xasprintf("%s/.//drafts/../secret.conf", folders.items[0].path);
    const char *const names[] = {"secret.conf", "./secret.conf", "drafts/../secret.conf", whole,
                                 odd};
    for (size_t i = 0; i < SA_COUNT(names); i++) {
        SA_AUTO_FREE char *normal = received(writes, "path", names[i]);
        assert_string_equal(normal, "secret.conf");
        assert_true(about(writes, "path", "secret.conf", names[i], false));
        assert_true(about(writes, "path", whole, names[i], true));
        assert_false(about(writes, "path", "drafts/*", names[i], false));
    }
    assert_true(about(writes, "path", "second/*", "second/a", true));
    // A link is what it leads to.
    SA_AUTO_FREE char *behind = received(writes, "path", "drafts/link");
    assert_string_equal(behind, "final.txt");
    assert_false(about(writes, "path", "drafts/*", "drafts/link", true));
    assert_true(about(writes, "path", "final.txt", "drafts/link", false));
}

static void parts_of_arguments_are_normalised_and_matched(void **state)
{
    (void)state;
    static const struct {
        const char *args, *normal, *rule;
        bool denies, grants;
    } rows[] = {
        {"{\"paths\":[\"./a\",\"x/../b\"]}", "{\"paths\":[\"a\",\"b\"]}", "nested(paths=./b)", true,
         false},
        {"{\"paths\":[\"./a\"]}", "{\"paths\":[\"a\"]}", "nested(paths=*\"a\"*)", true, true},
        {"{\"jobs\":{\"n\":{\"to\":\"./a\",\"then\":{\"to\":\"b//c\"}}}}",
         "{\"jobs\":{\"n\":{\"to\":\"a\",\"then\":{\"to\":\"b/c\"}}}}", "nested(jobs=b/./c)", true,
         false},
        {"{\"pair\":[\"delete\",\"HTTP://h/x/../y\"]}", "{\"pair\":[\"DELETE\",\"http://h/y\"]}",
         "nested(pair=delete)", true, false},
        {"{\"pair\":[\"get\",\"HTTP://h/x/../y\"]}", "{\"pair\":[\"GET\",\"http://h/y\"]}",
         "nested(pair=http://h:80/y)", true, false},
        {"{\"maybe\":\"./a\"}", "{\"maybe\":\"a\"}", "nested(maybe=a)", true, true},
        {"{\"maybe\":{\"to\":\"./a\"}}", "{\"maybe\":{\"to\":\"a\"}}", "nested(maybe=a)", true,
         false},
        {"{\"plain\":[{\"x\":\"./a\"}]}", "{\"plain\":[{\"x\":\"./a\"}]}", "nested(plain=a)", true,
         false},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        cJSON *args = cJSON_Parse(rows[i].args);
        bool changed;
        char *why = NULL;
        if (!sa_tool_check_args(nested, args, &changed, &why)) fail_msg("%s", why);
        char *text = cJSON_PrintUnformatted(args);
        if (strcmp(text, rows[i].normal) != 0) fail_msg("%s became %s", rows[i].args, text);
        struct sa_rules rules = {0};
        assert_int_equal(sa_rules_add(&rules, rows[i].rule, NULL), 0);
        bool denies = sa_rules_match(&rules, nested, args, false) != NULL;
        bool grants = sa_rules_match(&rules, nested, args, true) != NULL;
        if (denies != rows[i].denies || grants != rows[i].grants)
            fail_msg("%s, %s: %d %d", rows[i].rule, rows[i].args, denies, grants);
        sa_rules_release(&rules);
        cJSON_free(text);
        cJSON_Delete(args);
    }
}

static void a_call_too_long_for_a_rule_gets_none(void **state)
{
    (void)state;
    cJSON *args = cJSON_CreateObject();
    SA_AUTO_FREE char *text = sa_xcalloc(1, 300);
    memset(text, 'a', 299);
    cJSON_AddStringToObject(args, "text", text);
    assert_null(sa_rule_of_call(named, args));
    cJSON_Delete(args);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_receives_the_normal_form),
        cmocka_unit_test(a_rule_is_about_every_spelling_and_grants_no_other_place),
        cmocka_unit_test(a_file_is_the_same_by_each_name_of_its_folder),
        cmocka_unit_test(parts_of_arguments_are_normalised_and_matched),
        cmocka_unit_test(a_call_too_long_for_a_rule_gets_none),
    };
    return cmocka_run_group_tests(tests, make_tools, free_tools);
}
