// The scanner and the redaction pass: what is found, what is left alone, and texts in pieces.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/base64.h"
#include "base/clock.h"
#include "base/detect.h"
#include "base/err.h"
#include "base/secret.h"
#include "base/xalloc.h"
#include "mcp/mcp.h"

// Parts that together are a credential, so that no tool takes this file for one.
#define KEY                                                                                        \
    "sk-"                                                                                          \
    "abcDEF123456ghiJKL7890"
#define JWT                                                                                        \
    "eyJ"                                                                                          \
    "hbGciOiJIUzI1NiJ9."                                                                           \
    "eyJ"                                                                                          \
    "zdWIiOiIxMjM0In0.c2lnbmF0dXJl"
#define BEGIN                                                                                      \
    "-----BEGIN "                                                                                  \
    "PRIVATE KEY-----"
#define END                                                                                        \
    "-----END "                                                                                    \
    "PRIVATE KEY-----"

struct row {
    const char *text, *what, *found; // found NULL: nothing may be found
};

static void check_rows(const struct row *rows, size_t n, unsigned kinds)
{
    const struct sa_detect d = {.kinds = kinds};
    for (size_t i = 0; i < n; i++) {
        struct sa_finding f;
        bool hit = sa_detect(&d, rows[i].text, strlen(rows[i].text), 0, &f) == SA_DETECT_HIT;
        if (hit != (rows[i].found != NULL))
            fail_msg("%s: %s", rows[i].text, hit ? f.what : "missed");
        if (!hit) continue;
        assert_string_equal(f.what, rows[i].what);
        assert_int_equal(f.len, strlen(rows[i].found));
        assert_memory_equal(rows[i].text + f.start, rows[i].found, f.len);
    }
}

static void finds_credentials(void **state)
{
    static const struct row rows[] = {
        {"key: " KEY ", next", "API key", KEY},
        {"token=gh"
         "p_0123456789abcdefghijABCDEFGHIJ012345",
         "API key",
         "gh"
         "p_0123456789abcdefghijABCDEFGHIJ012345"},
        {"AWS AKIA"
         "IOSFODNN7EXAMPLE.",
         "API key",
         "AKIA"
         "IOSFODNN7EXAMPLE"},
        {"x " JWT " y", "JWT", JWT},
        {"a\n" BEGIN "\nMIIEvQ==\nabc\n" END "\nb", "private key", BEGIN "\nMIIEvQ==\nabc\n" END},
        {"{\"k\": \"" BEGIN "\\nMIIE\\n" END "\\n\"}", "private key", BEGIN "\\nMIIE\\n" END},
        {BEGIN "\nMIIEvQ==\n\"", "private key", BEGIN "\nMIIEvQ==\n"},
        {"Authorization: Bearer abc123def456ghi789", "authorisation header", "abc123def456ghi789"},
        {"postgres://joe:s3cret!@db/x", "password in a URL", "s3cret!"},
        {"the bearer of congratulations", NULL, NULL},
        {"http://host:8080/a@b", NULL, NULL},
        {"task-force-abcdefghijklmnopqrst", NULL, NULL},
        {"sk-short", NULL, NULL},
        {"eyJust.a.word", NULL, NULL},
        {"-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----", NULL, NULL},
        {"joe@example.com 4111111111111111", NULL, NULL},
        {"", NULL, NULL},
    };
    (void)state;
    check_rows(rows, SA_COUNT(rows), SA_DETECT_SECRETS);
}

static void finds_personal_data(void **state)
{
    static const struct row rows[] = {
        {"write to joe.doe+x@mail.example.org.", "e-mail address", "joe.doe+x@mail.example.org"},
        {"(a@b.de)", "e-mail address", "a@b.de"},
        {"card 4111 1111 1111 1111!", "payment card number", "4111 1111 1111 1111"},
        {"378282246310005", "payment card number", "378282246310005"},
        {"IBAN DE89 3704 0044 0532 0130 00", "IBAN", "DE89 3704 0044 0532 0130 00"},
        {"GB82WEST12345698765432", "IBAN", "GB82WEST12345698765432"},
        {"call +49 (30) 1234-5678 now", "phone number", "+49 (30) 1234-5678"},
        {"call (415) 555-2671", "phone number", "(415) 555-2671"},
        {"06 12 34 56 78", "phone number", "06 12 34 56 78"},
        {"SSN 123-45-6789", "national id", "123-45-6789"},
        {"CPF 529.982.247-25", "national id", "529.982.247-25"},
        {"DNI 12345678Z", "national id", "12345678Z"},
        {"NIE X1234567L", "national id", "X1234567L"},
        {"cf RSSMRA85T10A562S", "national id", "RSSMRA85T10A562S"},
        {"PESEL 44051401359", "national id", "44051401359"},
        {"tax 86095742719", "national id", "86095742719"},
        {"nino AB 12 34 56 C", "national id", "AB 12 34 56 C"},
        {"nir 1 84 12 76 451 089 46", "national id", "1 84 12 76 451 089 46"},
        {"pnr 811218-9876", "national id", "811218-9876"},
        {"rr 85.07.30-033.28", "national id", "85.07.30-033.28"},
        {"hetu 131052-308T", "national id", "131052-308T"},
        {"hetu 131052A308T", "national id", "131052A308T"},
        {"11010519491231002X", "national id", "11010519491231002X"},
        {"4111111111111112", NULL, NULL},
        {"0.4111111111111111", NULL, NULL},
        {"0000000000000000", NULL, NULL},
        {"DE89370400440532013001", NULL, NULL},
        {"2024-05-06 12:30:00", NULL, NULL},
        {"01-02-2024 12:30", NULL, NULL},
        {"192.168.10.250:8080", NULL, NULL},
        {"1700000000000000000", NULL, NULL},
        {"a @ b, @decorator, x@localhost", NULL, NULL},
        {"000-12-3456 12345678A", NULL, NULL},
        {"3.14159265358979", NULL, NULL},
    };
    (void)state;
    check_rows(rows, SA_COUNT(rows), SA_DETECT_PII);
}

// Every way to cut the text in two (and into single bytes) gives what the whole gives.
static void pieces_are_as_the_whole(void **state)
{
    static const char *const texts[] = {"a " KEY " b known-value c",
                                        "x known-valu",
                                        "known-valueknown-value",
                                        JWT,
                                        "tail " KEY,
                                        BEGIN "\nMIIE\n" END " rest",
                                        "Bearer abc123def456ghi789\nnext",
                                        "https://u:passw0rd@h/",
                                        "https://known-value:passw0rd@h/ u://a:known-value@b",
                                        "value-and-more u://joe:known-value-and-more@h/",
                                        "sk- eyJ -----BEG :// plain",
                                        "-----BEGIN CERTIFICATE----- x"};
    (void)state;
    sa_secret_add("known-value");
    sa_secret_add("value-and-more");
    sa_secret_add("and-more@h");
    for (size_t i = 0; i < SA_COUNT(texts); i++) {
        size_t len = strlen(texts[i]);
        char *whole = sa_xstrdup(texts[i]);
        sa_secret_redact(whole, len);
        for (size_t cut = 0; cut <= len; cut++) {
            struct sa_redactor r = {0};
            struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
            size_t piece = cut == len ? 1 : cut;
            for (size_t at = 0, n; at < len; at += n) {
                n = cut < len && at ? len - at : piece ? piece : len;
                if (n > len - at) n = len - at;
                sa_redactor_feed(&r, texts[i] + at, n, &out);
            }
            sa_redactor_finish(&r, &out);
            assert_string_equal(sa_buf_text(&out), whole);
            sa_redactor_release(&r);
            sa_buf_release(&out);
        }
        assert_null(strstr(whole, "known-value"));
        free(whole);
    }
    sa_secret_release();
}

static void plain_text_is_not_held(void **state)
{
    struct sa_redactor r = {0};
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    (void)state;
    sa_redactor_feed(&r, "progress 10 %\n", 14, &out);
    assert_int_equal(out.len, 14);
    sa_redactor_release(&r);
    sa_buf_release(&out);
}

static void escaped_and_json(void **state)
{
    (void)state;
    sa_secret_add("pa\"ss/word");
    sa_secret_add("12345678");
    char text[] = "{\"a\": \"pa\\\"ss/word\"} pa%22ss%2Fword";
    sa_secret_redact(text, strlen(text));
    assert_string_equal(text, "{\"a\": \"***\"} ***");
    char *json = sa_xstrdup("12345678");
    sa_secret_redact_json(&json);
    assert_string_equal(json, "\"***\"");
    free(json);
    json = sa_xstrdup("{\"a\": [12345678, 5, \"x\\\"y 12345678\"]}");
    sa_secret_redact_json(&json);
    assert_string_equal(json, "{\"a\": [\"***\", 5, \"x\\\"y ***\"]}");
    free(json);
    json = sa_xstrdup(
        "{\"pa\\u0022ss\\/word\": \"\\u0070a\\\"ss/w\\u006Frd\\u0000\\ud800\", \"b\\/\\ud800\": "
        "\"{\\\"k\\\": \\\"pa\\\\\\\"ss\\\\/word\\\"}\"}");
    sa_secret_redact_json(&json);
    assert_string_equal(json, "{\"***\": \"***\\u0000\xef\xbf\xbd\", \"b\\/\\ud800\": "
                              "\"{\\\"k\\\": \\\"***\\\"}\"}");
    free(json);
    json = sa_xstrdup("no json 12345678");
    sa_secret_redact_json(&json);
    assert_string_equal(json, "\"***\"");
    free(json);
    sa_secret_release();
}

static void names_of_variables_that_hold_secrets(void **state)
{
    static const char *const secret[] = {
        "PGPASSWORD",     "GITHUB_PAT", "GH_PAT",          "PASSPHRASE",        "APIKEY",
        "SSHPASS",        "NPM_AUTH",   "SECRET_KEY_BASE", "MY_KEY_2",          "MY_KEY2",
        "OPENAI_API_KEY", "gh_token",   "DB_PASS",         "DOCKER_AUTH_CONFIG"};
    static const char *const plain[] = {"PATH",       "KEYBOARD", "AUTHOR",  "PWD",
                                        "OLDPWD",     "MONKEY",   "COMPASS", "SSH_AUTH_SOCK",
                                        "KEY",        "_",        "LANG",    "DOCKER_PATH",
                                        "APP_CONFIG", "PATH_2",   ""};
    (void)state;
    for (size_t i = 0; i < sizeof secret / sizeof *secret; i++)
        if (!sa_secret_is_name(sa_str_of(secret[i]))) fail_msg("%s", secret[i]);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (sa_secret_is_name(sa_str_of(plain[i]))) fail_msg("%s", plain[i]);
}

static void variables_written_for_a_program(void **state)
{
    (void)state;
    sa_secret_add_variable("ANYTHING=zq83hfPLMNx7");
    sa_secret_add_variable("GH_PAT=letters");
    sa_secret_add_variable("MODE=production");
    sa_secret_add_variable("HOME_DIR=/srv/data-01");
    sa_secret_add_variable("DB=postgres://joe:url-value@host/db");
    char text[] = "zq83hfPLMNx7 letters production /srv/data-01 url-value";
    sa_secret_redact(text, strlen(text));
    assert_string_equal(text, "*** *** production /srv/data-01 ***");
    sa_secret_release();
}

// Both ways of configuring a server: a section, and a file as other programs have it.
static void env_of_mcp_servers(void **state)
{
    static const struct sa_tool_setting section[] = {{"command", "true"},
                                                     {"env.ANYTHING", "zq83hfPLMNx7"},
                                                     {"env.GH_PAT", "letters"},
                                                     {"env.MODE", "production"}};
    static const char file[] = "{\"mcpServers\": {\"f\": {\"command\": \"true\", \"env\": "
                               "{\"OTHER\": \"bw94kgQMNOy8\", \"PGPASSWORD\": \"figures\"}}}}";
    static const struct sa_mcp_options none = {0};
    struct sa_err err = SA_ERR_INIT;
    struct sa_mcp *mcp = sa_mcp_new(&none);
    (void)state;
    sa_mcp_add_section(mcp, "s", section, SA_COUNT(section), NULL, &err);
    assert_string_equal(err.message, "");
    sa_mcp_add_file(mcp, file, strlen(file), &err);
    assert_string_equal(err.message, "");
    assert_int_equal(sa_mcp_count(mcp), 2);
    char text[] = "zq83hfPLMNx7 letters production bw94kgQMNOy8 figures";
    sa_secret_redact(text, strlen(text));
    assert_string_equal(text, "*** *** production *** ***");
    sa_mcp_free(mcp);
    sa_secret_release();
}

static void environment_and_headers(void **state)
{
    (void)state;
    setenv("SOME_TOKEN", "environment-value", 1);
    setenv("SOME_KEY", "/home/joe/.ssh/id", 1);
    setenv("OLDPWD_X", "not-a-credential", 1);
    sa_secret_add_environment();
    sa_secret_add_header("Authorization: Bearer header-value");
    sa_secret_add_header("Accept: text/plain-words");
    sa_secret_add_url("http://joe:url-value@proxy:80");
    char text[] = "environment-value /home/joe/.ssh/id not-a-credential header-value "
                  "text/plain-words url-value";
    sa_secret_redact(text, strlen(text));
    assert_string_equal(text, "*** /home/joe/.ssh/id not-a-credential *** text/plain-words ***");
    sa_secret_release();
}

// The ways in which programs write the same key.
static void spellings_of_known_keys(void **state)
{
    static const char *const keys[] = {"zq83hf/PLMNx72ka", "p\xc3\xa4ssw\xc3\xb6rd-77",
                                       "k\xf0\x9f\x98\x80 \"a\\b%c&d", "latin-\xe4-bytes"};
    static const char *const rows[][2] = {
        {"zq83hf\\/PLMNx72ka.", "***."},                           // PHP
        {"zq83hf\\\\/PLMNx72ka.", "***."},                         // ... as a string in JSON
        {"\\u007a\\u0071\\u0038\\u0033hf\\u002FPLMNx72ka", "***"}, // either case of digits
        {"\\\\u007Aq83hf/PLMNx72ka", "***"},
        {"\\x7aq83hf\\057PLMNx72ka", "***"},
        {"zq83hf%2fPLMNx72ka zq83hf%252FPLMNx72ka %7Aq83hf%2FPLMNx72ka", "*** *** ***"},
        {"zq83hf&#47;PLMNx72ka zq83hf&#x2F;PLMNx72ka", "*** ***"},
        {"p\\u00e4ssw\\u00F6rd-77 p\\xc3\\xa4ssw\\xc3\\xb6rd-77", "*** ***"},
        {"p\\xe4ssw\\xf6rd-77 p\\U000000e4ssw\\303\\266rd-77", "*** ***"},
        {"p%C3%A4ssw%c3%b6rd-77", "***"},
        {"p\xe4ssw\xf6rd-77 p\xef\xbf\xbdssw\xef\xbf\xbdrd-77",
         "*** ***"}, // as Latin-1, and repaired
        {"k\\ud83d\\uDE00 \\\"a\\\\b%c&d", "***"},
        {"k\\\\ud83d\\\\ude00 \\\\\\\"a\\\\\\\\b%c&d", "***"},
        {"k%F0%9F%98%80+%22a%5Cb%25c%26d k%25F0%259F%2598%2580%2520%2522a%255cb%2525c%2526d",
         "*** ***"},
        {"k\xf0\x9f\x98\x80 &quot;a\\b%c&amp;d", "***"},
        {"latin-\xe4-bytes latin-\xef\xbf\xbd-bytes latin-\\xe4-bytes latin-\\udce4-bytes",
         "*** *** *** ***"},
        {"enE4M2hmL1BMTU54NzJrYQ== .enE4M2hmL1BMTU54NzJrYQ", "***Q== .***Q"},
        {"7a7138336866 7A71383368662F504C4D4E7837326B61", "7a7138336866 ***"},
        {"zq83hf\\\\PLMNx72ka zq83hf/PLMNx72k", "zq83hf\\\\PLMNx72ka zq83hf/PLMNx72k"},
        {"\\\\\\ \\u12 \\ud83d %zz &am", "\\\\\\ \\u12 \\ud83d %zz &am"},
    };
    (void)state;
    sa_secret_set_forms(false);
    for (size_t i = 0; i < SA_COUNT(keys); i++) sa_secret_add(keys[i]);
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        size_t len = strlen(rows[i][0]);
        for (size_t piece = 1; piece <= len; piece++) {
            struct sa_redactor r = {0};
            struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
            for (size_t at = 0; at < len; at += piece)
                sa_redactor_feed(&r, rows[i][0] + at, len - at < piece ? len - at : piece, &out);
            sa_redactor_finish(&r, &out);
            assert_string_equal(sa_buf_text(&out), rows[i][1]);
            sa_redactor_release(&r);
            sa_buf_release(&out);
        }
    }
    sa_secret_set_forms(true);
    sa_secret_release();
}

// Base64 of any text that holds a key, wherever the key begins in it.
static void keys_inside_base64(void **state)
{
    static const char key[] = "zq83hf/PLMNx72ka", around[] = "user:";
    (void)state;
    sa_secret_add(key);
    for (size_t lead = 0; lead < 6; lead++) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL), coded = SA_BUF_INIT(SA_BUF_SMALL);
        sa_buf_appendf(&text, "%.*s%s%.*s", (int)(lead % 6), around, key, (int)(lead / 2), around);
        sa_base64_put(&coded, text.data, text.len);
        size_t whole = coded.len;
        coded.len = sa_secret_redact(coded.data, coded.len);
        assert_true(coded.len <= whole - 15);
        assert_non_null(strstr(coded.data, "***"));
        sa_buf_release(&text), sa_buf_release(&coded);
    }
    sa_secret_release();
}

// What comes in between hurries all but a known key: words go, in the order in which they came.
static void hurried_but_for_known_keys(void **state)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_redactor r = {0};
    (void)state;
    sa_secret_add("zq83hfPLMNx72kaWWq91");
    sa_redactor_hurry(&r, &out);
    sa_redactor_feed(&r, "progress 1", 10, &out);
    sa_redactor_hurry(&r, &out);
    assert_string_equal(sa_buf_text(&out), "progress 1");
    sa_redactor_feed(&r, "; zq83hfPLMN", 12, &out);
    sa_redactor_hurry(&r, &out);
    assert_string_equal(sa_buf_text(&out), "progress 1; ");
    sa_redactor_feed(&r, "x72kaWWq91 sk", 13, &out);
    sa_redactor_hurry(&r, &out);
    assert_string_equal(sa_buf_text(&out), "progress 1; *** sk");
    sa_redactor_release(&r);
    sa_buf_release(&out);
    sa_secret_release();
}

// However long what is held back, half a known key never goes.
static void forced_out_but_for_known_keys(void **state)
{
    enum { LONG = 100000 };
    static const char half[] = "zq83hfPLMN", rest[] = "x72kaWWq91";
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE), big = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_redactor r = {0};
    (void)state;
    for (int i = 0; i < LONG; i++) sa_buf_appendc(&big, (char)('a' + i % 23));
    sa_secret_add("zq83hfPLMNx72kaWWq91");
    sa_secret_add(big.data);
    sa_redactor_feed(&r, BEGIN "-----END ", strlen(BEGIN) + 9, &out);
    for (int i = 0; i < 33000; i++) sa_redactor_feed(&r, "x", 1, &out);
    sa_redactor_feed(&r, half, strlen(half), &out);
    assert_true(out.len > 32000);
    assert_null(strstr(out.data, "zq83"));
    sa_redactor_feed(&r, rest, strlen(rest), &out);
    for (size_t at = 0; at < LONG; at += 1000) sa_redactor_feed(&r, big.data + at, 1000, &out);
    sa_redactor_finish(&r, &out);
    assert_string_equal(out.data + out.len - 7, "x******");
    sa_redactor_release(&r);
    sa_buf_release(&out), sa_buf_release(&big);
    sa_secret_release();
}

// Keys that begin alike, end as others begin, or have several lines.
static void keys_among_keys(void **state)
{
    static const char *const rows[][2] = {
        {"abcdefgh abcdefghijkl abcdefghijk", "*** *** ***ijk"},
        {"abcdefghijklmnop", "***"}, // ijklmnop begins within
        {"xx abcdefghijklmno", "xx ***mno"},
        {"first-line-of-it-aa\nsecond", "***"},
        {"first-line-of-it-aa\r\nsecond", "***"},
        {"first-line-of-it-aa\\nsecond", "***"},
        {"a long-line-without-blanks-1 b", "a *** b"},
    };
    (void)state;
    sa_secret_add("abcdefgh");
    sa_secret_add("abcdefghijkl");
    sa_secret_add("ijklmnop");
    sa_secret_add("first-line-of-it-aa\nsecond");
    sa_secret_add("x\nlong-line-without-blanks-1\na sentence with blanks in it\n");
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        char *text = sa_xstrdup(rows[i][0]);
        sa_secret_redact(text, strlen(text));
        assert_string_equal(text, rows[i][1]);
        free(text);
    }
    sa_secret_release();
}

static void parts_of_headers(void **state)
{
    static const struct {
        const char *header, *text, *want;
    } rows[] = {
        {"X-Auth: zq83hfPLMN", "zq83hfPLMN", "***"},
        {"X-Team: zq83hfPLMN", "zq83hfPLMN", "***"},
        {"X-Team: research", "research zq83hf", "research zq83hf"},
        {"X-Token: abcdef", "abcdef", "***"},
        {"Cookie: session=zq83hfPLMN; a=b", "x zq83hfPLMN a=b", "x *** a=b"},
        {"Authorization: Token token=\"zq83hfPLMN\"", "zq83hfPLMN", "***"},
        {"Authorization: AWS4-HMAC-SHA256 Credential=AKIDzq83hf/x, Signature=zq83hfPLMN",
         "zq83hfPLMN AKIDzq83hf/x", "*** ***"},
        {"Proxy-Authorization: Basic am9lOnpxODNoZlBMTU4=",
         "am9lOnpxODNoZlBMTU4= joe:zq83hfPLMN zq83hfPLMN joe", "*** *** *** joe"},
        {"Authorization: Bearer abc123", "abc123 Bearer", "*** Bearer"},
        {"Content-Type: application/json", "application/json", "application/json"},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        sa_secret_add_header(rows[i].header);
        char *text = sa_xstrdup(rows[i].text);
        sa_secret_redact(text, strlen(text));
        assert_string_equal(text, rows[i].want);
        free(text);
        sa_secret_release();
    }
}

static void parts_of_urls(void **state)
{
    (void)state;
    sa_secret_add_url(
        "https://zq83%2FhfPLMN@h/v1?api_key=qq-12345&page=standard-one&sig=a%2Bb%2Bc%2Bd#x");
    char text[] = "zq83/hfPLMN zq83%2FhfPLMN qq-12345 standard-one a+b+c+d";
    sa_secret_redact(text, strlen(text));
    assert_string_equal(text, "*** *** *** standard-one ***");
    sa_secret_release();
}

// A finding never hides a registered value that begins within or before it.
static void findings_that_overlap(void **state)
{
    static const char *const rows[][2] = {
        {"u://known-value:passw0rd@h", "u://***@h"},
        {"u://joe:my-known-value@host", "u://joe:***@host"},
        {"u://joe:xvalue@tail!@host", "u://joe:***!@host"},
        {"known-value@tail known-valu", "*** known-valu"},
    };
    (void)state;
    sa_secret_add("known-value");
    sa_secret_add("value@tail");
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        char *text = sa_xstrdup(rows[i][0]);
        sa_secret_redact(text, strlen(text));
        assert_string_equal(text, rows[i][1]);
        free(text);
    }
    sa_secret_release();
}

static void only_known(void **state)
{
    (void)state;
    sa_secret_add("known-value");
    char text[] = "known-value " KEY, forms[] = "known-value " KEY;
    sa_secret_redact_known(text, strlen(text));
    assert_string_equal(text, "*** " KEY);
    sa_secret_set_forms(false);
    sa_secret_redact(forms, strlen(forms));
    assert_string_equal(forms, "*** " KEY);
    sa_secret_set_forms(true);
    sa_secret_release();
}

// Each finding costs its own length, not that of the text.
static void many_findings(void **state)
{
    (void)state;
    enum { MANY = 400000 };
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    for (int i = 0; i < MANY; i++) sa_buf_appends(&text, KEY " ");
    int64_t start = sa_clock_monotonic();
    size_t len = sa_secret_redact(text.data, text.len);
    assert_true(sa_clock_monotonic() - start < 10 * SA_NS_PER_S);
    assert_int_equal(len, MANY * 4);
    assert_memory_equal(text.data + len - 8, "*** *** ", 8);
    sa_buf_release(&text);
}

// Processor time of this thread, the best of three: seconds for a text of `unit` again and again.
static double time_of(const char *unit, size_t size)
{
    double best = 1e9;
    for (int i = 0; i < 3; i++) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
        struct timespec from, to;
        while (text.len < size) sa_buf_appends(&text, unit);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
        sa_secret_redact(text.data, text.len);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
        double took = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
        if (took < best) best = took;
        sa_buf_release(&text);
    }
    return best;
}

// What only looks like the beginning of a key costs little more than other text, however often it
// comes, and a longer text no more than its length.
static void keys_that_begin_again_and_again(void **state)
{
    static const char *const units[] = {"sk-", "fm2_", "ya29.", "bedrock-api-key-"};
    enum { SMALL = 100 << 10, LARGE = 1 << 20 };
    double plain = time_of("no-", LARGE);
    (void)state;
    for (size_t i = 0; i < SA_COUNT(units); i++) {
        double small = time_of(units[i], SMALL), large = time_of(units[i], LARGE);
        printf("%s: %.3f s a MiB, other text %.3f\n", units[i], large, plain);
        if (large > 8 * plain) fail_msg("%s: %g times as long", units[i], large / plain);
        if (large > 20 * small) fail_msg("%s: %g times the small text", units[i], large / small);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_credentials),
        cmocka_unit_test(finds_personal_data),
        cmocka_unit_test(pieces_are_as_the_whole),
        cmocka_unit_test(plain_text_is_not_held),
        cmocka_unit_test(escaped_and_json),
        cmocka_unit_test(names_of_variables_that_hold_secrets),
        cmocka_unit_test(variables_written_for_a_program),
        cmocka_unit_test(env_of_mcp_servers),
        cmocka_unit_test(environment_and_headers),
        cmocka_unit_test(findings_that_overlap),
        cmocka_unit_test(only_known),
        cmocka_unit_test(spellings_of_known_keys),
        cmocka_unit_test(keys_inside_base64),
        cmocka_unit_test(hurried_but_for_known_keys),
        cmocka_unit_test(forced_out_but_for_known_keys),
        cmocka_unit_test(keys_among_keys),
        cmocka_unit_test(parts_of_headers),
        cmocka_unit_test(parts_of_urls),
        cmocka_unit_test(many_findings),
        cmocka_unit_test(keys_that_begin_again_and_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
