#!/usr/bin/env bats
# What programs of others link: the installed headers and library, without the rest of this folder.
load helper

setup_file() {
    root=$(realpath "$BATS_TEST_DIRNAME/../..")
    export root PREFIX="$BATS_FILE_TMPDIR/prefix"
    [ "$(realpath "${BIN:-$root/build/release/smolagent}")" = "$root/build/${MODE:-release}/smolagent" ] || export OTHER=1
    [ -n "${OTHER:-}" ] || make -s -C "$root" MODE="${MODE:-release}" install PREFIX="$PREFIX" >"$BATS_FILE_TMPDIR/log" 2>&1
}

# flags WHICH: of smolagent.pc, as pkg-config has them, which may not be here.
flags() {
    local pc=$PREFIX/lib/pkgconfig/smolagent.pc
    sed -n "s/^$1: //p" "$pc" | sed "s|\${libdir}|$PREFIX/lib|; s|\${includedir}|$PREFIX/include|"
}

# builds OUTPUT SOURCE [FLAG]...: as a program of others is built.
builds() {
    local out=$1 source=$2
    shift 2
    [ "${MODE:-release}" != asan ] || set -- "$@" -fsanitize=address,undefined
    # shellcheck disable=SC2046
    gcc -std=c11 -Wall -Wextra -Werror "$@" $(flags Cflags) "$source" -o "$out" $(flags Libs)
}

names() { sed -E 's://.*::' "$PREFIX"/include/smolagent/{python,agent}.h | grep -oE '(^|[ *])(py|smol)_[a-z0-9_]+\(' | tr -d ' *(' | sort; }

@test "the library exports what the two headers declare, and nothing else" {
    [ -z "${OTHER:-}" ] || skip "not the build of this folder"
    names >declared
    nm --defined-only --extern-only -f posix "$PREFIX/lib/libsmolagent.a" | awk 'NF > 1 { print $1 }' | sort >exported
    [ "$(wc -l <declared)" -gt 40 ]
    diff declared exported
}

@test "what it wants of others is the C library, not a library that a program may have itself" {
    [ -z "${OTHER:-}" ] || skip "not the build of this folder"
    nm --undefined-only -f posix "$PREFIX/lib/libsmolagent.a" | awk '$2 == "U" { print $1 }' >wanted
    [ "$(wc -l <wanted)" -gt 100 ]
    run grep -E '^(cJSON_|ts_|tree_sitter|png_|XML_|inflate|pcre2|utf8proc|__gmp|nettle|curl_|ini_|WebP|tj|sa_|py_|smol_)' wanted
    [ "$output" = "" ]
    # What heeds the locale is wrapped (src/embed/libc), or is not to be there.
    run grep -E '^(strto(d|f|ld)|atof|strptime|strftime|wcsftime|strn?casecmp|strcoll|strxfrm|(is|to)(alpha|alnum|lower|upper)|__ctype_.*|(__)?v?as?printf(_chk)?|(__)?s(n)?printf(_chk)?)$' wanted
    [ "$output" = "" ]
}

@test "a program with a cJSON and names of its own links, and runs the engine" {
    [ -z "${OTHER:-}" ] || skip "not the build of this folder"
    cat >own.c <<'END'
#include <smolagent/python.h>
#include <stdio.h>
#include <string.h>

// Names that the library has inside.
void *cJSON_Parse(const char *text) { (void)text; return 0; }
void sa_bug_at(void) {}
int ts_parser_new(void) { return 0; }

int main(void)
{
    struct py_result r;
    struct py_options o = {.max_memory = 64 << 20};
    struct py_isolate *iso = py_isolate_new(&o);
    const char code[] = "sum(range(10)) * 2";
    py_run(iso, code, strlen(code), "<cell>", &r);
    printf("%s\n", r.value_repr);
    py_isolate_free(iso);
    return cJSON_Parse("") != 0;
}
END
    builds own own.c
    [ "$(./own)" = 90 ]
}

@test "a program's own cJSON that it shows to libraries does not meet that of an agent" {
    [ -z "${OTHER:-}" ] || skip "not the build of this folder"
    echo '{"text": "<code>\nfinal_answer(x)\n</code>"}' >replies
    cat >shown.c <<'END'
#include <smolagent/agent.h>
#include <stdio.h>

void cJSON_Delete(void *value) { printf("%s", value ? "mine was called" : ""); }
int cJSON_IsString(const void *value) { return value == NULL; }
void *cJSON_CreateObject(void) { return NULL; }

int main(void)
{
    struct smol_agent *agent = smol_agent_new();
    smol_agent_set(agent, "model", "replay:replies");
    smol_agent_define(agent, "x", "[1.5, \"two\"]", NULL);
    struct smol_result *r = smol_agent_run(agent, "the task");
    puts(r->answer_json ? r->answer_json : r->error);
    smol_result_free(r);
    smol_agent_free(agent);
    return 0;
}
END
    builds shown shown.c -rdynamic
    nm -D shown | grep -q ' T cJSON_Delete$'
    [ "$(./shown)" = '[1.5, "two"]' ]
}

@test "the locale of a program changes no number of the engine and of agents" {
    [ -z "${OTHER:-}" ] || skip "not the build of this folder"
    mkdir locales
    localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8 2>/dev/null || true
    [ -f locales/de_DE.UTF-8/LC_NUMERIC ] || skip "no locale with a comma can be made (make deps)"
    echo '{"text": "<code>\nfinal_answer([1.5 + x, \"%g\" % 0.5, float(\"2.5\"), 1e-7])\n</code>", "usage": {"input_tokens": 70, "output_tokens": 30}}' >replies
    cat >comma.c <<'END'
#include <locale.h>
#include <smolagent/agent.h>
#include <smolagent/python.h>
#include <stdio.h>
#include <string.h>

static const char code[] = "import json\n(1.5, float('2.5'), '%.2e' % 12345.6, f'{2.5:.3f}', json.dumps([json.loads('0.1'), 1e22]))";

int main(void)
{
    struct py_result cell;
    struct py_options options = {.max_memory = 64 << 20};
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) return 1;
    struct py_isolate *isolate = py_isolate_new(&options);
    py_run(isolate, code, strlen(code), "<cell>", &cell);
    puts(cell.value_repr);
    py_isolate_free(isolate);
    struct smol_agent *agent = smol_agent_new();
    smol_agent_set(agent, "model", "replay:replies");
    smol_agent_set(agent, "temperature", "0.7");
    smol_agent_set(agent, "timeout", "90.5s");
    smol_agent_set(agent, "price", "1.5 2.5");
    smol_agent_set(agent, "max_cost", "0.5");
    smol_agent_define(agent, "x", "0.25", NULL);
    struct smol_result *r = smol_agent_run(agent, "the task");
    puts(r->answer_json ? r->answer_json : r->error);
    printf("%g %.6f\n", 0.5, r->cost);
    smol_result_free(r);
    smol_agent_free(agent);
    return 0;
}
END
    builds comma comma.c
    LOCPATH=$PWD/locales ./comma >numbers
    diff - numbers <<'END'
(1.5, 2.5, '1.23e+04', '2.500', '[0.1, 1e+22]')
[1.75, "0.5", 2.5, 1e-07]
0,5 0,000180
END
}

@test "the page names every setting that an agent takes, and no other" {
    settings=$root/src/embed/settings.c
    sed -n '/taken\[\]/,/^};/p' "$settings" | grep -oE 'SA_OPT_[a-z0-9_]+' | sed 's/SA_OPT_//' | sort >taken
    sed -n '/^### Settings/,/^`price`/p' "$root/docs/embedding.md" | grep '^|' | grep -oE '`[a-z0-9_]+`' | tr -d '`' | sort >told
    [ "$(wc -l <taken)" -gt 40 ]
    diff taken told
}

@test "C++ reads both headers, and C of 2011 alone" {
    [ -z "${OTHER:-}" ] || skip "not the build of this folder"
    printf '#include <smolagent/agent.h>\n#include <smolagent/python.h>\nint main() { smol_agent_free(smol_agent_new()); return 0; }\n' >both.cc
    compiler=$(command -v g++ || command -v clang++) || skip "no compiler of C++"
    # shellcheck disable=SC2046
    "$compiler" -std=c++11 -Wall -Wextra -pedantic -Werror $(flags Cflags) -c both.cc
    nm both.o | grep -q " U smol_agent_new$"
    sed 's/main()/main(void)/' both.cc >both.c
    builds both both.c -pedantic
    ./both
}

# desk: builds the example in a copy of its folder, where it is then.
desk() {
    cp -R "$root/docs/examples/embed" desk
    cd desk || exit 1
    builds desk desk.c
    PATH=$PWD:$PATH
}

# block KIND: what the README's fences of that kind hold.
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/{/^\`\`\`/d;p}" README.md; }

@test "the example of a program gives the answer of its README, and prints nothing else of the library's" {
    [ -z "${OTHER:-}" ] || skip "not the build of this folder"
    desk
    run_split sh -c "$(block sh | grep 'replay:')"
    [ "$status" = 0 ]
    [ "$output" = "$(block text)" ]
    grep -q '^  [0-9a-f-]*\.1 run\.start$' <<<"$errors"
    grep -c '^{"v":1,.*"type":"run.end","status":"ok"' <<<"$errors" >ends
    [ "$(cat ends)" = 2 ]
    run grep -v -E '^( *[0-9a-f.-]+ [a-z]+(\.[a-z]+)?$|\{"v":1,)' <<<"$errors"
    [ "$output" = "" ]
}

@test "the example of a program asks a model server, and leaves nothing behind in memory" {
    [ -z "${OTHER:-}" ] || skip "not the build of this folder"
    desk
    for format in sse plain; do
        sed "s/FORM/$format/" "$BATS_TEST_DIRNAME/embed/desk.txt" >desk.case
        BIN=$PWD/desk run "$HELPERS/modelserver" test desk.case
        [ "$status" = 0 ] || { echo "$output"; false; }
    done
    command -v valgrind >/dev/null || return 0
    [ "${MODE:-release}" = release ] || return 0
    run_split valgrind -q --leak-check=full --error-exitcode=9 ./desk replay:run.jsonl "the task"
    [ "$status" = 0 ] || { echo "$errors"; false; }
}
