// Where coroutines are made: what cr_origin tells while sys.set_coroutine_origin_tracking_depth
// asks for it, and the lines under the warning of one that was never awaited.
#include "../vm/vm.h"
#include "builtins.h"
#include "traceback.h"

// The frames from f down to the outermost, `depth` at most: (file, line, function) each.
static py_value places(struct py_isolate *iso, const struct py_frame *f, int depth)
{
    py_value list = py_list_new(iso, 1);
    for (; list && depth-- > 0 && f >= iso->frames; f--) {
        py_value line = py_int_new(iso, py_frame_line(f));
        py_value place = line ? py_tuple_pack(iso, 3, f->code->filename, line, f->code->name)
                              : NULL;
        if (!place || !py_tick(iso, 1) || !py_list_append(iso, list, place)) return NULL;
    }
    return list ? py_tuple_of(iso, list) : NULL;
}

static void add_place(struct py_isolate *iso, struct py_sb *b, const py_value *place)
{
    py_sb_format(b, "\n  File \"%U\", line %S, in %U", place[0], place[1], place[2]);
    py_value line = py_source_line(iso, place[0], (uint32_t)py_small(place[1]));
    py_value text = line ? py_call_method(iso, line, py_str_intern_z(iso, "strip"), NULL, 0) : NULL;
    if (text && py_str(text)->len) py_sb_format(b, "\n    %U", text);
}

// For the warning, empty where there would be more than a warning can keep.
static py_value lines_of(struct py_isolate *iso, const struct py_tuple *places)
{
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_z(&b, "\nCoroutine created at (most recent call last)");
    for (uint64_t i = places->n; i-- > 0 && b.len < PY_UNAWAITED;)
        add_place(iso, &b, py_tuple(places->v[i])->v);
    if (iso->exc) return NULL;
    return b.len < PY_UNAWAITED ? py_sb_finish(&b) : py_str_empty(iso);
}

py_value py_coroutine_origin(struct py_isolate *iso, const struct py_frame *f)
{
    py_value origin = places(iso, f, iso->origin_depth);
    py_value lines = origin ? lines_of(iso, py_tuple(origin)) : NULL;
    return lines ? py_tuple_pack(iso, 2, origin, lines) : NULL;
}
