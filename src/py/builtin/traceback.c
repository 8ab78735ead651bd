// The text of an uncaught exception as CPython 3.12 prints it: stack with source lines and carets,
// causes and contexts, notes, exception groups as trees, syntax errors. Used by run.c and by the
// traceback module.
#include "traceback.h"

#include <utf8proc.h>

#include "base/utf8.h"
#include "../parse/parse.h"
#include "../compile/compile.h"

enum {
    MAX_FRAMES = 1000,
    MOST_FRAMES = 1 << 30,
    REPEATS = 3,
    GROUP_DEPTH = 10,
    GROUP_WIDTH = 15,
    MAX_CHAIN = 200
};

struct printer {
    struct py_isolate *iso;
    struct py_sb out;
    int depth; // of exception groups
    bool need_close;
};

// --- indentation of groups ----------------------------------------------------------------------

static void margin(struct printer *p, const char *mark)
{
    py_sb_fill(&p->out, ' ', (size_t)(2 * p->depth));
    if (p->depth) {
        py_sb_z(&p->out, mark);
        py_sb_char(&p->out, ' ');
    }
}

// Text of whole lines, each behind the margin of the group.
static void emit_marked(struct printer *p, py_value text, const char *mark)
{
    if (!text) {
        p->out.failed = true;
        return;
    }
    if (!p->depth) {
        py_sb_str(&p->out, text);
        return;
    }
    const struct py_str *s = py_str(text);
    bool start = true;
    for (size_t i = 0; i < s->len; i++) {
        uint32_t ch = py_str_at(s, i);
        if (start) margin(p, mark);
        py_sb_char(&p->out, ch);
        start = ch == '\n';
    }
}

static void emit(struct printer *p, py_value text)
{
    emit_marked(p, text, "|");
}

// --- source lines and carets --------------------------------------------------------------------

// UTF-8, borrowed.
struct line {
    const char *s;
    size_t len;
};

// Line number `n` (1-based) of a file the isolate knows; false: not known.
static bool source_line(const char *text, size_t len, uint32_t n, struct line *out)
{
    const char *p = text, *end = text + len;
    for (uint32_t i = 1; i < n; i++) {
        p = memchr(p, '\n', (size_t)(end - p));
        if (!p) return false;
        p++;
    }
    if (p >= end) return false;
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    *out = (struct line){p, (size_t)((stop ? stop : end) - p)};
    if (out->len && p[out->len - 1] == '\r') out->len--;
    return true;
}

static bool is_space(char ch)
{
    return ch == ' ' || ch == '\t' || ch == '\f';
}

// The columns that terminals give to so many bytes: two for East Asia's wide characters, and as
// CPython counts for the marks among its kana.
static size_t columns(const char *s, size_t bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes;) {
        uint32_t c;
        i += sa_utf8_decode(s + i, bytes - i, &c);
        int width = utf8proc_charwidth((utf8proc_int32_t)c);
        n += width == 2 || (c >= 0x3000 && c < 0x3100 && width == 0) ? 2 : 1;
    }
    return n;
}

struct anchors {
    size_t left, right; // byte offsets in the segment
    bool found;
};

static void binop_anchors(const char *s, const struct py_node *n, struct anchors *a)
{
    size_t stop = (size_t)n->BinOp.right->col;
    for (size_t i = (size_t)n->BinOp.left->end_col; i < stop; i++) {
        if (is_space(s[i])) continue;
        a->left = i;
        a->right = i + 1;
        if (i + 1 < stop && !is_space(s[i + 1])) a->right++;
        if (i + 1 < stop && s[i] == ')') continue;
        a->found = true;
        return;
    }
}

static void subscript_anchors(const char *s, size_t len, const struct py_node *n, struct anchors *a)
{
    a->left = (size_t)n->Subscript.value->end_col;
    a->right = (size_t)n->Subscript.slice->end_col + 1;
    while (a->left < len && s[a->left] != '[') a->left++;
    while (a->right < len && s[a->right] != ']') a->right++;
    if (a->right < len) a->right++;
    a->found = true;
}

// The operator of a binary operation and the brackets of a subscript get carets, the rest tildes.
static struct anchors find_anchors(struct py_isolate *iso, const char *s, size_t len)
{
    struct anchors a = {0};
    struct py_parse_alloc alloc = py_compile_alloc(iso);
    struct py_syntax_error *err = py_mem_resize(iso, NULL, 0, sizeof *err);
    struct py_ast *ast = NULL;
    if (err && py_parse(&alloc, s, len, PY_PARSE_EVAL, 0, &ast, err)) {
        const struct py_node *n = ast->root->Expression.body;
        if (n->kind == PY_AST_BinOp) binop_anchors(s, n, &a);
        else if (n->kind == PY_AST_Subscript) subscript_anchors(s, len, n, &a);
        py_ast_free(ast);
    }
    py_mem_resize(iso, err, sizeof *err, 0);
    if (iso->exc && !iso->stop) py_error_clear(iso);
    return a;
}

static void caret_line(struct py_sb *b, struct py_isolate *iso, struct line l,
                       struct py_code_pos pos)
{
    if (pos.col == 0xffff || pos.end_col == 0xffff || !pos.line || pos.col > l.len) return;
    size_t lead = 0, start = pos.col, end = pos.end_col;
    while (lead < l.len && is_space(l.s[lead])) lead++;
    struct anchors a = {0};
    if (pos.line == pos.end_line) {
        if (end > l.len) end = l.len;
        if (end > start) a = find_anchors(iso, l.s + start, end - start);
    } else {
        end = l.len;
        while (end > 0 && is_space(l.s[end - 1])) end--;
    }
    if (end <= start || start < lead) return;
    if (end - start == l.len - lead && !a.found) return;
    py_sb_z(b, "    ");
    py_sb_fill(b, ' ', columns(l.s + lead, start - lead));
    if (a.found) {
        size_t total = end - start;
        if (a.right > total) a.right = total;
        if (a.left > a.right) a.left = a.right;
        py_sb_fill(b, '~', columns(l.s + start, a.left));
        py_sb_fill(b, '^', columns(l.s + start + a.left, a.right - a.left));
        py_sb_fill(b, '~', columns(l.s + start + a.right, total - a.right));
    } else {
        py_sb_fill(b, '^', columns(l.s + start, end - start));
    }
    py_sb_char(b, '\n');
}

// The source text of a file as a private copy (printing allocates); NULL: not known.
static char *source_of(struct py_isolate *iso, py_value filename, size_t *len)
{
    py_value text = py_dict_get_str(iso, iso->sources, filename);
    const char *s = text && py_is_str(text) ? py_str_utf8(iso, text, len) : NULL;
    if (s && !py_tick(iso, *len / 16)) return NULL; // copied, and gone through for its lines
    char *copy = s ? py_mem_resize(iso, NULL, 0, *len + 1) : NULL;
    if (copy) memcpy(copy, s, *len + 1);
    return copy;
}

// Carets under a source line given as str (its end of line apart): "" or a line with its newline.
py_value py_format_carets(struct py_isolate *iso, py_value line, struct py_code_pos pos)
{
    struct py_sb b;
    size_t len;
    const char *s = py_str_utf8(iso, line, &len);
    char *copy = s ? py_mem_resize(iso, NULL, 0, len + 1) : NULL;
    if (!copy) return NULL;
    memcpy(copy, s, len + 1);
    py_sb_init(&b, iso);
    caret_line(&b, iso, (struct line){copy, len}, pos);
    py_mem_resize(iso, copy, len + 1, 0);
    return py_sb_finish(&b);
}

// Line `n` of a file the isolate knows, without its end: str, or NULL without exception.
py_value py_source_line(struct py_isolate *iso, py_value filename, uint32_t n)
{
    size_t len = 0;
    char *text = source_of(iso, filename, &len);
    struct line l;
    py_value v = text && source_line(text, len, n, &l) ? py_str_new(iso, l.s, l.len) : NULL;
    if (text) py_mem_resize(iso, text, len + 1, 0);
    return v;
}

static void frame_text(struct py_isolate *iso, struct py_sb *b, const struct py_traceback *t)
{
    const struct py_code *k = t->code;
    py_sb_format(b, "  File \"%U\", line %u, in %U\n", k->filename, (unsigned)t->line, k->name);
    size_t len = 0;
    char *text = source_of(iso, k->filename, &len);
    struct line l;
    if (text && source_line(text, len, t->line, &l)) {
        size_t lead = 0, end = l.len;
        while (lead < end && is_space(l.s[lead])) lead++;
        while (end > lead && is_space(l.s[end - 1])) end--;
        if (end > lead) {
            py_sb_z(b, "    ");
            py_sb_str(b, py_str_new(iso, l.s + lead, end - lead));
            py_sb_char(b, '\n');
            uint32_t pc = t->lasti / sizeof(struct py_insn);
            if (pc < k->ninsns && k->pos && k->pos[pc].line == t->line)
                caret_line(b, iso, l, k->pos[pc]);
        }
    }
    if (text) py_mem_resize(iso, text, len + 1, 0);
}

static bool same_place(const struct py_traceback *a, const struct py_traceback *b)
{
    return a && a->line == b->line && a->code->filename == b->code->filename &&
           a->code->name == b->code->name;
}

static void repeated(struct py_sb *b, int count)
{
    if (count <= REPEATS) return;
    count -= REPEATS;
    py_sb_format(b, "  [Previous line repeated %d more time%s]\n", count, count > 1 ? "s" : "");
}

// How many frames are shown, the innermost ones: sys.tracebacklimit, when that is a number.
static int frame_limit(struct py_isolate *iso)
{
    py_value key = py_str_intern_z(iso, "sys"), limit = py_str_intern_z(iso, "tracebacklimit");
    py_value sys = key && limit ? py_dict_get_str(iso, iso->modules, key) : NULL;
    if (!sys || !py_is_kind(sys, PY_K_MODULE)) return MAX_FRAMES;
    py_value v = py_dict_get_str(iso, ((struct py_module *)sys)->dict, limit);
    if (!v || !py_is_int(v)) return MAX_FRAMES;
    int64_t n = py_small(v);
    return n < 0 ? 0 : n > MOST_FRAMES ? MOST_FRAMES : (int)n;
}

// The frames of a traceback, without its heading.
static py_value format_stack(struct py_isolate *iso, const struct py_traceback *t, int limit)
{
    struct py_sb b;
    int depth = 0, count = 0;
    const struct py_traceback *last = NULL;
    py_sb_init(&b, iso);
    for (const struct py_traceback *k = t; k; k = k->next)
        if (++depth % 16 == 0 && !py_tick(iso, 1)) return NULL;
    for (; t && depth > limit; depth--) t = t->next;
    for (; t; t = t->next) {
        if (!same_place(last, t)) {
            repeated(&b, count);
            last = t;
            count = 0;
        }
        if (++count <= REPEATS) frame_text(iso, &b, t);
        if (!py_tick(iso, 20)) return NULL;
    }
    repeated(&b, count);
    return py_sb_finish(&b);
}

// --- the exception itself -----------------------------------------------------------------------

static py_value class_name(struct py_isolate *iso, struct py_type *t)
{
    py_value m = t->flags & PY_TF_HEAP
                     ? py_dict_get_plain(iso, t->dict, py_name(iso, PY_N___module__))
                     : t->module;
    if (m && !py_is_str(m)) return py_str_format(iso, "<unknown>.%U", t->qualname);
    if (!m || py_str_is(m, "builtins") || py_str_is(m, "__main__")) return t->qualname;
    return py_str_format(iso, "%U.%U", m, t->qualname);
}

static int64_t number(const struct py_exc *e, unsigned i, int64_t none)
{
    py_value v = i < py_tuple(e->a)->n ? py_tuple(e->a)->v[i] : NULL;
    return v && py_is_int(v) ? py_small(v) : none;
}

static void syntax_text(PY_UNUSED struct py_isolate *iso, struct py_sb *b, struct py_exc *e,
                        py_value text)
{
    const struct py_str *s = py_str(text);
    size_t end = s->len, lead = 0;
    while (end && py_str_at(s, end - 1) == '\n') end--;
    while (lead < end &&
           (py_str_at(s, lead) == ' ' || py_str_at(s, lead) == '\f' || py_str_at(s, lead) == '\n'))
        lead++;
    py_sb_z(b, "    ");
    py_sb_slice(b, text, lead, end);
    py_sb_char(b, '\n');
    int64_t offset = number(e, 2, -1), stop = number(e, 5, 0);
    if (offset < 0) return;
    int64_t most = (int64_t)end + 1; // right behind the text
    if (offset > most) offset = most;
    if (stop > most) stop = most;
    if (stop <= offset) stop = offset + 1;
    int64_t col = offset - 1 - (int64_t)lead, width = stop - offset;
    if (col < 0) return;
    py_sb_z(b, "    ");
    for (int64_t i = 0; i < col && i < 100000; i++) {
        uint32_t ch = lead + (size_t)i < end ? py_str_at(s, lead + (size_t)i) : ' ';
        py_sb_char(b, ch == '\t' || ch == '\f' ? ch : ' ');
    }
    py_sb_fill(b, '^', (size_t)(width > 100000 ? 100000 : width));
    py_sb_char(b, '\n');
}

static bool is_syntax(struct py_isolate *iso, const struct py_exc *e)
{
    return py_type_issub(py_obj_type(&e->h), py_t(iso, PY_T_SyntaxError)) && e->a &&
           py_is_kind(e->a, PY_K_TUPLE) && py_tuple(e->a)->n >= 4;
}

static void syntax_error(struct py_isolate *iso, struct py_sb *b, struct py_exc *e)
{
    py_value file = py_tuple(e->a)->v[0], text = py_tuple(e->a)->v[3];
    int64_t line = number(e, 1, -1);
    if (py_is_exact(file, PY_K_BYTES) && !(file = py_repr(iso, file))) return;
    bool named = file && py_is_str(file);
    if (line >= 0) {
        if (named) py_sb_format(b, "  File \"%U\", line %lld\n", file, (long long)line);
        else py_sb_format(b, "  File \"<string>\", line %lld\n", (long long)line);
    }
    if (text && py_is_str(text)) syntax_text(iso, b, e, text);
    py_value name = class_name(iso, py_obj_type(&e->h));
    py_sb_str(b, name);
    py_sb_z(b, ": ");
    if (e->b && py_is_str(e->b)) py_sb_str(b, e->b);
    else py_sb_z(b, "<no detail available>");
    if (line < 0 && named) py_sb_format(b, " (%U)", file);
    py_sb_char(b, '\n');
}

// A line with `text`, or with `failed` when making it raised.
static void line_or(struct py_isolate *iso, struct py_sb *b, py_value text, const char *failed)
{
    if (text) {
        py_sb_str(b, text);
    } else {
        if (iso->stop) return;
        py_error_clear(iso);
        py_sb_z(b, failed);
    }
    py_sb_char(b, '\n');
}

static void note_lines(struct py_isolate *iso, struct py_sb *b, py_value notes)
{
    bool many = py_is_sequence(iso, notes) && !py_is_str(notes) && !py_is_kind(notes, PY_K_BYTES);
    py_value list = many ? py_list_of(iso, notes) : NULL;
    if (!list) {
        if (iso->exc && !iso->stop) py_error_clear(iso);
        line_or(iso, b, py_repr(iso, notes), "<__notes__ repr() failed>");
        return;
    }
    for (uint64_t i = 0; i < py_list(list)->n && !iso->stop; i++)
        line_or(iso, b, py_str_of(iso, py_list(list)->v[i]), "<note str() failed>");
}

// "Class: message" without the notes.
py_value py_format_exception_head(struct py_isolate *iso, py_value exc)
{
    struct py_exc *e = (struct py_exc *)(void *)exc;
    struct py_sb b;
    py_sb_init(&b, iso);
    if (is_syntax(iso, e)) {
        syntax_error(iso, &b, e);
    } else {
        py_sb_str(&b, class_name(iso, py_obj_type(&e->h)));
        py_value s = py_str_of(iso, exc);
        if (!s && iso->stop) return NULL;
        if (!s) {
            py_error_clear(iso);
            py_sb_z(&b, ": <exception str() failed>");
        } else {
            py_value hint = py_exc_hint(iso, e);
            if (!hint && iso->exc && !iso->stop) py_error_clear(iso);
            if (py_str(s)->len || hint) {
                py_sb_z(&b, ": ");
                py_sb_str(&b, s);
            }
            if (hint) py_sb_str(&b, hint);
        }
        py_sb_char(&b, '\n');
    }
    return py_sb_finish(&b);
}

// "Class: message" and the notes: what traceback.format_exception_only gives.
py_value py_format_exception_only(struct py_isolate *iso, py_value exc)
{
    py_value head = py_format_exception_head(iso, exc);
    py_value notes = head ? py_getattr_opt(iso, exc, py_name(iso, PY_N___notes__)) : NULL;
    if (!notes && head && iso->exc) {
        if (iso->stop) return NULL;
        py_error_clear(iso);
    }
    if (!notes || notes == PY_NONE) return head;
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_str(&b, head);
    note_lines(iso, &b, notes);
    return py_sb_finish(&b);
}

// --- chains and groups --------------------------------------------------------------------------

static void format_chain(struct printer *p, py_value exc);

static py_value text(struct printer *p, const char *s)
{
    return py_str_z(p->iso, s);
}

static void title(struct printer *p, int i, bool truncated)
{
    py_sb_fill(&p->out, ' ', (size_t)(2 * p->depth));
    py_sb_z(&p->out, i ? "  " : "+-");
    if (truncated) py_sb_z(&p->out, "+---------------- ... ----------------\n");
    else py_sb_format(&p->out, "+---------------- %d ----------------\n", i + 1);
}

static void group_members(struct printer *p, py_value list)
{
    int total = (int)py_tuple(list)->n, n = total <= GROUP_WIDTH ? total : GROUP_WIDTH + 1;
    p->need_close = false;
    for (int i = 0; i < n && !p->iso->stop; i++) {
        bool last = i + 1 == n, truncated = i >= GROUP_WIDTH;
        if (last) p->need_close = true;
        title(p, i, truncated);
        p->depth++;
        if (!truncated) format_chain(p, py_tuple(list)->v[i]);
        else
            emit(p, py_str_format(p->iso, "and %d more exception%s\n", total - GROUP_WIDTH,
                                  total - GROUP_WIDTH > 1 ? "s" : ""));
        if (last && p->need_close) {
            py_sb_fill(&p->out, ' ', (size_t)(2 * p->depth));
            py_sb_z(&p->out, "+------------------------------------\n");
            p->need_close = false;
        }
        p->depth--;
    }
}

static void format_one(struct printer *p, py_value exc)
{
    struct py_exc *e = (struct py_exc *)(void *)exc;
    const struct py_traceback *tb = (const struct py_traceback *)(void *)e->traceback;
    bool group = py_isa(p->iso, exc, PY_T_BaseExceptionGroup) && e->b &&
                 py_is_kind(e->b, PY_K_TUPLE);
    if (group && p->depth > GROUP_DEPTH) {
        emit(p, text(p, "... (max_group_depth is 10)\n"));
        return;
    }
    bool top = group && !p->depth;
    if (top) p->depth++;
    int limit = tb ? frame_limit(p->iso) : 0;
    if (limit) {
        if (group)
            emit_marked(p, text(p, "Exception Group Traceback (most recent call last):\n"),
                        top ? "+" : "|");
        else emit(p, text(p, "Traceback (most recent call last):\n"));
        emit(p, format_stack(p->iso, tb, limit));
    }
    emit(p, py_format_exception_only(p->iso, exc));
    if (group) group_members(p, e->b);
    if (top) p->depth = 0;
}

// The exception with what led to it, oldest first.
static void format_chain(struct printer *p, py_value exc)
{
    static const char cause_text[] =
        "\nThe above exception was the direct cause of the following exception:\n\n";
    static const char context_text[] =
        "\nDuring handling of the above exception, another exception occurred:\n\n";
    if (!py_tick(p->iso, 10) || !py_enter(p->iso, "")) return;
    py_value chain = py_list_new(p->iso, 4);
    for (py_value x = exc; chain && x;) {
        struct py_exc *e = (struct py_exc *)(void *)x;
        uint64_t n = py_list(chain)->n;
        bool seen = n >= MAX_CHAIN;
        for (uint64_t i = 0; i < n && !seen; i++) seen = py_list(chain)->v[i] == x;
        if (seen || !py_list_append(p->iso, chain, x)) break;
        x = e->cause ? e->cause : e->suppress ? NULL : e->context;
    }
    for (uint64_t i = chain ? py_list(chain)->n : 0; i-- > 0 && !p->iso->stop;) {
        py_value x = py_list(chain)->v[i];
        if (i + 1 < py_list(chain)->n)
            emit(p, text(p, ((struct py_exc *)(void *)x)->cause ? cause_text : context_text));
        format_one(p, x);
    }
    py_leave(p->iso);
}

py_value py_format_exception(struct py_isolate *iso, py_value exc)
{
    struct printer p = {.iso = iso};
    py_sb_init(&p.out, iso);
    format_chain(&p, exc);
    return py_sb_finish(&p.out);
}
