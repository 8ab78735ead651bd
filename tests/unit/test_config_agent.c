// [agent.NAME] sections: what may stand in them, and the configurations that agents are.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "config/config.h"

static struct sa_config config, out;
static struct sa_err err;

static int set_up(void **state)
{
    (void)state;
    sa_config_init(&config);
    sa_err_clear(&err);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    sa_config_release(&config);
    sa_config_release(&out);
    return 0;
}

static void read_file(const char *text)
{
    if (sa_config_parse(&config, "f.conf", text, strlen(text), SA_FROM_USER, NULL, &err))
        fail_msg("%s", err.message);
}

static void type_flag(enum sa_option_id id, const char *text)
{
    assert_int_equal(sa_config_set(&config, id, text, SA_FROM_FLAG, "--flag", &err), SA_OK);
}

static void make(const char *name, enum sa_agent_place place)
{
    sa_config_release(&out);
    if (sa_config_agent(&config, name, place, &out, &err)) fail_msg("%s", err.message);
}

static void a_section_is_a_layer_over_the_settings(void **state)
{
    (void)state;
    read_file("[model]\nmodel = a/big\ntemperature = 0.5\n[limits]\nmax_steps = 9\n"
              "[agent.web]\ndescription = Looks things up.\nmodel = a/small\nmax_steps = 4\n"
              "summary = yes\n");
    make("web", SA_AGENT_BELOW);
    assert_string_equal(sa_opt_model(&out), "a/small");
    assert_string_equal(sa_config_get(&out, SA_OPT_model)->where, "f.conf:8");
    assert_int_equal(sa_config_get(&out, SA_OPT_model)->origin, SA_FROM_AGENT);
    assert_true(sa_opt_temperature(&out) == 0.5);
    assert_int_equal(sa_opt_max_steps(&out), 4);
    assert_string_equal(out.agent.name, "web");
    assert_string_equal(out.agent.description, "Looks things up.");
    assert_true(out.agent.summary);
    assert_ptr_equal(out.agent.base, &config);
    assert_string_equal(out.served, "a/big");
    assert_string_equal(sa_opt_model(&config), "a/big"); // stays as it was
}

static void what_was_granted_or_asked_of_its_caller_is_not_its_own(void **state)
{
    (void)state;
    read_file("[run]\ninstructions = Be brief.\ntools = web,files\n[limits]\nmax_tokens = 1000\n"
              "[checks]\nschema = {}\n[agent.a]\ndescription = A.\n[agent.b]\ndescription = B.\n"
              "tools = shell\ntools = ask\ninstructions = Be long.\nfolder = .\n");
    type_flag(SA_OPT_folder, "/srv:rw");
    type_flag(SA_OPT_tools, "python");
    make("a", SA_AGENT_BELOW);
    assert_null(sa_opt_instructions(&out));
    assert_null(sa_opt_tools(&out));
    assert_null(sa_opt_schema(&out));
    assert_null(sa_opt_folder(&out));
    assert_int_equal(sa_opt_max_tokens(&out), 0);
    assert_null(out.served);
    make("b", SA_AGENT_BELOW);
    assert_string_equal(sa_opt_tools(&out)[0], "shell");
    assert_string_equal(sa_opt_tools(&out)[1], "ask");
    assert_null(sa_opt_tools(&out)[2]);
    assert_string_equal(sa_opt_instructions(&out), "Be long.");
    assert_string_equal(sa_opt_folder(&out)[0], ".");
    assert_null(sa_opt_folder(&out)[1]);
}

// Of an agent that another one calls: a flag is about all of them where it is a wall or a limit.
static void typed_walls_and_limits_hold_for_it_and_it_may_be_tighter(void **state)
{
    (void)state;
    read_file("[agent.a]\ndescription = A.\nexecutor = local\nmax_memory = 64M\nmax_output = 9M\n"
              "max_operations = 0\nmodel = x/own\nmax_steps = 30\n");
    type_flag(SA_OPT_executor, "docker");
    type_flag(SA_OPT_max_memory, "128M");
    type_flag(SA_OPT_max_output, "1M");
    type_flag(SA_OPT_max_operations, "1000");
    type_flag(SA_OPT_model, "x/typed");
    type_flag(SA_OPT_max_steps, "5");
    make("a", SA_AGENT_BELOW);
    assert_string_equal(sa_opt_executor(&out), "docker");
    assert_int_equal(sa_opt_max_memory(&out), 64 << 20);
    assert_int_equal(sa_opt_max_output(&out), 1 << 20);
    assert_int_equal(sa_opt_max_operations(&out), 1000);
    assert_string_equal(sa_opt_model(&out), "x/own");
    assert_int_equal(sa_opt_max_steps(&out), 30);
}

static void of_one_that_is_run_by_itself_flags_stand_above_the_section(void **state)
{
    (void)state;
    read_file("[run]\ninstructions = Of others.\n[agent.a]\ndescription = A.\nmodel = x/own\n"
              "tools = web\nmax_steps = 30\n");
    type_flag(SA_OPT_model, "x/typed");
    type_flag(SA_OPT_tools, "files");
    type_flag(SA_OPT_folder, "/srv");
    make("a", SA_AGENT_FIRST);
    assert_string_equal(sa_opt_model(&out), "x/typed");
    assert_string_equal(sa_opt_tools(&out)[0], "files");
    assert_null(sa_opt_tools(&out)[1]);
    assert_string_equal(sa_opt_folder(&out)[0], "/srv");
    assert_int_equal(sa_opt_max_steps(&out), 30);
    assert_null(sa_opt_instructions(&out));
}

static void the_window_of_another_model_is_another(void **state)
{
    (void)state;
    read_file("[limits]\nmax_context = 8000\n[agent.a]\ndescription = A.\nmodel = x/own\n"
              "[agent.b]\ndescription = B.\n");
    make("a", SA_AGENT_BELOW);
    assert_int_equal(sa_opt_max_context(&out), 0);
    make("b", SA_AGENT_BELOW);
    assert_int_equal(sa_opt_max_context(&out), 8000);
}

static void lines_that_may_not_stand_there_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"max_step = 3", "f.conf:2: unknown key 'max_step'; did you mean 'max_steps'?"},
        {"descripton = x", "f.conf:2: unknown key 'descripton'; did you mean 'description'?"},
        {"retries = 3",
         "f.conf:2: 'retries' cannot be set for one agent: it belongs under [model]"},
        {"key_command = sh",
         "f.conf:2: 'key_command' cannot be set for one agent: it belongs under [model]"},
        {"max_steps = many", "f.conf:2: max_steps: 'many' must be a whole number"},
        {"summary = much", "f.conf:2: summary: 'much' must be true or false"},
    };
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
        sa_buf_appendf(&text, "[agent.a]\n%s\n", cases[i].text);
        sa_err_clear(&err);
        int code = sa_config_parse(&config, "f.conf", sa_buf_text(&text), text.len, SA_FROM_USER,
                                   NULL, &err);
        assert_int_equal(code, SA_E_CONFIG);
        assert_string_equal(err.message, cases[i].message);
        sa_buf_release(&text);
    }
}

static void there_must_be_one_of_that_name_with_a_description(void **state)
{
    (void)state;
    assert_int_equal(sa_config_agent(&config, "web", SA_AGENT_BELOW, &out, &err), SA_E_CONFIG);
    assert_string_equal(err.message, "there is no agent 'web': no [agent.NAME] section is in the "
                                     "configuration");
    sa_err_clear(&err);
    read_file("[agent.a]\nmax_steps = 3\n[agent.b]\ndescription = B.\n");
    assert_string_equal(sa_config_agent_at(&config, 1), "b");
    assert_null(sa_config_agent_at(&config, 2));
    assert_int_equal(sa_config_agent(&config, "web", SA_AGENT_BELOW, &out, &err), SA_E_CONFIG);
    assert_string_equal(err.message, "there is no agent 'web'; those of the configuration: a, b");
    sa_err_clear(&err);
    assert_int_equal(sa_config_agent(&config, "a", SA_AGENT_BELOW, &out, &err), SA_E_CONFIG);
    assert_string_equal(err.message, "f.conf:2: [agent.a] needs a description: that is what "
                                     "whoever may call it knows of it");
}

static void a_projects_file_may_not_have_one(void **state)
{
    (void)state;
    static const char text[] = "[limits]\nmax_steps = 3\n[agent.a]\ndescription = A.\n";
    assert_int_equal(sa_config_parse(&config, "p", text, strlen(text), SA_FROM_PROJECT, NULL, &err),
                     SA_E_CONFIG);
    assert_non_null(strstr(err.message, "p:4: a project file may not have the section 'agent.a'"));
    assert_null(sa_config_agent_at(&config, 0));
    assert_int_equal(sa_opt_max_steps(&config), 20); // nothing of it counts
}

// Keys are found by their names alone, whatever sections they have elsewhere.
static void keys_are_unique_among_themselves(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const char *key = sa_option_agent_key(&sa_options[i]);
        unsigned how = sa_options[i].scope & (SA_SCOPE_OWN | SA_SCOPE_TYPED);
        assert_true(how == 0 || (key && how != (SA_SCOPE_OWN | SA_SCOPE_TYPED)));
        assert_true(!key || !strchr(key, '-'));
        for (size_t k = i + 1; key && k < SA_OPT_COUNT; k++)
            assert_false(sa_streq(key, sa_option_agent_key(&sa_options[k])));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_section_is_a_layer_over_the_settings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_granted_or_asked_of_its_caller_is_not_its_own,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(typed_walls_and_limits_hold_for_it_and_it_may_be_tighter,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(of_one_that_is_run_by_itself_flags_stand_above_the_section,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_window_of_another_model_is_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_that_may_not_stand_there_are_named, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(there_must_be_one_of_that_name_with_a_description, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_projects_file_may_not_have_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_are_unique_among_themselves, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
