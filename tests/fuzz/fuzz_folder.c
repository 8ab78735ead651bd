// Fuzz driver: operations in granted folders by any path. A line is one: a letter for the
// operation, one for its numbers, a path and, behind a tab, another. Nothing outside may be seen or
// changed, nor anything changed that was granted to be read alone.
#include "world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT = 4096, LINES = 40, MOST = 1 << 20 };

// Guessed: the input names the secret, which a path that is told back then has as well.
static void operate(char *line, bool guessed)
{
    static const int64_t numbers[] = {0, 1,    2,    3,         4,         5,      -1,
                                      6, 0600, 0777, INT64_MAX, INT64_MIN, 1 << 20};
    if (strlen(line) < 3) return;
    char *to = strchr(line, '\t');
    if (to) *to++ = 0;
    const unsigned n = (unsigned char)line[1];
    struct py_file_call call = {.op = (enum py_file_op)((unsigned char)line[0] % PY_FILE_OP_COUNT),
                                .path = line + 2,
                                .at = numbers[n % (sizeof numbers / sizeof *numbers)],
                                .count = n & 64 ? -1 : (int64_t)n,
                                .data = "written",
                                .len = 7};
    if (call.op == PY_FILE_RENAME) call.to = to ? to : "";
    if (call.op == PY_FILE_TRUNCATE && call.at > MOST) return; // the disk is others'
    if (call.op == PY_FILE_WRITE && call.at > MOST) return;
    const struct sa_folders_ask ask = {.call = &call, .limit = MOST};
    struct py_file_reply reply = {0};
    sa_folders_do(&world.folders, &ask, &reply);
    SA_CHECK(guessed || !world_leaks(reply.data, reply.len));
    SA_CHECK(strnlen(reply.message, sizeof reply.message) < sizeof reply.message);
    SA_CHECK((reply.error != 0) == (reply.message[0] != 0));
    free(reply.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[INPUT + 1], *rest = text, *line;
    if (size > INPUT || memchr(data, 0, size)) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    world_fill();
    bool guessed = world_leaks(text, size);
    for (int i = 0; i < LINES && (line = strsep(&rest, "\n")); i++) operate(line, guessed);
    world_check();
    return 0;
}
