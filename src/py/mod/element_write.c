// xml.etree.ElementTree's tostring(): which names a tree has, and its text as XML; see element.c.
#include "element_int.h"

// --- names ----------------------------------------------------------------------------------

struct names {
    struct py_isolate *iso;
    struct py_dict *known; // names -> how they are written
    py_value add;          // (tag or key or value): adds to `known`, refuses what is no name
};

static bool note(struct names *s, py_value name)
{
    struct py_isolate *iso = s->iso;
    if (py_is_exact(name, PY_K_STR) && py_dict_get_str(iso, s->known, name)) return true;
    return !iso->exc && py_call1(iso, s->add, name);
}

// The attributes in their order; NULL: there are none, or exception.
static py_value attributes(struct py_isolate *iso, const struct py_element *e)
{
    if (!e->attrib || py_dict_plain(iso, e->attrib)) return e->attrib;
    return py_call1(iso, (py_value)py_t(iso, PY_T_DICT), e->attrib);
}

static bool is_qname(struct py_isolate *iso, py_value v)
{
    return py_type_issub(py_type_of(iso, v), (struct py_type *)py_element_state(iso)[PY_EL_QNAME]);
}

// The names of an element: its tag, its keys, values and text that are QNames.
static bool note_own(struct names *s, const struct py_element *e)
{
    struct py_isolate *iso = s->iso;
    uint64_t at = 0;
    py_value key, value, all = attributes(iso, e);
    bool made = e->tag == py_element_state(iso)[PY_EL_COMMENT] ||
                e->tag == py_element_state(iso)[PY_EL_PI];
    if (e->tag != PY_NONE && !made && !note(s, e->tag)) return false;
    while (all && py_dict_next(iso, py_dict(all), &at, &key, &value))
        if (!note(s, key) || (is_qname(iso, value) && !note(s, value)) || !py_tick(iso, 1))
            return false;
    return !iso->exc && (!is_qname(iso, e->text) || note(s, e->text));
}

static bool note_tree(struct names *s, const struct py_element *e)
{
    if (!py_tick(s->iso, 1) || !py_enter(s->iso, "")) return false;
    bool ok = note_own(s, e);
    for (uint64_t i = 0; ok && i < py_element_count(e); i++)
        ok = note_tree(s, PY_ELEMENT(py_list(e->children)->v[i]));
    py_leave(s->iso);
    return ok;
}

// _names(root, names, add): calls add for every name of the tree that `names` does not have yet.
PY_NATIVE(py_element_names)
{
    if (!py_element_is(iso, a[0]) || !py_is_exact(a[1], PY_K_DICT))
        return py_raise_type_error(iso, "an Element and a dict are required");
    struct names s = {iso, py_dict(a[1]), a[2]};
    return note_tree(&s, PY_ELEMENT(a[0])) ? PY_NONE : NULL;
}

// --- text -----------------------------------------------------------------------------------

struct writer {
    struct py_isolate *iso;
    struct py_dict *names;
    bool short_empty; // <a />, not <a></a>
    struct py_sb out;
};

// What stands for a character; NULL: itself.
static const char *escaped(uint32_t c, bool attribute)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return attribute ? "&quot;" : NULL;
    case '\r': return attribute ? "&#13;" : NULL;
    case '\n': return attribute ? "&#10;" : NULL;
    case '\t': return attribute ? "&#09;" : NULL;
    default: return NULL;
    }
}

static bool put_escaped(struct writer *w, py_value v, bool attribute)
{
    if (!py_is_str(v)) return py_call1(w->iso, py_element_state(w->iso)[PY_EL_WRONG], v);
    const struct py_str *s = py_str(v);
    size_t from = 0;
    for (size_t i = 0; i < s->len; i++) {
        uint32_t c = py_str_at(s, i);
        const char *text = c <= '>' ? escaped(c, attribute) : NULL;
        if (!text) continue;
        py_sb_slice(&w->out, v, from, i);
        py_sb_z(&w->out, text);
        from = i + 1;
    }
    if (from) py_sb_slice(&w->out, v, from, s->len);
    else py_sb_str(&w->out, v);
    return py_tick(w->iso, 1 + s->len / 16);
}

// The text of an element, or what follows it, where there is any.
static bool put_text(struct writer *w, py_value text)
{
    int some = text == PY_NONE ? 0 : py_truth(w->iso, text);
    return some <= 0 ? !some : put_escaped(w, text, false);
}

// How a name is written: str, or None for None.
static py_value written(struct writer *w, py_value name)
{
    struct py_isolate *iso = w->iso;
    if (is_qname(iso, name)) name = py_getattr(iso, name, py_str_intern_z(iso, "text"));
    py_value v = name ? py_dict_get(iso, w->names, name) : NULL;
    if (v && !py_is_str(v) && (v != PY_NONE || name != PY_NONE))
        return py_raise_type_error(iso, "a name must be str, not %T", v);
    return v || iso->exc ? v : py_raise_key_error(iso, name);
}

// Appends how a name is written.
static bool put_name(struct writer *w, py_value name)
{
    name = written(w, name);
    if (name == PY_NONE) return py_raise_type_error(w->iso, "a name must be str, not None");
    py_sb_str(&w->out, name);
    return name;
}

static bool put_attributes(struct writer *w, const struct py_element *e)
{
    uint64_t at = 0;
    py_value key, value, all = attributes(w->iso, e);
    while (all && py_dict_next(w->iso, py_dict(all), &at, &key, &value)) {
        py_sb_char(&w->out, ' ');
        if (!put_name(w, key)) return false;
        py_sb_z(&w->out, "=\"");
        if (is_qname(w->iso, value) ? !put_name(w, value) : !put_escaped(w, value, true))
            return false;
        py_sb_char(&w->out, '"');
    }
    return !w->iso->exc;
}

static bool put_tree(struct writer *w, const struct py_element *e, py_value spaces);

static bool put_children(struct writer *w, const struct py_element *e)
{
    for (uint64_t i = 0; i < py_element_count(e); i++)
        if (!put_tree(w, PY_ELEMENT(py_list(e->children)->v[i]), NULL)) return false;
    return true;
}

static bool put_element(struct writer *w, const struct py_element *e, py_value name,
                        py_value spaces)
{
    struct py_sb *out = &w->out;
    py_sb_char(out, '<');
    py_sb_str(out, name);
    if (spaces) py_sb_str(out, spaces);
    if (!put_attributes(w, e)) return false;
    int some = e->text == PY_NONE ? 0 : py_truth(w->iso, e->text);
    if (some < 0) return false;
    if (!some && !py_element_count(e) && w->short_empty) return py_sb_z(out, " />"), true;
    py_sb_char(out, '>');
    if (!put_text(w, e->text) || !put_children(w, e)) return false;
    py_sb_z(out, "</");
    py_sb_str(out, name);
    py_sb_char(out, '>');
    return true;
}

// A comment or processing instruction: its text as it is.
static bool put_raw(struct writer *w, py_value text, const char *before, const char *behind)
{
    py_sb_z(&w->out, before);
    py_sb_str(&w->out, py_str_of(w->iso, text));
    py_sb_z(&w->out, behind);
    return !w->out.failed;
}

static bool put_inner(struct writer *w, const struct py_element *e, py_value spaces)
{
    if (e->tag == py_element_state(w->iso)[PY_EL_COMMENT])
        return put_raw(w, e->text, "<!--", "-->");
    if (e->tag == py_element_state(w->iso)[PY_EL_PI]) return put_raw(w, e->text, "<?", "?>");
    py_value name = written(w, e->tag);
    if (!name) return false;
    if (name == PY_NONE) return put_text(w, e->text) && put_children(w, e);
    return put_element(w, e, name, spaces);
}

static bool put_tree(struct writer *w, const struct py_element *e, py_value spaces)
{
    if (!py_tick(w->iso, 2) || !py_enter(w->iso, "")) return false;
    bool ok = put_inner(w, e, spaces) && put_text(w, e->tail);
    py_leave(w->iso);
    return ok;
}

// _write(root, names, spaces, short): the tree as XML; `spaces` are the declarations of its root.
PY_NATIVE(py_element_write)
{
    if (!py_element_is(iso, a[0]) || !py_is_exact(a[1], PY_K_DICT) || !py_is_str(a[2]))
        return py_raise_type_error(iso, "an Element, a dict and a str are required");
    struct writer w = {.iso = iso, .names = py_dict(a[1]), .short_empty = a[3] == PY_TRUE};
    py_sb_init(&w.out, iso);
    return put_tree(&w, PY_ELEMENT(a[0]), a[2]) ? py_sb_finish(&w.out) : NULL;
}
