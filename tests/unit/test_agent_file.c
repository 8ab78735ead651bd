// Agent files: what they may say, what that means where they lie, where the layer stands, and the
// list of those that are trusted.
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/pin.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "config/config.h"

static struct sa_config config;
static struct sa_err err;
static char folder[64];

static void put(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/test-agent-file-XXXXXX");
    if (!mkdtemp(folder) || chdir(folder)) return -1;
    setenv("XDG_DATA_HOME", folder, 1);
    mkdir("tools", 0700), mkdir("prompts", 0700), mkdir("data", 0700);
    put("tools/a.py", "pass"), put("tools/b.sh", "exit"), put("prompts/system.txt", "x");
    put("answer.json", "{}"), put("said.jsonl", ""), put("data/d.py", "1");
    if (symlink("../answer.json", "tools/link.py") || mkfifo("tools/pipe.py", 0600)) return -1;
    sa_config_init(&config);
    sa_err_clear(&err);
    return 0;
}

static int forget(const char *path, const struct stat *st, int type, struct FTW *walk)
{
    (void)st, (void)type, (void)walk;
    return remove(path);
}

static int tear_down(void **state)
{
    (void)state;
    sa_config_release(&config);
    sa_pin_release();
    return chdir("/") || nftw(folder, forget, 8, FTW_DEPTH | FTW_PHYS);
}

// Anew: a configuration with an agent file of that text.
static int use(const char *text)
{
    sa_config_release(&config);
    sa_config_init(&config);
    sa_err_clear(&err);
    put("f.conf", text);
    struct sa_agent_file *file = sa_agent_file_open("f.conf", &err);
    assert_non_null(file);
    return sa_config_use_agent_file(&config, file, &err);
}

static void refused(const char *text, const char *message)
{
    assert_int_equal(use(text), SA_E_CONFIG);
    if (!strstr(err.message, message)) fail_msg("%s: %s", text, err.message);
}

static const char *section_value(const char *section, const char *key)
{
    return sa_section_get(sa_config_section(&config, section), key);
}

static void what_a_file_names_lies_beside_it(void **state)
{
    (void)state;
    char expected[512];
    assert_int_equal(
        use("[agent.x]\ndescription = d\ntool_file = tools//./a.py:http,env:X\n"
            "schema = answer.json\nprompts = ./prompts\ncheck = tools/b.sh -v\n"
            "folder = data:rw\nmodel = replay:said.jsonl, openai/m\n"
            "[tool.t]\ndescription = d\ncommand = [\"sh\", \"tools/b.sh\", \"-x\", \"{q}\", \"word\"]\n"
            "[mcp.s]\ncommand = tools/b.sh\nargs = ./tools/a.py data ./data\n"
            "[run]\nprompts = prompts/\n[checks]\nschema = {\"type\": \"object\"}\n"
            "[agents]\nfiles = tools/a.py, answer.json\n"),
        SA_OK);
    const struct {
        const char *section, *key, *value; // @: the folder
    } cases[] = {
        {"agent.x", "tool_file", "@/tools/a.py:http,env:X"},
        {"agent.x", "schema", "@/answer.json"},
        {"agent.x", "prompts", "@/prompts"},
        {"agent.x", "check", "[\"@/tools/b.sh\",\"-v\"]"},
        {"agent.x", "folder", "@/data:rw"},
        {"agent.x", "model", "replay:@/said.jsonl,openai/m"},
        {"tool.t", "command", "[\"sh\",\"@/tools/b.sh\",\"-x\",\"{q}\",\"word\"]"},
        {"mcp.s", "command", "[\"@/tools/b.sh\"]"},
        {"mcp.s", "args", "[\"@/tools/a.py\",\"data\",\"@/data\"]"},
    };
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        char *to = expected;
        for (const char *p = cases[i].value; *p; p++) {
            if (*p == '@') to += snprintf(to, 64, "%s", folder);
            else *to++ = *p;
        }
        *to = '\0';
        assert_string_equal(section_value(cases[i].section, cases[i].key), expected);
    }
    assert_string_equal(sa_opt_schema(&config), "{\"type\": \"object\"}");
    const struct sa_agent_file *f = config.agent_file;
    // a.py, answer.json, prompts, its text, b.sh, data, its file, said.jsonl
    assert_int_equal(f->count, 8);
    assert_string_equal(sa_beside_name(f, &f->beside[0]), "tools/a.py");
}

static void the_folder_itself_has_a_name_and_can_be_trusted(void **state)
{
    (void)state;
    static const char text[] = "[agent.x]\ndescription = d\nprompts = .\nfolder = ./:rw\n"
                               "tool_file = .//tools/./a.py\n[mcp.s]\nurl = https://s.example/\n"
                               "folder = data/.\n";
    static const char *const names[] = {".", "tools/a.py", "data", "data/d.py"};
    assert_int_equal(use(text), SA_OK);
    const struct sa_agent_file *f = config.agent_file;
    assert_int_equal(f->count, SA_COUNT(names));
    for (size_t i = 0; i < SA_COUNT(names); i++)
        assert_string_equal(sa_beside_name(f, &f->beside[i]), names[i]);
    assert_int_equal(sa_trust_add(&config, &err), SA_OK);
    char path[128];
    snprintf(path, sizeof path, "%s/f.conf", folder);
    sa_config_release(&config);
    sa_config_init(&config);
    assert_int_equal(sa_config_use_trusted(&config, path, &err), SA_OK);
}

// Of a file in the root folder names begin with no slash either.
static void what_lies_in_the_root_has_a_name_of_its_own(void **state)
{
    (void)state;
    const struct sa_agent_file f = {.folder = (char *)"/"};
    const struct {
        const char *path, *name;
    } cases[] = {{"//x/y", "x/y"}, {"/x", "x"}, {"/", "."}};
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        const struct sa_beside b = {.path = (char *)cases[i].path};
        assert_string_equal(sa_beside_name(&f, &b), cases[i].name);
    }
}

static void a_file_cannot_name_what_lies_elsewhere(void **state)
{
    (void)state;
    refused("[agent.x]\nschema = ../x.json\n", "f.conf:2: schema: ../x.json leaves the folder");
    refused("[agent.x]\nschema = tools/../../x.json\n", "leaves the folder");
    refused("[agent.x]\nschema = /etc/passwd\n", "is of this machine");
    refused("[agent.x]\nschema = ~/x.json\n", "is of this machine");
    refused("[agent.x]\nschema = missing.json\n", "is not there");
    refused("[agent.x]\nschema = tools\n", "is a folder");
    refused("[agent.x]\nprompts = answer.json\n", "is no folder");
    put("tools/plan.txt", "x");
    assert_int_equal(symlink("../answer.json", "tools/system.txt"), 0);
    refused("[agent.x]\nprompts = ./tools/\n", "prompts: ./tools/system.txt is a link");
    refused("[agent.x]\ntool_file = tools/link.py\n", "is a link");
    refused("[agent.x]\ntool_file = tools/pipe.py\n", "is no regular file");
    refused("[agent.x]\ncheck_py = tools/a.py/x\n", "cannot be opened");
    refused("[agent.x]\ncheck = ../run.sh\n", "leaves the folder");
    refused("[agent.x]\ncheck = tools/missing.sh\n", "is not there");
    refused("[agent.x]\nfolder = /:rw\n", "is of this machine");
    refused("[agent.x]\nmodel = replay:/tmp/x\n", "is of this machine");
    refused("[tool.t]\ncommand = [\"sh\", \"./missing.sh\"]\n", "is not there");
    refused("[tool.t]\ncommand = tools/link.py\n", "is a link");
    refused("[agents]\nfiles = tools/a.py, missing\n", "is not there");
}

static void a_file_says_nothing_of_users_and_machines(void **state)
{
    (void)state;
    refused("[model]\nkey_file = k\n",
            "f.conf:2: an agent file may not have 'key_file' under [model]");
    refused("[model]\nkey_command = cat k\n", "'key_command'");
    refused("[model]\nheader = X: y\n", "'header'");
    refused("[model]\nbase_url = https://models.example/v1\n", "'base_url'");
    refused("[model]\nproxy = http://p.example\n", "'proxy'");
    refused("[approve]\napprove = never\n", "'approve'");
    refused("[approve]\nallow = t\n", "'allow'");
    refused("[checks]\naudit = x\n", "'audit'");
    refused("[output]\nquiet = true\n", "'quiet'");
    refused("[python]\nexecutor = local\n", "'executor'");
    refused("[tools]\nhosts = *\n", "'hosts'");
    refused("[sandbox]\ndockerfile = answer.json\n", "'dockerfile'");
    refused("[provider.p]\nkey_file = k\n", "'key_file'");
    refused("[provider.p]\nheaders = A: b\n", "'headers'");
    refused("[provider.p]\nbase_url = https://me:word@models.example/v1\n", "");
    refused("[provider.p]\nbase_url = https://token@models.example/v1\n", "a user or a key in it");
    refused("[provider.p]\nbase_url = https://models.example/v1?a=b&api_key=abc\n",
            "a user or a key in it");
    refused("[mcp.s]\nkey_command = cat k\n", "'key_command'");
    refused("[mcp.s]\nheaders = A: b\n", "'headers'");
    refused("[prices]\nopenai/m = 0 0\n", "under [prices]");
    refused("[profile.p]\nmax_steps = 3\n", "no profiles");
    refused("# sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789\n[agent.x]\ndescription = d\n",
            "f.conf:1: what looks");
    refused("[agent.x]\ninstructions = password: Tr0ub4dor&3xKq9\n",
            "f.conf:2: what looks like a secret");
    refused("[agent.x]\nmax_stepz = 3\n", "did you mean 'max_steps'");
    assert_int_equal(use("[approve]\ndeny = t\n[limits]\nmax_steps = 3\n[provider.p]\n"
                         "base_url = https://models.example/v1\nkey_env = P_KEY\n"),
                     SA_OK);
}

// What is looked at is what will be used: nothing behind a colon or in braces leads elsewhere.
static void what_is_behind_a_name_is_no_way_out(void **state)
{
    (void)state;
    char expected[128];
    mkdir("data:x", 0700), mkdir("answer.json:x", 0700), mkdir("{a}", 0700);
    put("{a}/c.py", "1");
    refused("[agent.x]\nfolder = data:x/../..\n", "leaves the folder");
    refused("[agent.x]\nfolder = data:x/../..:rw\n", "leaves the folder");
    refused("[agent.x]\nfile = answer.json:x/../../etc\n", "leaves the folder");
    refused("[agent.x]\nschema = answer.json:x/../../etc\n", "leaves the folder");
    refused("[agent.x]\ncheck_py = tools/a.py:x\n", "tools/a.py:x is not there");
    refused("[agent.x]\ntool_file = answer.json:x/../../a.py\n", "leaves the folder");
    refused("[agent.x]\nfile = {a}/../../etc\n", "leaves the folder");
    assert_int_equal(use("[agent.x]\ncheck_py = {a}/c.py\nfolder = data:x:ro\n"), SA_OK);
    snprintf(expected, sizeof expected, "%s/{a}/c.py", folder);
    assert_string_equal(section_value("agent.x", "check_py"), expected);
    snprintf(expected, sizeof expected, "%s/data:x:ro", folder);
    assert_string_equal(section_value("agent.x", "folder"), expected);
}

// Only an agent file names its main agent.
static void the_section_of_the_file_is_in_no_other(void **state)
{
    (void)state;
    static const char text[] = "[agents]\nmain = x\n";
    assert_int_equal(sa_config_parse(&config, "u", text, strlen(text), SA_FROM_USER, NULL, &err),
                     SA_E_CONFIG);
    assert_non_null(strstr(err.message, "unknown section 'agents'"));
}

static void a_file_stands_between_user_and_project(void **state)
{
    (void)state;
    static const char user[] =
        "[limits]\nmax_steps = 30\nmax_tokens = 9\n[tool.t]\ndescription = u\nenv = A\n";
    static const char project[] = "[limits]\nmax_steps = 5\nmax_tokens = 8\n";
    put("f.conf", "[limits]\nmax_steps = 7\nmax_tool_calls = 4\n[tool.t]\ndescription = f\n");
    sa_config_set(&config, SA_OPT_max_tool_calls, "2", SA_FROM_ENV, "E", &err);
    assert_int_equal(sa_config_parse(&config, "u", user, strlen(user), SA_FROM_USER, NULL, &err),
                     SA_OK);
    struct sa_agent_file *file = sa_agent_file_open("f.conf", &err);
    assert_int_equal(sa_config_use_agent_file(&config, file, &err), SA_OK);
    assert_int_equal(sa_opt_max_steps(&config), 7);
    assert_int_equal(sa_opt_max_tool_calls(&config), 2);
    assert_string_equal(section_value("tool.t", "description"), "f");
    assert_null(section_value("tool.t", "env")); // a section is one file's
    assert_int_equal(
        sa_config_parse(&config, "p", project, strlen(project), SA_FROM_PROJECT, NULL, &err),
        SA_OK);
    assert_int_equal(sa_opt_max_steps(&config), 5);
    assert_int_equal(sa_opt_max_tokens(&config), 8);
}

// The section of an agent stands above files, but for what a project lowers; who runs it by itself
// keeps the caps of her own file.
static void caps_hold_for_an_agent_that_is_run_by_itself(void **state)
{
    (void)state;
    struct sa_config own;
    static const char user[] = "[limits]\nmax_tokens = 9\nmax_steps = 30\n";
    static const char project[] = "[limits]\nmax_steps = 5\nmax_tool_calls = 4\n";
    assert_int_equal(use("[agent.x]\ndescription = d\nmax_steps = 7\nmax_tool_calls = 3\n"), SA_OK);
    sa_config_parse(&config, "u", user, strlen(user), SA_FROM_USER, NULL, &err);
    sa_config_parse(&config, "p", project, strlen(project), SA_FROM_PROJECT, NULL, &err);
    assert_int_equal(sa_config_agent(&config, "x", SA_AGENT_FIRST, &own, &err), SA_OK);
    assert_int_equal(sa_opt_max_tokens(&own), 9);
    assert_int_equal(sa_opt_max_steps(&own), 5);
    assert_int_equal(sa_opt_max_tool_calls(&own), 3);
    sa_config_release(&own);
}

static void the_only_or_main_agent_is_the_first(void **state)
{
    (void)state;
    static const char user[] = "[agent.u]\ndescription = d\n";
    assert_int_equal(use("[agent.x]\ndescription = d\n"), SA_OK);
    assert_int_equal(sa_config_parse(&config, "u", user, strlen(user), SA_FROM_USER, NULL, &err),
                     SA_OK);
    assert_string_equal(sa_config_first_agent(&config), "x");
    assert_int_equal(use("[agent.x]\ndescription = d\n[agent.y]\ndescription = d\n"), SA_OK);
    assert_null(sa_config_first_agent(&config));
    assert_int_equal(
        use("[agents]\nmain = y\n[agent.x]\ndescription = d\n[agent.y]\ndescription = d\n"), SA_OK);
    assert_string_equal(sa_config_first_agent(&config), "y");
    assert_int_equal(use("[agents]\nmain = none\n[agent.x]\ndescription = d\n"), SA_OK);
    assert_null(sa_config_first_agent(&config));
    sa_config_set(&config, SA_OPT_as, "x", SA_FROM_FLAG, "--as", &err);
    assert_string_equal(sa_config_first_agent(&config), "x");
}

static void every_fault_is_told_where_it_is_asked_for(void **state)
{
    (void)state;
    struct sa_buf faults = SA_BUF_INIT(SA_BUF_TEXT);
    put("f.conf", "[agent.x]\nmax_steps = many\nschema = missing\n[model]\nkey_file = k\n"
                  "# sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789\n[limits]\nmax_steps = 3\n");
    struct sa_agent_file *file = sa_agent_file_open("f.conf", &err);
    file->faults = &faults;
    assert_int_equal(sa_config_use_agent_file(&config, file, &err), SA_OK);
    for (int i = 0; i < 4; i++) {
        char where[16];
        snprintf(where, sizeof where, "f.conf:%d:", (const int[]){2, 3, 5, 6}[i]);
        if (!strstr(sa_buf_text(&faults), where)) fail_msg("%s: %s", where, sa_buf_text(&faults));
    }
    assert_int_equal(sa_opt_max_steps(&config), 3);
    sa_buf_release(&faults);
}

// ---- trust --------------------------------------------------------------------------------------

static int use_trusted(void)
{
    char path[128];
    snprintf(path, sizeof path, "%s/f.conf", folder);
    sa_config_release(&config);
    sa_config_init(&config);
    sa_pin_release();
    sa_err_clear(&err);
    return sa_config_use_trusted(&config, path, &err);
}

static const char trusted_text[] =
    "[agent.x]\ndescription = d\ntool_file = tools/a.py\nprompts = prompts\n";

static void changed(const char *what)
{
    assert_int_equal(use_trusted(), SA_E_CONFIG);
    if (!strstr(err.message, what) || !strstr(err.message, "not trusted any more"))
        fail_msg("%s: %s", what, err.message);
}

static void what_was_changed_is_not_trusted(void **state)
{
    (void)state;
    assert_int_equal(use(trusted_text), SA_OK);
    assert_int_equal(sa_trust_add(&config, &err), SA_OK);
    SA_AUTO_FREE char *path = sa_trust_find("x");
    assert_non_null(path);
    assert_null(sa_trust_find("y"));
    assert_int_equal(use_trusted(), SA_OK);
    assert_true(config.agent_file->trusted);
    put("tools/a.py", "evil"), changed("tools/a.py was changed");
    unlink("tools/a.py"), changed("tools/a.py is not there");
    assert_int_equal(symlink("../answer.json", "tools/a.py"), 0);
    changed("is a link");
    unlink("tools/a.py"), put("tools/a.py", "pass");
    put("prompts/sub_agent.txt", "evil"), changed("prompts/sub_agent.txt is new");
    unlink("prompts/sub_agent.txt"), unlink("prompts/system.txt");
    changed("prompts/system.txt is not there");
    put("prompts/system.txt", "x");
    assert_int_equal(use_trusted(), SA_OK);
    put("f.conf", "[agent.x]\ndescription = e\n"), changed("the file itself was changed");
}

static void what_was_judged_is_what_is_read(void **state)
{
    (void)state;
    size_t len;
    assert_int_equal(use(trusted_text), SA_OK);
    assert_int_equal(sa_trust_add(&config, &err), SA_OK);
    assert_int_equal(use_trusted(), SA_OK);
    put("tools/a.py", "evil");
    char path[128];
    snprintf(path, sizeof path, "%s/tools/a.py", folder);
    SA_AUTO_FREE char *text = sa_fs_read(path, 100, &len, &err);
    assert_string_equal(text, "pass");
}

static void prompts_in_a_folder_of_data_are_what_was_trusted(void **state)
{
    (void)state;
    static const char text[] = "[agent.x]\ndescription = d\nfolder = prompts\nprompts = prompts\n";
    char path[128];
    size_t len;
    assert_int_equal(use(text), SA_OK);
    assert_int_equal(sa_trust_add(&config, &err), SA_OK);
    assert_int_equal(use_trusted(), SA_OK);
    put("prompts/new.txt", "evil");
    snprintf(path, sizeof path, "%s/prompts/new.txt", folder);
    assert_null(sa_fs_read(path, 100, &len, &err));
}

// A folder that a program is given is all that is below it.
static void a_folder_of_a_program_is_trusted_with_its_files(void **state)
{
    (void)state;
    static const char text[] = "[agent.x]\ndescription = d\n[tool.t]\ncommand = python3 ./data\n";
    mkdir("data/deep", 0700), put("data/deep/a.py", "1");
    assert_int_equal(use(text), SA_OK);
    assert_int_equal(sa_trust_add(&config, &err), SA_OK);
    assert_int_equal(use_trusted(), SA_OK);
    put("data/deep/a.py", "2"), changed("data/deep/a.py was changed");
    put("data/deep/a.py", "1"), put("data/__main__.py", "2"), changed("data/__main__.py is new");
    unlink("data/__main__.py");
    assert_int_equal(symlink("/etc", "data/deep/etc"), 0);
    changed("data/deep/etc is new");
}

static void names_of_trusted_agents_are_one_each(void **state)
{
    (void)state;
    char *path = NULL;
    assert_int_equal(use(trusted_text), SA_OK);
    assert_int_equal(sa_trust_add(&config, &err), SA_OK);
    assert_int_equal(sa_trust_add(&config, &err), SA_OK); // anew
    sa_config_release(&config);
    sa_config_init(&config);
    put("g.conf", "[agent.x]\ndescription = other\n");
    struct sa_agent_file *file = sa_agent_file_open("g.conf", &err);
    assert_int_equal(sa_config_use_agent_file(&config, file, &err), SA_OK);
    assert_int_equal(sa_trust_add(&config, &err), SA_E_CONFIG);
    assert_non_null(strstr(err.message, "trusted already"));
    assert_int_equal(sa_trust_remove("y", &path, &err), SA_E_USAGE);
    assert_int_equal(sa_trust_remove("x", &path, &err), SA_OK);
    assert_true(sa_ends_with(path, "/f.conf"));
    free(path);
    assert_int_equal(sa_trust_add(&config, &err), SA_OK);
    unlink("g.conf");
    assert_int_equal(sa_trust_remove("g.conf", &path, &err), SA_OK); // by a path that is gone
    free(path);
    assert_null(sa_trust_find("x"));
}

static void a_list_that_others_may_write_does_not_count(void **state)
{
    (void)state;
    assert_int_equal(use(trusted_text), SA_OK);
    assert_int_equal(sa_trust_add(&config, &err), SA_OK);
    chmod("smolagent/agents.json", 0666);
    assert_null(sa_trust_find("x"));
    assert_int_equal(use_trusted(), SA_E_CONFIG);
    assert_non_null(strstr(err.message, "not yours alone"));
    chmod("smolagent/agents.json", 0600);
    put("smolagent/agents.json", "{\"x\": ");
    assert_int_equal(use_trusted(), SA_E_CONFIG);
    assert_non_null(strstr(err.message, "damaged"));
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(what_a_file_names_lies_beside_it),
        T(the_folder_itself_has_a_name_and_can_be_trusted),
        T(what_lies_in_the_root_has_a_name_of_its_own),
        T(a_file_cannot_name_what_lies_elsewhere),
        T(what_is_behind_a_name_is_no_way_out),
        T(a_file_says_nothing_of_users_and_machines),
        T(the_section_of_the_file_is_in_no_other),
        T(a_file_stands_between_user_and_project),
        T(caps_hold_for_an_agent_that_is_run_by_itself),
        T(the_only_or_main_agent_is_the_first),
        T(every_fault_is_told_where_it_is_asked_for),
        T(what_was_changed_is_not_trusted),
        T(what_was_judged_is_what_is_read),
        T(prompts_in_a_folder_of_data_are_what_was_trusted),
        T(a_folder_of_a_program_is_trusted_with_its_files),
        T(names_of_trusted_agents_are_one_each),
        T(a_list_that_others_may_write_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
