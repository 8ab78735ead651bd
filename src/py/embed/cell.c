// What cells of an agent have besides a program's: `await` at their top level, names that stay what
// they are (the answer's, the host's functions), modules that offer those, and notes at their end
// about what the code may not have meant. Nothing of it exists outside of agents.
#include "../compile/compile.h"
#include "../obj/exc.h"
#include "../vm/vm.h"
#include "embed_int.h"

enum { MADE = 256, LOST = 8, NAME_MAX_BYTES = 120 };

// Outside of the heap, so that the coroutines in it are not kept by it.
struct py_cells {
    struct py_gen *made[MADE]; // coroutines that had not begun when they were last looked at
    size_t nmade, nlost;
    bool blind;                      // nobody tells what is gone: nothing is kept
    char lost[LOST][NAME_MAX_BYTES]; // names of those that are gone and never began
};

// ---- names that stay ----------------------------------------------------------------------------

bool py_cell_protects(struct py_isolate *iso, py_value name)
{
    if (!iso->answer || !name) return false;
    return name == iso->answer || (iso->tools && py_dict_get_str(iso, iso->tools, name));
}

bool py_cell_has_module(struct py_isolate *iso, const char *name)
{
    const char *const *m = iso->opt.agent ? iso->opt.agent->modules : NULL;
    while (m && *m && strcmp(*m, name)) m++;
    return m && *m;
}

// The note is written when the cell ends, once for a name.
static bool note_name(struct py_isolate *iso, py_value name, const char *text)
{
    if (!iso->cell_notes) {
        py_value d = py_dict_new(iso);
        if (!d) return false;
        iso->cell_notes = py_dict(d);
    }
    py_value v = py_str_z(iso, text);
    return v && py_dict_set(iso, iso->cell_notes, name, v);
}

static py_value function_of(struct py_isolate *iso, py_value name)
{
    if (name == iso->answer) return py_dict_get_str(iso, iso->builtins, name);
    return iso->tools ? py_dict_get_str(iso, iso->tools, name) : NULL;
}

bool py_cell_store(struct py_isolate *iso, py_value name, py_value v, bool declared)
{
    bool answer = name == iso->answer;
    if (v == function_of(iso, name)) // from tools import search
        return answer || py_dict_set(iso, iso->globals, name, v);
    if (declared || (answer && py_callable(iso, v)))
        return note_name(iso, name,
                         answer ? "is there already: another definition of it was dropped"
                                : "is a tool: another definition or import of it was dropped; what "
                                  "is to be used beside the tool needs another name");
    return py_dict_set(iso, iso->globals, name, v);
}

bool py_cell_keep_tool(struct py_isolate *iso, const char *name, py_value f)
{
    if (!iso->opt.agent) return true;
    if (!iso->tools) {
        py_value d = py_dict_new(iso);
        if (!d) return false;
        iso->tools = py_dict(d);
    }
    iso->tools_offered = false;
    return py_dict_set_z(iso, iso->tools, name, f);
}

// ---- opening a cell -----------------------------------------------------------------------------

static bool fill_module(struct py_isolate *iso, const char *name, py_value answer)
{
    py_value m = py_dict_get_z(iso, iso->modules, name), k, v;
    if (!m && !((m = py_module_new(iso, name, NULL)) && py_dict_set_z(iso, iso->modules, name, m)))
        return false;
    if (!py_is_kind(m, PY_K_MODULE)) return true; // the program's own
    struct py_dict *d = ((struct py_module *)m)->dict;
    uint64_t pos = 0;
    while (iso->tools && py_dict_next(iso, iso->tools, &pos, &k, &v))
        if (!py_dict_set(iso, d, k, v)) return false;
    return py_dict_set(iso, d, iso->answer, answer);
}

static bool fill_modules(struct py_isolate *iso, py_value answer)
{
    for (const char *const *m = iso->opt.agent->modules; m && *m; m++)
        if (!fill_module(iso, *m, answer)) return false;
    return iso->tools_offered = true;
}

// What a cell put in a variable of a tool's name is not lost: it is in another one.
static bool move_aside(struct py_isolate *iso, py_value name, py_value v)
{
    py_value beside = py_str_format(iso, "%U_value", name);
    return beside && py_dict_set(iso, iso->globals, beside, v);
}

// Tools are builtins as well, so that what hides one can be deleted in the same cell.
static bool offer_tools(struct py_isolate *iso)
{
    uint64_t pos = 0;
    py_value k, v;
    while (iso->tools && py_dict_next(iso, iso->tools, &pos, &k, &v)) {
        if (!iso->tools_offered && !py_dict_set(iso, iso->builtins, k, v)) return false;
        py_value now = py_dict_get_str(iso, iso->globals, k);
        if (now == v) continue;
        if ((now && !move_aside(iso, k, now)) || !py_dict_set(iso, iso->globals, k, v))
            return false;
    }
    return true;
}

// A variable of the name of the answer's function does not hide that from later cells.
bool py_cell_open(struct py_isolate *iso)
{
    if (!iso->opt.agent) return true;
    py_value name = iso->answer;
    iso->cell_notes = NULL;
    if (iso->cells) iso->cells->nmade = iso->cells->nlost = 0;
    if (py_dict_get_str(iso, iso->globals, name) && py_dict_delete(iso, iso->globals, name) < 0)
        return false;
    py_value f = py_dict_get_str(iso, iso->builtins, name);
    if (!f && !((f = py_answer_function(iso)) && py_dict_set(iso, iso->builtins, name, f)))
        return false;
    return offer_tools(iso) && (iso->tools_offered || fill_modules(iso, f));
}

// ---- running one --------------------------------------------------------------------------------

struct py_code *py_cell_compile(struct py_isolate *iso, const char *source, size_t len,
                                const char *filename)
{
    int mode = PY_MODE_CELL | (iso->opt.agent ? PY_MODE_AWAIT : 0);
    return py_compile(iso, source, len, filename, mode);
}

// A traceback begins in the cell, not in the loop that ran it.
static void hide_loop(struct py_isolate *iso)
{
    struct py_exc *e = iso->stop ? NULL : (struct py_exc *)iso->exc;
    struct py_traceback *tb = e ? (struct py_traceback *)e->traceback : NULL;
    py_value frozen = tb ? py_str_z(iso, "<frozen asyncio>") : NULL;
    while (tb && frozen && py_eq(iso, tb->code->filename, frozen) > 0) tb = tb->next;
    if (tb && e) e->traceback = (py_value)tb;
}

// `final_answer = x` at the end of a cell gives the answer, as final_answer(x) does.
static bool answer_by_name(struct py_isolate *iso)
{
    py_value v = py_dict_get_str(iso, iso->globals, iso->answer);
    py_value f = v ? py_dict_get_str(iso, iso->builtins, iso->answer) : NULL;
    return !f || py_call1(iso, f, v);
}

static bool run_code(struct py_isolate *iso, struct py_code *code)
{
    py_value v = py_run_code(iso, code, iso->globals, NULL);
    if (!v || !(code->flags & PY_CO_COROUTINE)) return v != NULL;
    py_value asyncio = py_import(iso, "asyncio");
    py_value run = asyncio ? py_getattr_s(iso, asyncio, "_run_cell") : NULL;
    if (run && py_call1(iso, run, v)) return true;
    hide_loop(iso);
    return false;
}

bool py_cell_run(struct py_isolate *iso, struct py_code *code)
{
    return run_code(iso, code) && (!(code->flags & PY_CO_ANSWERS) || answer_by_name(iso));
}

// ---- coroutines that nobody awaits --------------------------------------------------------------

static void note_lost(struct py_isolate *iso, struct py_cells *c, const struct py_gen *g)
{
    size_t len = 0;
    const char *name = py_str_utf8(iso, g->name, &len);
    if (!name || len >= NAME_MAX_BYTES || c->nlost == LOST) return;
    for (size_t i = 0; i < c->nlost; i++)
        if (!strcmp(c->lost[i], name)) return;
    memcpy(c->lost[c->nlost++], name, len + 1);
}

// After marking: forgets those that have begun, and those that are gone.
static void look_through(struct py_isolate *iso, void *ctx)
{
    struct py_cells *c = ctx;
    size_t n = 0;
    for (size_t i = 0; i < c->nmade; i++) {
        struct py_gen *g = c->made[i];
        bool lives = py_is_marked(iso, g);
        if (g->state != PY_GEN_CREATED) continue;
        if (lives) c->made[n++] = g;
        else note_lost(iso, c, g);
    }
    c->nmade = n;
}

bool py_cell_made(struct py_isolate *iso, struct py_gen *g)
{
    struct py_cells *c = iso->cells;
    if (!c) {
        c = py_mem_resize(iso, NULL, 0, sizeof *c);
        if (!c) return false;
        memset(c, 0, sizeof *c);
        iso->cells = c;
        c->blind = !py_heap_add_hook(iso, look_through, c);
    }
    if (c->blind) return true;
    size_t n = 0;
    for (size_t i = 0; i < c->nmade && c->nmade == MADE; i++)
        if (c->made[i]->state == PY_GEN_CREATED) c->made[n++] = c->made[i];
    if (c->nmade == MADE) c->nmade = n;
    if (c->nmade < MADE) c->made[c->nmade++] = g;
    return true;
}

// What the cell shows as its value was not awaited. No pointer may be left on the C stack.
static __attribute__((noinline)) bool any_unbegun(struct py_isolate *iso, struct py_cells *c)
{
    bool any = false;
    for (size_t i = 0; i < c->nmade; i++) {
        if (c->made[i]->state != PY_GEN_CREATED) continue;
        any = true;
        if ((py_value)c->made[i] == iso->cell_value) note_lost(iso, c, c->made[i]);
    }
    return any;
}

// Those that only leftovers refer to are dead.
static void find_lost(struct py_isolate *iso, struct py_cells *c)
{
    if (!any_unbegun(iso, c)) return;
    py_clear_stack(iso);
    py_collect(iso);
}

// ---- notes at the end ---------------------------------------------------------------------------

static bool write_note(struct py_isolate *iso, py_value text)
{
    size_t len;
    const char *utf8 = text ? py_str_utf8(iso, text, &len) : NULL;
    return utf8 && py_write_line(iso, 2, utf8, len);
}

static bool tell_hidden(struct py_isolate *iso)
{
    uint64_t pos = 0;
    py_value k, f;
    while (iso->tools && py_dict_next(iso, iso->tools, &pos, &k, &f)) {
        py_value v = py_dict_get_str(iso, iso->globals, k);
        if (!v || v == f) continue;
        if (!write_note(iso, py_str_format(iso,
                                           "Note: %U is a tool: after this cell it is so again, "
                                           "and the variable of that name (%T) is %U_value\n",
                                           k, v, k)))
            return false;
    }
    return true;
}

static bool tell_notes(struct py_isolate *iso)
{
    uint64_t pos = 0;
    py_value k, v;
    while (iso->cell_notes && py_dict_next(iso, iso->cell_notes, &pos, &k, &v))
        if (!write_note(iso, py_str_format(iso, "Note: %U %U\n", k, v))) return false;
    if (py_dict_get_str(iso, iso->globals, iso->answer) &&
        !write_note(iso, py_str_format(iso,
                                       "Note: %U is a function: %U(value) gives the answer; the "
                                       "variable of that name is gone after this cell\n",
                                       iso->answer, iso->answer)))
        return false;
    for (size_t i = 0; iso->cells && i < iso->cells->nlost; i++)
        if (!write_note(iso, py_str_format(iso, "Note: coroutine '%s' was never awaited\n",
                                           iso->cells->lost[i])))
            return false;
    return tell_hidden(iso);
}

// Without running code of the program.
static void put_key(struct py_isolate *iso, struct py_sb *b, py_value k)
{
    enum { LONG = 60 };
    bool text = py_is_exact(k, PY_K_STR), cut = text && py_str(k)->len > LONG;
    if (!text && py_is_ptr(k)) py_sb_format(b, "<%T>", k);
    else py_sb_repr(b, cut ? py_str_slice(iso, k, 0, LONG) : k);
    if (cut) py_sb_z(b, "...");
}

// The cell has failed with a key that a dict has not: the model would only ask which it has.
static bool tell_keys(struct py_isolate *iso, const struct py_exc *e)
{
    enum { SHOWN = 240 };
    py_value d = e ? e->b : NULL, k;
    if (!d || !py_is_kind(d, PY_K_DICT) || !py_isa(iso, (py_value)e, PY_T_KeyError)) return true;
    struct py_sb b;
    uint64_t pos = 0, shown = 0, all = py_dict(d)->n;
    py_sb_init(&b, iso);
    while (b.len < SHOWN && py_dict_next(iso, py_dict(d), &pos, &k, NULL)) {
        py_sb_z(&b, shown ? ", " : "Note: that dict has the keys ");
        put_key(iso, &b, k);
        shown++;
    }
    if (shown < all) py_sb_format(&b, " and %llu more", (unsigned long long)(all - shown));
    py_sb_z(&b, all ? "\n" : "Note: that dict is empty\n");
    return write_note(iso, py_sb_finish(&b));
}

void py_cell_close(struct py_isolate *iso)
{
    if (!iso->opt.agent || iso->stop) return;
    py_value exc = iso->exc;
    iso->exc = NULL;
    if (iso->cells) find_lost(iso, iso->cells);
    if (tell_notes(iso)) tell_keys(iso, (const struct py_exc *)exc);
    if (!iso->stop) iso->exc = exc; // of the code; memory may have been too short for a note
}
