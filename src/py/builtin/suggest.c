// "Did you mean" hints of uncaught NameError, AttributeError and ImportError: CPython's weighted
// edit distance (a move costs 2, a change of case 1) over the names that were in sight.
#include "traceback.h"
#include "../obj/typeobj.h"
#include "../vm/import.h"

enum { MOVE_COST = 2, CASE_COST = 1, MAX_NAME = 40, MAX_CANDIDATES = 750 };

static int substitution(unsigned char a, unsigned char b)
{
    if (a == b) return 0;
    unsigned x = a >= 'A' && a <= 'Z' ? a + 32u : a, y = b >= 'A' && b <= 'Z' ? b + 32u : b;
    return x == y ? CASE_COST : MOVE_COST;
}

// The least cost of edits that make b of a, or more than max when that is exceeded. R. A. Wagner,
// M. J. Fischer, The string-to-string correction problem (1974), row by row.
static int distance(const char *a, size_t na, const char *b, size_t nb, int max)
{
    for (; na && nb && *a == *b; na--, nb--) a++, b++;
    for (; na && nb && a[na - 1] == b[nb - 1]; na--) nb--;
    if (!na || !nb) return (int)(na + nb) * MOVE_COST;
    if (na > MAX_NAME || nb > MAX_NAME) return max + 1;
    if ((int)(na > nb ? na - nb : nb - na) * MOVE_COST > max) return max + 1;
    int row[MAX_NAME + 1]; // [i]: from the first i letters of a to those of b so far
    for (size_t i = 0; i <= na; i++) row[i] = (int)i * MOVE_COST;
    for (size_t j = 0; j < nb; j++) {
        int before = row[0], least = INT32_MAX;
        row[0] += MOVE_COST;
        for (size_t i = 1; i <= na; i++) {
            int replaced = before + substitution((unsigned char)a[i - 1], (unsigned char)b[j]);
            int moved = (row[i] < row[i - 1] ? row[i] : row[i - 1]) + MOVE_COST;
            before = row[i];
            row[i] = replaced < moved ? replaced : moved;
            if (row[i] < least) least = row[i];
        }
        if (least > max) return max + 1;
    }
    return row[na];
}

struct search {
    struct py_isolate *iso;
    char name[4 * MAX_NAME + 4];
    size_t len;
    py_value best;
    int best_cost;
    unsigned seen;
};

static bool begin(struct search *s, struct py_isolate *iso, py_value name)
{
    *s = (struct search){.iso = iso, .best_cost = INT32_MAX};
    if (!name || !py_is_str(name)) return false;
    const char *t = py_str_utf8(iso, name, &s->len);
    if (!t || s->len >= sizeof s->name) return false;
    memcpy(s->name, t, s->len);
    return true;
}

static void consider(struct search *s, py_value item)
{
    size_t n;
    if (++s->seen >= MAX_CANDIDATES) return;
    py_charge(s->iso, 16);
    const char *t = item && py_is_str(item) ? py_str_utf8(s->iso, item, &n) : NULL;
    if (!t || (n == s->len && !memcmp(t, s->name, n))) return;
    int max = (int)(s->len + n + 3) * MOVE_COST / 6;
    if (max > s->best_cost - 1) max = s->best_cost - 1;
    int d = distance(s->name, s->len, t, n, max);
    if (d > max || d >= s->best_cost) return;
    s->best = item;
    s->best_cost = d;
}

static void consider_tuple(struct search *s, py_value t)
{
    for (uint64_t i = 0; t && i < py_tuple(t)->n; i++) consider(s, py_tuple(t)->v[i]);
}

static void consider_dict(struct search *s, struct py_dict *d)
{
    uint64_t pos = 0;
    py_value k;
    while (py_dict_next(s->iso, d, &pos, &k, NULL)) consider(s, k);
}

static py_value found(const struct search *s)
{
    return s->seen < MAX_CANDIDATES ? s->best : NULL;
}

static py_value for_name(struct py_isolate *iso, struct py_exc *e)
{
    struct search s;
    const struct py_traceback *t = (const struct py_traceback *)(const void *)e->traceback;
    if (!begin(&s, iso, e->a)) return NULL;
    while (t && t->next) t = t->next;
    if (e->c == PY_TRUE) return py_str_format(iso, "self.%U", e->a);
    if (t) {
        consider_tuple(&s, t->code->varnames);
        consider_tuple(&s, t->code->freenames);
        py_value best = found(&s);
        if (best) return best;
        s.seen = 0;
        s.best = NULL;
        s.best_cost = INT32_MAX;
    }
    consider_dict(&s, iso->globals);
    py_value best = found(&s);
    if (best) return best;
    s.seen = 0;
    consider_dict(&s, iso->builtins);
    return found(&s);
}

static py_value for_attribute(struct py_isolate *iso, py_value name, py_value obj)
{
    struct search s;
    if (!obj || !begin(&s, iso, name)) return NULL;
    py_value names = py_dir(iso, obj);
    if (!names || !py_is_kind(names, PY_K_LIST)) {
        if (iso->exc && !iso->stop) py_error_clear(iso);
        return NULL;
    }
    for (uint64_t i = 0; i < py_list(names)->n; i++) consider(&s, py_list(names)->v[i]);
    return found(&s);
}

// Public modules of CPython's standard library, whether this engine has them or not: what is not
// there, or not authorised, is not suggested.
static const char *const stdlib[] = {
    "abc",
    "aifc",
    "antigravity",
    "argparse",
    "array",
    "ast",
    "asyncio",
    "atexit",
    "audioop",
    "base64",
    "bdb",
    "binascii",
    "bisect",
    "builtins",
    "bz2",
    "cProfile",
    "calendar",
    "cgi",
    "cgitb",
    "chunk",
    "cmath",
    "cmd",
    "code",
    "codecs",
    "codeop",
    "collections",
    "colorsys",
    "compileall",
    "concurrent",
    "configparser",
    "contextlib",
    "contextvars",
    "copy",
    "copyreg",
    "crypt",
    "csv",
    "ctypes",
    "curses",
    "dataclasses",
    "datetime",
    "dbm",
    "decimal",
    "difflib",
    "dis",
    "doctest",
    "email",
    "encodings",
    "ensurepip",
    "enum",
    "errno",
    "faulthandler",
    "fcntl",
    "filecmp",
    "fileinput",
    "fnmatch",
    "fractions",
    "ftplib",
    "functools",
    "gc",
    "genericpath",
    "getopt",
    "getpass",
    "gettext",
    "glob",
    "graphlib",
    "grp",
    "gzip",
    "hashlib",
    "heapq",
    "hmac",
    "html",
    "http",
    "idlelib",
    "imaplib",
    "imghdr",
    "importlib",
    "inspect",
    "io",
    "ipaddress",
    "itertools",
    "json",
    "keyword",
    "lib2to3",
    "linecache",
    "locale",
    "logging",
    "lzma",
    "mailbox",
    "mailcap",
    "marshal",
    "math",
    "mimetypes",
    "mmap",
    "modulefinder",
    "msilib",
    "msvcrt",
    "multiprocessing",
    "netrc",
    "nis",
    "nntplib",
    "nt",
    "ntpath",
    "nturl2path",
    "numbers",
    "opcode",
    "operator",
    "optparse",
    "os",
    "ossaudiodev",
    "pathlib",
    "pdb",
    "pickle",
    "pickletools",
    "pipes",
    "pkgutil",
    "platform",
    "plistlib",
    "poplib",
    "posix",
    "posixpath",
    "pprint",
    "profile",
    "pstats",
    "pty",
    "pwd",
    "py_compile",
    "pyclbr",
    "pydoc",
    "pydoc_data",
    "pyexpat",
    "queue",
    "quopri",
    "random",
    "re",
    "readline",
    "reprlib",
    "resource",
    "rlcompleter",
    "runpy",
    "sched",
    "secrets",
    "select",
    "selectors",
    "shelve",
    "shlex",
    "shutil",
    "signal",
    "site",
    "smtplib",
    "sndhdr",
    "socket",
    "socketserver",
    "spwd",
    "sqlite3",
    "sre_compile",
    "sre_constants",
    "sre_parse",
    "ssl",
    "stat",
    "statistics",
    "string",
    "stringprep",
    "struct",
    "subprocess",
    "sunau",
    "symtable",
    "sys",
    "sysconfig",
    "syslog",
    "tabnanny",
    "tarfile",
    "telnetlib",
    "tempfile",
    "termios",
    "textwrap",
    "this",
    "threading",
    "time",
    "timeit",
    "tkinter",
    "token",
    "tokenize",
    "tomllib",
    "trace",
    "traceback",
    "tracemalloc",
    "tty",
    "turtle",
    "turtledemo",
    "types",
    "typing",
    "unicodedata",
    "unittest",
    "urllib",
    "uu",
    "uuid",
    "venv",
    "warnings",
    "wave",
    "weakref",
    "webbrowser",
    "winreg",
    "winsound",
    "wsgiref",
    "xdrlib",
    "xml",
    "xmlrpc",
    "zipapp",
    "zipfile",
    "zipimport",
    "zlib",
    "zoneinfo",
};

static bool is_module(struct py_isolate *iso, py_value name)
{
    const char *t = name && py_is_str(name) ? py_str_utf8(iso, name, NULL) : NULL;
    for (size_t i = 0; t && i < sizeof stdlib / sizeof *stdlib; i++)
        if (!strcmp(stdlib[i], t)) return py_import_offers(iso, t);
    return false;
}

// A model takes a dict for an object: an agent's cell is told the keys, after the other hint.
static py_value add_keys(struct py_isolate *iso, py_value hint, py_value obj)
{
    enum { NAMED = 12, LONGEST = 40 };
    if (!iso->answer || !obj || !py_is_kind(obj, PY_K_DICT)) return hint;
    if (!((struct py_dict *)obj)->n) return hint;
    struct py_sb b;
    uint64_t pos = 0, named = 0;
    py_value key;
    py_sb_init(&b, iso);
    if (hint) py_sb_str(&b, hint);
    py_sb_z(&b, hint ? " Its keys are read with [...]: " : ". Its keys are read with [...]: ");
    while (named < NAMED && py_dict_next(iso, (struct py_dict *)obj, &pos, &key, NULL)) {
        if (!py_is_str(key) || py_str(key)->len > LONGEST) continue;
        if (named++) py_sb_z(&b, ", ");
        py_sb_repr(&b, key);
    }
    if (named < ((struct py_dict *)obj)->n) py_sb_z(&b, named ? ", ..." : "...");
    return py_sb_finish(&b);
}

// Text to be put after the message of e, or NULL: nothing to say.
py_value py_exc_hint(struct py_isolate *iso, struct py_exc *e)
{
    struct py_type *t = py_obj_type(&e->h);
    py_value best = NULL;
    if (py_type_issub(t, py_t(iso, PY_T_NameError)) &&
        !py_type_issub(t, py_t(iso, PY_T_UnboundLocalError))) {
        if (!e->traceback) return NULL; // the names in sight are those of its frames
        best = for_name(iso, e);
        if (is_module(iso, e->a))
            return best ? py_str_format(iso,
                                        ". Did you mean: '%U'? Or did you forget to import '%U'?",
                                        best, e->a)
                        : py_str_format(iso, ". Did you forget to import '%U'?", e->a);
    } else if (py_type_issub(t, py_t(iso, PY_T_AttributeError))) {
        best = for_attribute(iso, e->a, e->b);
        if (best) best = py_str_format(iso, ". Did you mean: '%U'?", best);
        return iso->exc ? NULL : add_keys(iso, best, e->b);
    } else if (py_type_issub(t, py_t(iso, PY_T_ImportError)) && e->d && e->a && py_is_str(e->a)) {
        best = for_attribute(iso, e->d, py_dict_get(iso, iso->modules, e->a));
    }
    return best ? py_str_format(iso, ". Did you mean: '%U'?", best) : NULL;
}
