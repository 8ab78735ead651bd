// Module _files: the operations on granted folders, for modules os, io, pathlib and their kin.
#include "../builtin/builtins_int.h"
#include "../builtin/files.h"
#include "../obj/text_int.h"

#include <stdlib.h>

static const char *const names[] = {
#define NAME(ID, name) [PY_FILE_##ID] = name,
    PY_FILE_OPS(NAME)
#undef NAME
};

static PY_NATIVE(f_granted)
{
    return py_bool(iso->opt.hooks.folders != NULL);
}

static bool op_of(struct py_isolate *iso, py_value v, enum py_file_op *op)
{
    const char *name = py_is_str(v) ? py_str_utf8(iso, v, NULL) : NULL;
    for (int i = 0; name && i < PY_FILE_OP_COUNT; i++)
        if (!strcmp(name, names[i])) return *op = (enum py_file_op)i, true;
    if (!py_error(iso)) py_raise_value_error(iso, "ask() knows no operation %R", v);
    return false;
}

// Of a file, its text and the like are told apart by what was asked.
static PY_NATIVE(f_ask)
{
    struct py_file_call call = {.count = -1};
    struct py_file_reply r;
    py_value path = py_path_of(iso, a[1]), to = NULL;
    const unsigned char *data = NULL;
    if (!path || !op_of(iso, a[0], &call.op)) return NULL;
    if (a[2] && a[2] != PY_NONE && !(to = py_path_of(iso, a[2]))) return NULL;
    if (call.op == PY_FILE_RENAME && !to)
        return py_raise_type_error(iso, "ask('rename') wants two paths");
    if ((a[3] && !py_as_int64(iso, a[3], &call.at)) ||
        (a[4] && !py_as_int64(iso, a[4], &call.count)) ||
        (a[6] && !py_as_int64(iso, a[6], &call.file)))
        return NULL;
    py_value held = PY_NONE; // a copy: the host may not see it change
    if (a[5] && a[5] != PY_NONE) {
        if (!py_bytes_view(iso, a[5], &data, &call.len) ||
            !(held = py_bytes_new(iso, data, call.len)))
            return NULL;
        call.data = (const char *)py_bytes(held)->b;
    }
    if (!py_file_ask(iso, path, to, &call, &r)) return NULL;
    py_value text = r.data ? py_bytes_new(iso, r.data, r.len) : PY_NONE;
    free(r.data);
    return text ? py_tuple_pack(iso, 3, text, py_int_new(iso, r.file), py_int_new(iso, r.size))
                : NULL;
}

static const struct py_native_row functions[] = {
    PY_ROW("granted", f_granted, "", "Is there a folder to ask for?"),
    PY_ROW("ask", f_ask, "op, path, to=None, at=0, count=-1, data=None, file=0",
           "One operation on granted folders: (bytes or None, which file, its size)."),
    {0},
};

// The classes of what open() gives, for module io.
static bool init(struct py_isolate *iso, struct py_module *m)
{
    return py_module_set(iso, m, "Text", (py_value)py_t(iso, PY_T_TEXTFILE)) &&
           py_module_set(iso, m, "Reader", (py_value)py_t(iso, PY_T_FILEREADER)) &&
           py_module_set(iso, m, "Writer", (py_value)py_t(iso, PY_T_FILEWRITER));
}

const struct py_moddef py_mod__files = {.name = "_files",
                                        .functions = functions,
                                        .init = init,
                                        .doc = "Operations on granted folders."};
