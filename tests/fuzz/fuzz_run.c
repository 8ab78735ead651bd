// Fuzz driver: the whole engine. Any source must end in a result within its limits, without a
// report of the sanitizers, and leave the isolate usable for a second cell. The mutator works on
// lines and inserts statements whose callbacks change what is being worked on, so that most inputs
// compile. At the end it says how many inputs got as far as the VM.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/xalloc.h"
#include "smolagent/python.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

static unsigned long inputs, ran;

static void report(void)
{
    fprintf(stderr, "inputs %lu, reached the VM %lu (%.1f %%)\n", inputs, ran,
            inputs ? 100.0 * (double)ran / (double)inputs : 0.0);
}

static int64_t clock_ns(void *ctx, int clock)
{
    (void)ctx;
    struct timespec t;
    clock_gettime(clock ? CLOCK_MONOTONIC : CLOCK_REALTIME, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static bool write_nothing(void *ctx, int fd, const char *text, size_t len)
{
    (void)ctx, (void)fd;
    unsigned sum = 0;
    for (size_t i = 0; i < len; i++) sum += (unsigned char)text[i]; // the sanitizer sees every byte
    return sum != ~0u;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!inputs++) atexit(report);
    struct py_options opt = {
        .hooks = {.write = write_nothing, .clock_ns = clock_ns},
        .max_memory = 48u << 20,
        .max_operations = 200000,
        .max_output = 1u << 20,
        .timeout_ns = 4000000000LL,
        .recursion_limit = 150,
        .agent = inputs & 1 ? &(const struct py_agent){.answer = "final_answer"} : NULL};
    struct py_isolate *iso = py_isolate_new(&opt);
    SA_CHECK(iso != NULL);
    struct py_result r;
    py_run(iso, (const char *)data, size, "<step 1>", &r);
    if (!r.error_type ||
        (strcmp(r.error_type, "SyntaxError") && strcmp(r.error_type, "IndentationError") &&
         strcmp(r.error_type, "TabError")))
        ran++;
    SA_CHECK(r.status != PY_LIMIT || r.limit != PY_LIMIT_NONE);
    static const char again[] = "sorted([3, 1, 2])";
    py_run(iso, again, sizeof again - 1, "<step 2>", &r);
    py_isolate_free(iso);
    return 0;
}

// Statements that call back, mutate under iteration, and stretch limits. "%s " is the line's
// indentation.
static const char *const statements[] = {
    "class C:\n%s def __eq__(s, o): L.clear(); return True\n%s def __hash__(s): return 1",
    "class M:\n%s def __lt__(s, o): L.append(s); return True\n%s def __index__(s): L.clear(); return 2",
    "class I:\n%s def __iter__(s): D.clear(); return iter([1, 2])\n%s def __len__(s): L.pop(); return 3",
    "class N:\n%s def __next__(s): L.clear(); return 1\n%s def __iter__(s): return s\n%s def __repr__(s): D.clear(); return 'N'",
    "class G:\n%s def __getitem__(s, i): L.append(i); return L[i]\n%s def __contains__(s, x): S.clear(); return False",
    "class B:\n%s def __bool__(s): L.clear(); return True\n%s def __format__(s, f): D.clear(); return f\n%s def __add__(s, o): L.pop(); return o",
    "class P(dict):\n%s def __missing__(s, k): s.clear(); return k\n%s def __getattribute__(s, n): L.append(n); return dict.__getattribute__(s, n)",
    "class Y:\n%s def __get__(s, o, t): type.__setattr__(C, 'y', 1); return L\n%s def __set__(s, o, v): L.clear()",
    "C.y = Y(); x = C().y; C().y = 1",
    "D[C()] = C(); D.pop(C(), None); x = C() in D",
    "S ^= {C(), M}; S.discard(C())",
    "x = L.index(C()) if L else L.count(C())",
    "x = sorted([M(), M(), M()], key=lambda m: L.clear())",
    "L[:] = I(); L[::2] = N()",
    "x = ','.join(str(v) for v in G() if L.append(1))",
    "x = min(N(), default=L) if B() else f'{B():{B()}}'",
    "x = '%*d %s' % (M().__index__(), 1, N())",
    "x = bytes(M()) + bytearray(I())",
    "x = range(M())[M()]; x = 'abc' * M()",
    "b = bytearray(9); m = memoryview(b); b.extend(I())",
    "x = dict(zip(N(), L)); x = set(map(C, L))",
    "L.sort(); L.remove(C()); L += L",
    "x = int.from_bytes(I()); x = divmod(M().__index__(), 3)",
    "import functools; x = functools.reduce(lambda a, b: L.append(a) or b, L, D)",
    "import heapq; heapq.heappush(L, M()); heapq.heapify(L)",
    "import bisect; bisect.insort(L, M())",
    "import copy; x = copy.deepcopy([L, D, C()])",
    "import collections; q = collections.deque(L, 5); q.remove(C()); q.rotate(M())",
    "L = list(range(20))",
    "D = {i: str(i) for i in range(9)}",
    "S = {1, 'a', (2, 3), 4.5}",
    "T = (1, [2], {3: 4})",
    "L.sort(key=lambda x: L.append(x))",
    "L[1:3] = (x for x in L)",
    "D.update((C(), i) for i in range(3))",
    "S |= {C(), C()}",
    "L.extend(M() for _ in range(3)); L.sort()",
    "L.insert(M(), 1)",
    "del L[M()]",
    "x = L[M():5]",
    "x = [*I()]",
    "x, *y = I()",
    "for x in L: L.append(x)",
    "for k in D: D[k * 2] = 1",
    "x = max(L, key=lambda v: L.clear() or 1)",
    "x = 'a%s' % ('b' * 9,)",
    "x = f'{L!r:>{10}}'",
    "x = b'abc'.join([b'1', bytearray(b'2')])",
    "x = 7 ** 300 // 3 ** 99",
    "x = int('9' * 50) >> 3",
    "try:\n%s raise ValueError(L)\n%s except* ValueError as e: x = e",
    "def g():\n%s x = yield 1\n%s yield from g() if x else []",
    "x = [*g()]",
    "it = g(); next(it); it.send(1)",
    "it.throw(KeyError)",
    "it.close()",
    "with open('x') as f: pass",
    "match L:\n%s case [a, *b]: x = b\n%s case {'k': v}: x = v",
    "import re; x = re.sub('(a|b)*c', lambda m: L.clear() or 'x', 'abac' * 5)",
    "import json; x = json.loads(json.dumps(D, default=str))",
    "import collections; x = collections.Counter(map(str, L)).most_common(2)",
    "import itertools; x = list(itertools.islice(itertools.cycle(L), 9))",
    "x = type('X', (C,), {'__slots__': ('a',)})()",
    "x = sum([[1], L], [])",
    "x = {**D, 'z': L}",
    "x = (lambda *a, **k: (a, k))(*L, **{'q': 1})",
    "L = L * 3",
    "x = str(L)[::-2].encode().decode('latin-1')",
    "x = memoryview(bytearray(b'abcd'))[1:3].tobytes()",
    "del D, S",
    "x = L == L[:] < [C()]",
    "print(x, L, D)",
    "global L",
    "nonlocal x"};

static unsigned next_random(unsigned *s)
{
    return (*s = *s * 1103515245u + 12345u) >> 8;
}

// A line without its indentation and its end.
struct line {
    size_t at, len; // in bytes, from the input's start
    int indent;     // in spaces
};

static struct line some_line(const uint8_t *d, size_t n, unsigned *seed)
{
    struct line l = {.at = n ? next_random(seed) % n : 0};
    while (l.at && d[l.at - 1] != '\n') l.at--;
    while (l.at + (size_t)l.indent < n && d[l.at + (size_t)l.indent] == ' ' && l.indent < 40)
        l.indent++;
    size_t from = l.at + (size_t)l.indent;
    while (from + l.len < n && d[from + l.len] != '\n') l.len++;
    return l;
}

// Puts lines in front of `before`, with its indentation. `text` has a %s where inner lines start.
static size_t insert(uint8_t *d, size_t n, size_t max, struct line before, const char *text)
{
    char out[1024];
    size_t len = (size_t)snprintf(out, sizeof out, "%*s", before.indent, "");
    for (const char *s = text; *s && len < sizeof out - 80; s++) {
        if (s[0] == '%' && s[1] == 's' && s[2] == ' ')
            len += (size_t)snprintf(out + len, sizeof out - len, "%*s", before.indent, ""), s++;
        else out[len++] = *s;
    }
    out[len++] = '\n';
    if (n + len > max) return n;
    memmove(d + before.at + len, d + before.at, n - before.at);
    memcpy(d + before.at, out, len);
    return n + len;
}

// A line gives way to `pass`: what it stood in still compiles, unless it opened a block.
static size_t drop(uint8_t *d, size_t n, struct line l)
{
    size_t from = l.at + (size_t)l.indent;
    if (l.len < 4) return n;
    memcpy(d + from, "pass", 4);
    memmove(d + from + 4, d + from + l.len, n - from - l.len);
    return n - l.len + 4;
}

static size_t copy(uint8_t *d, size_t n, size_t max, struct line l, struct line to)
{
    char text[900];
    const char *from = (const char *)d + l.at + l.indent;
    if (!l.len || l.len > 800 || memchr(from, '%', l.len) || memchr(from, 0, l.len)) return n;
    bool opens = from[l.len - 1] == ':';
    snprintf(text, sizeof text, "%.*s%s", (int)l.len, from, opens ? "\n%s  pass" : "");
    return insert(d, n, max, to, text);
}

size_t LLVMFuzzerCustomMutator(uint8_t *d, size_t n, size_t max, unsigned seed)
{
    unsigned what = next_random(&seed) % 16;
    struct line l = some_line(d, n, &seed);
    if (what == 0) return LLVMFuzzerMutate(d, n, max);
    if (what <= 2) return drop(d, n, l);
    if (what <= 5) return copy(d, n, max, l, some_line(d, n, &seed));
    return insert(d, n, max, l,
                  statements[next_random(&seed) % (sizeof statements / sizeof *statements)]);
}
