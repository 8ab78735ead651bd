// Module types: names of the builtin types that have none in builtins. lib/types.py adds the rest.
#include "../native.h"

static const struct {
    const char *name;
    uint16_t type;
} rows[] = {
    {"FunctionType", PY_T_FUNCTION},
    {"LambdaType", PY_T_FUNCTION},
    {"MappingProxyType", PY_T_MAPPINGPROXY},
    {"SimpleNamespace", PY_T_NAMESPACE},
    {"CellType", PY_T_CELL},
    {"CodeType", PY_T_CODE},
    {"GeneratorType", PY_T_GENERATOR},
    {"CoroutineType", PY_T_COROUTINE},
    {"AsyncGeneratorType", PY_T_ASYNC_GENERATOR},
    {"MethodType", PY_T_METHOD},
    {"BuiltinFunctionType", PY_T_BUILTIN},
    {"BuiltinMethodType", PY_T_BUILTIN},
    {"WrapperDescriptorType", PY_T_WRAPPER_DESCRIPTOR},
    {"MethodWrapperType", PY_T_METHOD_WRAPPER},
    {"MethodDescriptorType", PY_T_METHOD_DESCRIPTOR},
    {"ClassMethodDescriptorType", PY_T_CLASSMETHOD_DESCRIPTOR},
    {"ModuleType", PY_T_MODULE},
    {"TracebackType", PY_T_TRACEBACK},
    {"FrameType", PY_T_FRAME},
    {"GetSetDescriptorType", PY_T_GETSET_DESCRIPTOR},
    {"MemberDescriptorType", PY_T_MEMBER_DESCRIPTOR},
    {"GenericAlias", PY_T_GENERIC_ALIAS},
    {"UnionType", PY_T_UNION},
    {"EllipsisType", PY_T_ELLIPSIS},
    {"NoneType", PY_T_NONE},
    {"NotImplementedType", PY_T_NOTIMPL},
};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!py_module_set(iso, m, rows[i].name, (py_value)py_t(iso, rows[i].type))) return false;
    return true;
}

const struct py_moddef py_mod_types = {
    .name = "types",
    .init = init,
    .doc = "Classes of functions, generators, modules and other objects that have no name "
           "among the builtins."};
