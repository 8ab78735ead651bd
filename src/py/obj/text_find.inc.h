// Methods that search and pad, written once for str (str_methods.c) and for bytes and bytearray
// (bytes_methods.c). METHOD(name) is the head of a method, LENGTH(v) a value's length, AT(v, i) a
// character of it, ABSENT what index() says of a text that is nowhere. seek() is find() and
// rfind(): -1 absent, -2 exception; pad() puts fill characters around a text, pad_args() takes the
// width and them. A BUILDER is begun by begin(), gets characters by put() and put_fill(), and gives
// finish().

static py_value found(struct py_isolate *iso, int64_t at, bool must)
{
    if (at == -2) return NULL;
    if (at == -1 && must) return py_raise_value_error(iso, ABSENT);
    return py_small_new(at);
}

METHOD(find)
{
    return found(iso, seek(iso, a, false), false);
}
METHOD(rfind)
{
    return found(iso, seek(iso, a, true), false);
}
METHOD(index)
{
    return found(iso, seek(iso, a, false), true);
}
METHOD(rindex)
{
    return found(iso, seek(iso, a, true), true);
}

METHOD(ljust)
{
    int64_t w;
    uint32_t fill;
    if (!pad_args(iso, a, "ljust", &w, &fill)) return NULL;
    return pad(iso, a[0], 0, w - LENGTH(a[0]), fill);
}

METHOD(rjust)
{
    int64_t w;
    uint32_t fill;
    if (!pad_args(iso, a, "rjust", &w, &fill)) return NULL;
    return pad(iso, a[0], w - LENGTH(a[0]), 0, fill);
}

METHOD(center)
{
    int64_t w;
    uint32_t fill;
    if (!pad_args(iso, a, "center", &w, &fill)) return NULL;
    int64_t extra = w - LENGTH(a[0]);
    if (extra < 0) extra = 0;
    int64_t left = extra / 2 + (extra & w & 1);
    return pad(iso, a[0], left, extra - left, fill);
}

METHOD(expandtabs)
{
    int64_t size = 8, column = 0;
    BUILDER b;
    if (a[1] && !py_as_c_int(iso, a[1], &size)) return NULL;
    size_t len = (size_t)LENGTH(a[0]);
    if (!py_tick(iso, len / 4)) return NULL;
    begin(&b, iso);
    for (size_t i = 0; i < len; i++) {
        uint32_t c = AT(a[0], i);
        if (c != '\t') {
            column = c == '\n' || c == '\r' ? 0 : column + 1;
            put(&b, c);
            continue;
        }
        int64_t k = size > 0 ? size - column % size : 0;
        if (k > 4096 && (!py_mem_check(iso, (uint64_t)k) || !py_tick(iso, (uint64_t)k / 8)))
            return NULL;
        put_fill(&b, ' ', (size_t)k);
        column += k;
    }
    return finish(&b, a[0]);
}
