// Module _heapq, the C part of heapq: binary heaps on lists. Comparisons may change the list: sizes
// are checked after each.
#include "../obj/int.h"

// a < b for small ints and floats at once; -1 exception.
static inline int less(struct py_isolate *iso, py_value a, py_value b)
{
    if (py_are_ints(a, b)) return py_small(a) < py_small(b);
    if (py_is_flonum(a) && py_is_flonum(b)) return py_flonum(a) < py_flonum(b);
    return py_compare_bool(iso, a, b, PY_CMP_LT);
}

static bool changed(struct py_isolate *iso)
{
    py_raise(iso, PY_T_RuntimeError, "list changed size during iteration");
    return false;
}

// max selects the reversed order of the *_max functions.
static int before(struct py_isolate *iso, py_value a, py_value b, bool max)
{
    return max ? less(iso, b, a) : less(iso, a, b);
}

// Does item i come before item k? -1: error, also where comparing changed the heap's size.
static int ordered(struct py_isolate *iso, struct py_list *h, uint64_t i, uint64_t k, bool max)
{
    uint64_t size = h->n;
    int yes = before(iso, h->v[i], h->v[k], max);
    return yes >= 0 && h->n != size && !changed(iso) ? -1 : yes;
}

static void swap(struct py_list *h, uint64_t i, uint64_t k)
{
    py_value v = h->v[i];
    h->v[i] = h->v[k];
    h->v[k] = v;
}

// The item goes up towards `root`, past those that it comes before.
static bool climb(struct py_isolate *iso, struct py_list *h, uint64_t root, uint64_t at, bool max)
{
    for (uint64_t above; at > root; at = above) {
        above = (at - 1) / 2;
        int first = ordered(iso, h, at, above, max);
        if (first <= 0) return first == 0;
        swap(h, at, above);
    }
    return true;
}

// The item at `root` goes to its place below. What comes from the end belongs near the bottom,
// mostly: down all the way, then up again, takes half the comparisons. D. E. Knuth, The Art of
// Computer Programming, volume 3, 5.2.3, exercise 18.
static bool sink(struct py_isolate *iso, struct py_list *h, uint64_t root, bool max)
{
    uint64_t at = root;
    for (uint64_t child; (child = 2 * at + 1) < h->n; at = child) {
        int left = child + 1 < h->n ? ordered(iso, h, child, child + 1, max) : 1;
        if (left < 0) return false;
        if (!left) child++;
        swap(h, at, child);
    }
    py_charge(iso, 4);
    return climb(iso, h, root, at, max);
}

static struct py_list *heap_arg(struct py_isolate *iso, const char *what, py_value v)
{
    if (py_is_kind(v, PY_K_LIST)) return py_list(v);
    return py_raise_type_error(iso, "%s must be list, not %T", what, v);
}

static PY_NATIVE(heappush)
{
    struct py_list *h = heap_arg(iso, "heappush() argument 1", a[0]);
    if (!h || !py_list_append(iso, a[0], a[1])) return NULL;
    return climb(iso, h, 0, h->n - 1, false) ? PY_NONE : NULL;
}

static py_value pop(struct py_isolate *iso, py_value heap, bool max)
{
    struct py_list *h = heap_arg(iso, max ? "_heappop_max() argument" : "heappop() argument", heap);
    if (!h) return NULL;
    if (!h->n) return py_raise(iso, PY_T_IndexError, "index out of range");
    py_value last = h->v[--h->n];
    h->v[h->n] = NULL;
    if (!h->n) return last;
    py_value r = h->v[0];
    h->v[0] = last;
    return sink(iso, h, 0, max) ? r : NULL;
}

static PY_NATIVE(heappop)
{
    return pop(iso, a[0], false);
}
static PY_NATIVE(heappop_max)
{
    return pop(iso, a[0], true);
}

static py_value replace(struct py_isolate *iso, py_value heap, py_value item, bool max)
{
    struct py_list *h = heap_arg(
        iso, max ? "_heapreplace_max() argument 1" : "heapreplace() argument 1", heap);
    if (!h) return NULL;
    if (!h->n) return py_raise(iso, PY_T_IndexError, "index out of range");
    py_value r = h->v[0];
    h->v[0] = item;
    return sink(iso, h, 0, max) ? r : NULL;
}

static PY_NATIVE(heapreplace)
{
    return replace(iso, a[0], a[1], false);
}
static PY_NATIVE(heapreplace_max)
{
    return replace(iso, a[0], a[1], true);
}

static PY_NATIVE(heappushpop)
{
    struct py_list *h = heap_arg(iso, "heappushpop() argument 1", a[0]);
    if (!h) return NULL;
    if (!h->n) return a[1];
    int lt = less(iso, h->v[0], a[1]);
    if (lt < 0) return NULL;
    if (!lt) return a[1];
    if (!h->n) return py_raise(iso, PY_T_IndexError, "index out of range");
    return replace(iso, a[0], a[1], false);
}

static py_value heapify_(struct py_isolate *iso, py_value heap, bool max)
{
    struct py_list *h = heap_arg(iso, max ? "_heapify_max() argument" : "heapify() argument", heap);
    if (!h) return NULL;
    for (uint64_t i = h->n >> 1; i-- > 0;)
        if (!sink(iso, h, i, max) || !py_tick(iso, 1)) return NULL;
    return PY_NONE;
}

static PY_NATIVE(heapify)
{
    return heapify_(iso, a[0], false);
}
static PY_NATIVE(heapify_max)
{
    return heapify_(iso, a[0], true);
}

static const struct py_native_row functions[] = {
    PY_ROW("heappush", heappush, "heap, item, /", "Put an item in."),
    PY_ROW("heappop", heappop, "heap, /", "Take the smallest item out."),
    PY_ROW("heapify", heapify, "heap, /", "Put the items of a list into the order of a heap."),
    PY_ROW("heapreplace", heapreplace, "heap, item, /",
           "Take the smallest item out, then put one in."),
    PY_ROW("heappushpop", heappushpop, "heap, item, /",
           "Put an item in, then take the smallest out."),
    PY_ROW("_heappop_max", heappop_max, "heap, /", "heappop with the largest item first."),
    PY_ROW("_heapreplace_max", heapreplace_max, "heap, item, /",
           "heapreplace with the largest item first."),
    PY_ROW("_heapify_max", heapify_max, "heap, /", "heapify with the largest item first."),
    {0}};

const struct py_moddef py_mod__heapq = {
    .name = "_heapq",
    .functions = functions,
    .doc = "Heaps: the part of heapq that is in C.",
};
