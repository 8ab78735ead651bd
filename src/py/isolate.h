// The isolate: everything an interpreter knows hangs off this struct; there are no globals. Private
// to src/py; embedders see include/smolagent/python.h.
#ifndef PY_ISOLATE_H
#define PY_ISOLATE_H

#include <stdarg.h>
#include <stdatomic.h>

#include "../../include/smolagent/python.h"
#include "../base/stack.h"
#include "gc/heap.h"
#include "obj/type.h"

enum py_name_id {
#define PY_NAME(n) PY_N_##n,
#include "obj/names.def"
#undef PY_NAME
    PY_NAME_COUNT
};

// Why the cell is being ended; set together with iso->exc = iso->stop_exc and uncatchable.
enum py_stop {
    PY_STOP_NONE,
    PY_STOP_OPERATIONS,
    PY_STOP_TIME,
    PY_STOP_MEMORY,
    PY_STOP_OUTPUT,
    PY_STOP_INTERRUPT,
    PY_STOP_FINAL,
    PY_STOP_HOST
};

struct py_frame;
struct py_gen;
struct py_library;
struct py_fold_row;
struct py_gc;     // gc/gc_int.h
struct py_output; // output.c

// Attribute lookups through classes, direct-mapped by (version, name).
enum { PY_MCACHE_SIZE = 1024 };
struct py_mcache {
    uint64_t version;
    py_value name, value;
};

// Attribute sites that see several shapes: what a site would cache, direct-mapped by (shape, name).
// Emptied by every collection.
enum { PY_ACACHE_SIZE = 256 };
struct py_acache {
    const void *shape;
    py_value name, value;
    uint64_t version;
    uint16_t op, generic; // the specialised instruction, and the one that it stands for
};

// A cell whose source arrives in pieces (feed.c).
struct py_feed {
    char *text, *filename; // malloc'd
    size_t len, cap;       // of the text received so far
    size_t done;           // the statements before have run
    bool open, ended;      // a cell is under way; nothing of it runs any more
};

// The strings of struct py_result that are kept until the next call.
enum py_keep {
    PY_KEEP_TEXT,
    PY_KEEP_REPR,
    PY_KEEP_JSON,
    PY_KEEP_ERROR,
    PY_KEEP_ERROR_TYPE,
    PY_KEEP_VARIABLES, // of py_describe_variables
    PY_KEEP_COUNT
};

// What a layer asks of those above it: all of it stands here, everything else calls downward. Given
// by embed/library.c.
struct py_upcalls {
    // A raw call of a function of the program (vm).
    py_value (*call)(struct py_isolate *iso, struct py_func *f, py_value *a, int n, py_value kw);
    py_value (*import)(struct py_isolate *iso, const char *name); // py_import
    // Code point of a character's name in any case, or -1 (mod). A hook of the parser.
    int32_t (*unicode_by_name)(void *iso, const char *name, size_t len);
    const struct py_typedef *const *types; // PY_T_COUNT of them
    const struct py_library *library;      // what can be imported (vm/import.h)
    const struct py_fold_row *folds;       // natives that consume generators (vm/fold.h)
    // Of an agent's cells (embed/cell.c). Is this a name that stays what it is? Binding it, which
    // may be refused with a note; a coroutine was made: false: exception pending. Is this a module
    // of the host?
    bool (*name_stays)(struct py_isolate *iso, py_value name);
    bool (*name_store)(struct py_isolate *iso, py_value name, py_value v, bool declared);
    bool (*coroutine_made)(struct py_isolate *iso, struct py_gen *g);
    // (frames of calls from f on, lines for a warning), as many as iso->origin_depth says.
    py_value (*coroutine_origin)(struct py_isolate *iso, const struct py_frame *f);
    bool (*module_offered)(struct py_isolate *iso, const char *name);
    // Of functions of the host (embed/host_call.c). What calls f so that it can be awaited, where
    // `taker` (NULL: whoever) is such that awaits it: a function, or NULL and the attribute it is;
    // else f. A coroutine that gives what a call may have given, NULL without exception: v is none.
    py_value (*tool_later)(struct py_isolate *iso, py_value f, const py_value *taker);
    py_value (*tool_given)(struct py_isolate *iso, py_value v);
    // Runs the module of that name that the host has (embed/modules.c), unless it is a mere folder
    // and there is one otherwise. NULL without an exception: there is none.
    py_value (*module_own)(struct py_isolate *iso, const char *name, bool otherwise);
};

// What a module written in C keeps for the isolate: a slot of iso->module_state each.
enum py_module_slot {
    PY_MS_RE,
    PY_MS_DECIMAL,
    PY_MS_DATETIME,
    PY_MS_COLLECTIONS,
    PY_MS_ABC,
    PY_MS_ITERTOOLS,
    PY_MS_UCD,
    PY_MS_ZLIB,
    PY_MS_HASHLIB,
    PY_MS_ARRAY,
    PY_MS_EXPAT,
    PY_MS_ELEMENT,
    PY_MS_CSV,
    PY_MS_CODECS,
    PY_MS_SLEEP, // what time.sleep() calls, for threads
    PY_MS_COUNT
};

enum {
    PY_UNAWAITED = 4096,
    PY_CELL_NAME = 40,
    PY_IMPORTED = 4001,
    PY_SCRATCH_CLASSES = 14,
    PY_RECENT_NAMES = 256
};

struct py_isolate {
    // Hot: touched by the VM loop.
    int64_t ticks;    // countdown; <= 0: py_tick_slow
    py_value exc;     // pending exception or NULL
    py_value handled; // exception being handled (sys.exc_info), or NULL
    enum py_stop stop;
    int depth, depth_limit;      // Python frames plus guarded C recursion
    char *c_limit;               // C stack address not to pass
    bool c_small;                // the thread's C stack is too small for anything
    struct py_frame *frame;      // running frame, NULL outside
    py_value *stack, *stack_end; // value stack; used up to frame->top of the running frame
    struct py_frame *frames, *frames_end;
    struct py_dict *builtins;        // of the builtins module
    py_value final_value;            // PY_STOP_FINAL
    py_value final_json, final_text; // what of it crosses
    py_value tracer;                 // sys.settrace's function, or NULL
    bool tracing;                    // it runs: nothing is told of what it does
    bool switching;                  // the loop that returns is left for the other one (vm.h)

    // Memory.
    struct py_gc *gc;
    uint64_t mem_used, mem_peak, mem_cap;
    void *scratch[PY_SCRATCH_CLASSES]; // blocks by size, each begins with the address of the next
    size_t scratch_bytes;
    char *c_base;            // where the C stack scan begins
    struct sa_stack c_stack; // of the thread that ran last

    // Budget of the running cell.
    atomic_int interrupted; // set by py_interrupt, from another thread or a signal handler
    int64_t tick_chunk;     // ticks handed out by the last slow path
    uint64_t ops_done;
    int64_t deadline_ns; // monotonic; 0 none
    int64_t cell_start_ns, host_ns;
    uint64_t output_bytes;
    uint64_t cell_number;
    char imported[PY_IMPORTED];   // as struct py_result tells it
    char cell_name[PY_CELL_NAME]; // cut
    int stop_line;                // line of the cell running when stop was set

    const struct py_upcalls *up;
    struct py_options opt; // owned copies of strings
    py_value stop_exc;     // stands in iso->exc while stopping; matches no class

    // Types, names, singletons.
    struct py_type types[PY_T_COUNT];
    py_value names[PY_NAME_COUNT];
    py_value chars[256]; // one-character strings, lazily
    py_value empty_str, empty_tuple, empty_bytes, empty_frozenset;
    uint64_t next_version;    // unique numbers for types, dict keys, functions
    uint64_t next_id;         // id() values
    struct py_mcache *mcache; // PY_MCACHE_SIZE rows
    struct py_acache *acache; // PY_ACACHE_SIZE rows
    uint32_t acache_hits;
    struct py_dict *sigs;    // parsed signatures by row address
    struct py_buf *interned; // intern table of str.c
    uint64_t interned_count;
    py_value recent_names[PY_RECENT_NAMES]; // of it, until the next collection
    py_value ids;                           // dict object -> id, for objects asked
    uint64_t hash_key[2];

    // Modules and source.
    struct py_dict *modules; // sys.modules
    struct py_dict *globals; // of __main__
    struct py_dict *sources; // file name -> source text (str), for tracebacks
    struct py_dict *loading; // modules of the program's own whose code runs, by name; may be NULL
    py_value defined;        // dict: address of a py_typedef -> the class made from it
    py_value argv;           // tuple
    py_value reprs;          // list of objects being printed
    py_value weakrefs;       // see mod/weakref.c
    py_value stdout_, stderr_, stdin_;
    py_value writers;        // list of the files in which written text waits; may be NULL
    py_value host_functions; // keeps tool descriptors alive
    py_value module_state[PY_MS_COUNT];
    py_value result_keep[PY_KEEP_COUNT]; // bytes behind the strings of the last py_result
    struct py_output *output;            // what stdout has not passed on yet, NULL: nothing ever
    struct py_feed feed;
    py_value cell_value; // of the last expression statement (CELL_VALUE)
    // Of an agent's cells (cell.c).
    py_value answer;                 // name of the function that gives it; NULL: not an agent's
    struct py_native_row answer_row; // of that
    struct py_dict *tools;           // name -> function of the host
    struct py_dict *cell_notes;      // name -> what became of a definition of it
    struct py_cells *cells;          // malloc'd
    // Coroutines that died before they began: name and lines of their origin, each ended by 0.
    char unawaited[PY_UNAWAITED];
    size_t unawaited_n;
    int origin_depth;   // sys.set_coroutine_origin_tracking_depth
    uint64_t unbegun;   // coroutines, dead or alive, that have not begun and were not told of
    bool tools_offered; // as builtins, and in the modules of tools
    bool none_given;    // as the answer, once
    bool tool_gave;     // a function of the host has: values of its kinds may be awaited
    bool ended;         // the last cell was: put_back() of run.c has work to do
    int int_digits; // limit of int <-> str in digits; 0: the default of 4300, -1: none (obj/int.h)
};

#endif
