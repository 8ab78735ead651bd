// Readers of module csv: iterators of records over an iterator of lines; see _csv.c.
#include "../obj/iter_int.h"
#include "csv_int.h"

struct reader {
    struct py_obj h;
    py_value lines, dialect, rules;
    py_value limit;  // list of one int, the limit of a field's length
    uint64_t number; // of lines read
};

#define READER(v) ((struct reader *)(v))

// The record that the end of the input left as it is; NULL without exception: there is none.
static py_value last(struct py_isolate *iso, const struct reader *r, const struct py_tuple *rest)
{
    py_value row = rest->v[0], text = rest->v[2];
    if (!py_str(text)->len && rest->v[1] != py_small_new(PY_CSV_QUOTED)) return NULL;
    if (py_csv_is_strict(r->rules)) return py_csv_error(iso, r->rules, "unexpected end of data");
    if (rest->v[3] == PY_TRUE) text = py_call1(iso, (py_value)py_t(iso, PY_T_FLOAT), text);
    return text && py_list_append(iso, row, text) ? row : NULL;
}

static py_value reader_next(struct py_isolate *iso, py_value self)
{
    struct reader *r = READER(self);
    py_value found = NULL;
    do {
        py_value line = py_next(iso, r->lines);
        if (!line) return iso->exc || !found ? NULL : last(iso, r, py_tuple(found));
        r->number += py_is_str(line);
        int64_t limit = 0; // of an emptied list too
        if (py_list(r->limit)->n && !py_as_index(iso, py_list(r->limit)->v[0], &limit)) return NULL;
        found = py_csv_scan(iso, line, r->rules, limit < 0 ? 0 : (size_t)limit, found);
        if (!found) return NULL;
    } while (!py_is_kind(found, PY_K_LIST));
    return found;
}

static bool set_nothing(struct py_isolate *iso, PY_UNUSED py_value self, PY_UNUSED py_value v)
{
    return py_raise(iso, PY_T_AttributeError, "readonly attribute");
}

static py_value get_dialect(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return READER(self)->dialect;
}

static py_value get_number(struct py_isolate *iso, py_value self)
{
    return py_int_from_u64(iso, READER(self)->number);
}

static const struct py_getset_row getset[] = {
    {"dialect", get_dialect, set_nothing, NULL}, {"line_num", get_number, set_nothing, NULL}, {0}};

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    const struct reader *r = (const struct reader *)o;
    py_mark(iso, r->lines);
    py_mark(iso, r->dialect);
    py_mark(iso, r->rules);
    py_mark(iso, r->limit);
}

const struct py_typedef py_csv_reader_def = {
    .name = "_csv.reader",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct reader),
    .final = true,
    .doc = "Gives the records of lines of text, each as a list of its fields.",
    .getset = getset,
    .trace = trace,
    .slots = {.iter = py_iter_self, .next = reader_next},
};

// read(lines, dialect, rules, limit): a reader; lib/csv.py has checked the dialect.
PY_NATIVE(py_csv_reader)
{
    if (!py_is_exact(a[2], PY_K_TUPLE) || !py_is_exact(a[3], PY_K_LIST) || !py_list(a[3])->n)
        return py_raise_type_error(iso, "not the rules of a dialect");
    py_value lines = py_iter(iso, a[0]);
    struct py_type *type = (struct py_type *)iso->module_state[PY_MS_CSV];
    struct reader *r = lines ? py_new(iso, type, sizeof *r) : NULL;
    if (!r) return NULL;
    r->lines = lines;
    r->dialect = a[1];
    r->rules = a[2];
    r->limit = a[3];
    return (py_value)r;
}
