// Methods that take text apart, written once for str (str_split.c) and for bytes and bytearray
// (bytes_split.c). METHOD(name) is the head of a method. A VIEW shows the text of a value:
// VIEW_OF(v), LEN(s), AT(s, i); BYTES_OF(s) are its bytes if each is a character, NULL otherwise.
// skip() finds the first place from i on that is, or is not, blank; find() another view; part()
// makes a piece of a value, need_view() a view of an argument. cut(), strip_any() and affix() are
// what methods do in either direction.

static bool push(struct py_isolate *iso, py_value list, py_value v, size_t from, size_t to)
{
    py_value piece = py_tick(iso, 1) ? part(iso, v, from, to) : NULL;
    return piece && py_list_append(iso, list, piece);
}

static py_value split_spaces(struct py_isolate *iso, py_value v, int64_t max)
{
    VIEW s = VIEW_OF(v);
    size_t len = LEN(s), i = 0, words = len / 8; // a guess: they are short
    py_value list = py_list_new(iso, words < 12 ? words : 12);
    if (!list || !py_tick(iso, len / 8 + 1)) return NULL;
    while (i < len) {
        i = skip(s, i, true);
        if (i == len) break;
        size_t from = i;
        if (max-- == 0) return push(iso, list, v, from, len) ? list : NULL;
        i = skip(s, i, false);
        if (!push(iso, list, v, from, i)) return NULL;
    }
    return list;
}

static py_value rsplit_spaces(struct py_isolate *iso, py_value v, int64_t max)
{
    VIEW s = VIEW_OF(v);
    py_value list = py_list_new(iso, 0);
    size_t i = LEN(s);
    if (!list || !py_tick(iso, i / 8 + 1)) return NULL;
    while (i > 0) {
        while (i > 0 && is_space(AT(s, i - 1))) i--;
        if (i == 0) break;
        size_t to = i;
        if (max-- == 0) return push(iso, list, v, 0, to) ? list : NULL;
        while (i > 0 && !is_space(AT(s, i - 1))) i--;
        if (!push(iso, list, v, i, to)) return NULL;
    }
    return list;
}

// All the parts between bytes `sep`, which are counted first, so that the list need not grow.
static py_value split_byte(struct py_isolate *iso, py_value v, const uint8_t *p, uint8_t sep)
{
    size_t len = LEN(VIEW_OF(v)), cuts = 0, i = 0;
    for (size_t k = 0; k < len; k++) cuts += p[k] == sep;
    py_value list = py_list_new(iso, cuts + 1);
    if (!list || !py_tick(iso, len / 8 + 1)) return NULL;
    for (; cuts; cuts--) {
        size_t at = (size_t)((const uint8_t *)memchr(p + i, sep, len - i) - p);
        if (!push(iso, list, v, i, at)) return NULL;
        i = at + 1;
    }
    return push(iso, list, v, i, len) ? list : NULL;
}

static py_value split_by(struct py_isolate *iso, py_value v, VIEW sep, int64_t max, bool right)
{
    VIEW s = VIEW_OF(v);
    const uint8_t *p = BYTES_OF(s), *byte = BYTES_OF(sep);
    if (max < 0 && !right && p && byte && LEN(sep) == 1) return split_byte(iso, v, p, *byte);
    py_value list = py_list_new(iso, 0);
    size_t from = 0, to = LEN(s);
    if (!list || !py_tick(iso, to / 8 + 1)) return NULL;
    while (max-- != 0) {
        int64_t at = find(iso, s, sep, from, to, right);
        if (py_error(iso)) return NULL;
        if (at < 0) break;
        size_t behind = (size_t)at + LEN(sep);
        if (!push(iso, list, v, right ? behind : from, right ? to : (size_t)at)) return NULL;
        if (right) to = (size_t)at;
        else from = behind;
    }
    return push(iso, list, v, from, to) ? list : NULL;
}

static void reverse(py_value list)
{
    struct py_list *l = py_list(list);
    for (size_t i = 0, j = l->n; i + 1 < j; i++) {
        py_value t = l->v[i];
        l->v[i] = l->v[--j];
        l->v[j] = t;
    }
}

static py_value split_any(struct py_isolate *iso, py_value *a, bool right)
{
    int64_t max = -1;
    py_value list;
    VIEW sep;
    if (!py_text_int(iso, a[2], &max)) return NULL;
    if (max < 0) max = -1;
    if (!a[1] || a[1] == PY_NONE) {
        list = right ? rsplit_spaces(iso, a[0], max) : split_spaces(iso, a[0], max);
    } else {
        if (!need_view(iso, a[1], &sep)) return NULL;
        if (!LEN(sep)) return py_raise_value_error(iso, "empty separator");
        list = split_by(iso, a[0], sep, max, right);
    }
    if (list && right) reverse(list);
    return list;
}

METHOD(split)
{
    return split_any(iso, a, false);
}
METHOD(rsplit)
{
    return split_any(iso, a, true);
}

METHOD(splitlines)
{
    bool keep = false;
    if (!py_text_flag(iso, a[1], &keep)) return NULL;
    VIEW s = VIEW_OF(a[0]);
    size_t len = LEN(s), i = 0;
    py_value list = py_list_new(iso, 0);
    if (!list || !py_tick(iso, len / 8 + 1)) return NULL;
    while (i < len) {
        size_t from = i;
        while (i < len && !is_break(AT(s, i))) i++;
        size_t to = i;
        if (i < len) i += AT(s, i) == '\r' && i + 1 < len && AT(s, i + 1) == '\n' ? 2 : 1;
        if (!push(iso, list, a[0], from, keep ? i : to)) return NULL;
    }
    return list;
}

METHOD(partition)
{
    return cut(iso, a, false);
}
METHOD(rpartition)
{
    return cut(iso, a, true);
}

METHOD(strip)
{
    return strip_any(iso, a, LEFT | RIGHT);
}
METHOD(lstrip)
{
    return strip_any(iso, a, LEFT);
}
METHOD(rstrip)
{
    return strip_any(iso, a, RIGHT);
}

METHOD(startswith)
{
    return affix(iso, a, false);
}
METHOD(endswith)
{
    return affix(iso, a, true);
}
