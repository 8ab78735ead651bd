// Replies that only refer to an earlier one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "agent/agent_int.h"
#include "base/xalloc.h"

static void test_replies_that_refer_back(void **state)
{
    static const char *const back[] = {
        "The limerick has been provided above.",
        "I have already answered this question.",
        "See above.",
        "As mentioned above.",
        "The answer was given in my previous message.",
        "I've already provided the poem. Let me know if you need anything else!",
        "Please see my previous response.",
        "The task is complete. The summary was given earlier.",
        "  The list is shown above\n",
    };
    static const char *const own[] = {
        "",
        "Paris, as I said.",
        "North it is.",
        "The text given above is in French.",
        "The previous answer was wrong.",
        "My previous answer was not complete.",
        "The table above has 10 rows, as stated.",
        "It was given above: the capital of France is Paris, which is on the Seine.",
        "There once was a cat from Peru.\nIt is provided above.",
        "Let me know if you need anything else.",
        "I have already answered, but the total should be higher.",
        "Water boils before the answer.",
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(back); i++)
        if (!sa_prose_refers_back(sa_str_of(back[i]))) fail_msg("an answer: %s", back[i]);
    for (size_t i = 0; i < SA_COUNT(own); i++)
        if (sa_prose_refers_back(sa_str_of(own[i]))) fail_msg("refers back: %s", own[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replies_that_refer_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
