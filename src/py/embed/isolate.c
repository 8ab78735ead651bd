// Creating and freeing an isolate: heap, stacks, names, types, modules.
#include <stdlib.h>
#include <sys/mman.h>

#include "../obj/exc.h"
#include "../obj/typeobj.h"
#include "../vm/import.h"
#include "../vm/vm.h"
#include "embed_int.h"

// Reserved address space; pages cost memory only once used.
enum { STACK_VALUES = 2 << 20, MAX_FRAMES = 1 << 16, DEFAULT_RECURSION = 1000 };
#define DEFAULT_MEMORY ((size_t)1 << 30)

static const char *const name_texts[] = {
#define PY_NAME(n) #n,
#include "../obj/names.def"
#undef PY_NAME
};

// Value stack, frames and lookup caches lie in one mapping: what is never used costs address space
// only.
enum {
    VALUES_BYTES = STACK_VALUES * sizeof(py_value),
    FRAMES_BYTES = MAX_FRAMES * sizeof(struct py_frame),
    MCACHE_BYTES = PY_MCACHE_SIZE * sizeof(struct py_mcache),
    ACACHE_BYTES = PY_ACACHE_SIZE * sizeof(struct py_acache),
    MAPPED = VALUES_BYTES + FRAMES_BYTES + MCACHE_BYTES + ACACHE_BYTES
};

static bool map_parts(struct py_isolate *iso)
{
    char *p = mmap(NULL, MAPPED, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return false;
    iso->stack = (py_value *)p;
    iso->stack_end = iso->stack + STACK_VALUES;
    iso->frames = (struct py_frame *)(p + VALUES_BYTES);
    iso->frames_end = iso->frames + MAX_FRAMES;
    iso->mcache = (struct py_mcache *)(p + VALUES_BYTES + FRAMES_BYTES);
    iso->acache = (struct py_acache *)(p + VALUES_BYTES + FRAMES_BYTES + MCACHE_BYTES);
    return true;
}

static void free_list(const char *const *list)
{
    char **v = (char **)(uintptr_t)list;
    for (size_t i = 0; v && v[i]; i++) free(v[i]);
    free(v);
}

// *to is to be freed also when it fails.
static bool copy_list(const char *const **to, const char *const *from)
{
    size_t n = 0;
    if (!from) return true;
    while (from[n]) n++;
    char **v = calloc(n + 1, sizeof *v);
    *to = (const char *const *)v;
    for (size_t i = 0; v && i < n; i++)
        if (!(v[i] = strdup(from[i]))) return false;
    return v != NULL;
}

static void free_agent(struct py_agent *a)
{
    if (!a) return;
    free((char *)(uintptr_t)a->answer);
    free_list(a->modules);
    free(a);
}

static bool copy_agent(struct py_isolate *iso, const struct py_agent *from)
{
    if (!from) return true;
    struct py_agent *a = calloc(1, sizeof *a);
    iso->opt.agent = a;
    return a && (a->answer = strdup(from->answer)) && copy_list(&a->modules, from->modules);
}

static bool init_names(struct py_isolate *iso)
{
    if (!(iso->empty_str = py_str_alloc(iso, 0, 0))) return false;
    for (int i = 0; i < PY_NAME_COUNT; i++)
        if (!(iso->names[i] = py_str_intern_z(iso, name_texts[i]))) return false;
    const struct py_agent *agent = iso->opt.agent;
    if (agent && !(iso->answer = py_str_intern_z(iso, agent->answer))) return false;
    return (iso->empty_tuple = py_tuple_new(iso, 0)) != NULL;
}

// Headers first: objects made while the types are still being filled carry their addresses.
static void mark_types(struct py_isolate *iso)
{
    for (int i = 0; i < PY_T_COUNT; i++)
        py_obj_set_head(&iso->types[i].h, &iso->types[PY_T_TYPE], 0, PY_K_TYPE);
    iso->types[PY_T_STR].def = &py_str_def;
    iso->types[PY_T_TUPLE].def = &py_tuple_def;
    iso->types[PY_T_DICT].def = &py_dict_def;
    iso->types[PY_T_LIST].def = &py_list_def;
}

static bool init(struct py_isolate *iso)
{
    mark_types(iso);
    if (!py_heap_init(iso)) return false;
    if (!map_parts(iso)) return false;
    if (!init_names(iso) || !py_types_init(iso) || !py_exc_init(iso)) return false;
    struct py_exc *e = py_new(iso, py_t(iso, PY_T_BaseException), sizeof *e);
    if (!e) return false;
    e->args = iso->empty_tuple;
    iso->stop_exc = (py_value)e;
    py_value sigs = py_dict_new(iso), sources = py_dict_new(iso);
    if (!sigs || !sources) return false;
    iso->sigs = py_dict(sigs);
    iso->sources = py_dict(sources);
    return py_import_init(iso);
}

struct py_isolate *py_isolate_new(const struct py_options *options)
{
    struct py_isolate *iso = calloc(1, sizeof *iso);
    if (!iso) return NULL;
    iso->up = &py_upcalls;
    iso->opt = *options;
    iso->opt.imports = iso->opt.warnings = NULL;
    iso->opt.agent = NULL;
    iso->mem_cap = options->max_memory ? options->max_memory : DEFAULT_MEMORY;
    iso->depth_limit = options->recursion_limit > 0 ? options->recursion_limit : DEFAULT_RECURSION;
    iso->hash_key[0] = options->hash_seed * 0x9E3779B97F4A7C15u + 1;
    iso->hash_key[1] = options->hash_seed ^ 0xD1B54A32D192ED03u;
    iso->next_version = iso->next_id = 1;
    iso->ticks = iso->tick_chunk = INT64_MAX / 2;
    iso->c_base = __builtin_frame_address(0);
    if (!options->stack_size) iso->c_stack = sa_stack_here();
    iso->c_limit = NULL;
    if (!copy_list(&iso->opt.imports, options->imports) ||
        !copy_list(&iso->opt.warnings, options->warnings) || !copy_agent(iso, options->agent) ||
        !init(iso)) {
        py_isolate_free(iso);
        return NULL;
    }
    return iso;
}

void py_isolate_free(struct py_isolate *iso)
{
    if (!iso) return;
    if (iso->gc) py_heap_release(iso);
    if (iso->stack) munmap(iso->stack, MAPPED);
    free(iso->output);
    free(iso->cells);
    py_feed_release(&iso->feed);
    free_list(iso->opt.imports);
    free_list(iso->opt.warnings);
    free_agent((struct py_agent *)(uintptr_t)iso->opt.agent);
    free(iso);
}
