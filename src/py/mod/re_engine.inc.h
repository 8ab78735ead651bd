// The part of the engine that exists once per PCRE2 library. W(x) is the name of that library's x, LIB
// its place (0, 1, 2), MAXCHAR the largest character of its subjects.

static int W(callout)(W(pcre2_callout_block) *block, void *data)
{
    (void)block;
    return py_tick(data, 1) ? 0 : PCRE2_ERROR_CALLOUT;
}

static bool W(compile)(struct py_isolate *iso, struct py_re *re)
{
    struct py_re_parsed parsed;
    py_value pattern = re->pattern;
    if (re->bytes) pattern = py_str_from_width(iso, py_bytes(pattern)->b, py_bytes(pattern)->len, 1);
    if (!pattern || !py_re_parse(iso, pattern, re->pattern, re->flags, MAXCHAR, &parsed)) return false;
    const struct py_str *t = py_str(parsed.text);
    struct py_buf *wide = py_buf_new(iso, PY_K_RAW, (t->len + 1) * sizeof(*(W(PCRE2_SPTR))0));
    if (!wide) return false;
    for (size_t i = 0; i < t->len; i++) py_char_put(wide->u.b, (int)sizeof(*(W(PCRE2_SPTR))0), i, py_str_at(t, i));
    bool unicode = !re->bytes && !(re->flags & PY_RE_A);
    W(pcre2_general_context) *gc = W(pcre2_general_context_create)(re_malloc, re_free, iso);
    W(pcre2_compile_context) *cc = gc ? W(pcre2_compile_context_create)(gc) : NULL;
    int error = 0;
    PCRE2_SIZE at = 0; // not told: it is a position in our text
    unsigned char *tables = NULL;
    W(pcre2_code) *code = NULL;
    if (cc) {
        W(pcre2_set_newline)(cc, PCRE2_NEWLINE_LF);
        if (LIB == 0 && unicode && (tables = latin1_tables(iso, re))) W(pcre2_set_character_tables)(cc, tables);
        uint32_t options = re_options(re->flags) | (LIB > 0 && unicode ? PCRE2_UCP : 0);
        code = W(pcre2_compile)((W(PCRE2_SPTR))(void *)wide->u.b, t->len, options, &error, &at, cc);
    }
    if (code) {
        re->code[LIB] = code;
        re->match_data[LIB] = W(pcre2_match_data_create_from_pattern)(code, gc);
        W(pcre2_match_context) *mc = re->context[LIB] = W(pcre2_match_context_create)(gc);
        if (mc) {
            W(pcre2_set_callout)(mc, W(callout), iso);
            W(pcre2_set_match_limit)(mc, FIRST_LIMIT);
            W(pcre2_set_depth_limit)(mc, UINT32_MAX);
        }
    }
    if (cc) W(pcre2_compile_context_free)(cc);
    if (gc) W(pcre2_general_context_free)(gc);
    if (re->match_data[LIB] && re->context[LIB]) return true;
    if (py_error(iso)) return false;
    if (!code && error) {
        PCRE2_UCHAR8 text[160] = "";
        pcre2_get_error_message_8(error, text, sizeof text);
        py_re_error(iso, py_str_format(iso, "%s (not supported by this engine)", (const char *)text), re->pattern, -1);
        return false;
    }
    return py_raise_no_memory(iso) != NULL;
}

// Runs with growing match limits, so that the isolate's budget is asked in between.
static int W(run)(struct py_isolate *iso, struct py_re *re, const void *data, size_t start, size_t end, uint32_t options)
{
    W(pcre2_match_context) *mc = re->context[LIB];
    uint32_t limit = FIRST_LIMIT;
    int rc = W(pcre2_match)(re->code[LIB], data, end, start, options, re->match_data[LIB], mc);
    while (rc == PCRE2_ERROR_MATCHLIMIT && limit < UINT32_MAX / 4 && py_tick(iso, limit)) {
        limit *= 2;
        W(pcre2_set_match_limit)(mc, limit);
        rc = W(pcre2_match)(re->code[LIB], data, end, start, options, re->match_data[LIB], mc);
    }
    if (limit != FIRST_LIMIT) W(pcre2_set_match_limit)(mc, FIRST_LIMIT);
    return rc;
}

static int W(exec)(struct py_isolate *iso, struct py_re *re, const void *data, size_t start, size_t end, uint32_t options, int64_t *regs)
{
    if (!re->code[LIB] && !W(compile)(iso, re)) return -1;
    int rc = W(run)(iso, re, data, start, end, options);
    if (rc == PCRE2_ERROR_NOMATCH) return 0;
    if (rc < 0) {
        if (!py_error(iso) && rc == PCRE2_ERROR_NOMEMORY) py_raise_no_memory(iso);
        else if (!py_error(iso)) py_raise(iso, PY_T_RuntimeError, "regular expression too hard to match (engine error %d)", rc);
        return -1;
    }
    const PCRE2_SIZE *ov = W(pcre2_get_ovector_pointer)(re->match_data[LIB]);
    for (uint32_t i = 0; i < 2 * (re->groups + 1); i++)
        regs[i] = i < 2 * (uint32_t)rc && ov[i] != PCRE2_UNSET ? (int64_t)ov[i] : -1;
    return 1;
}

static void W(release)(struct py_re *re)
{
    if (re->match_data[LIB]) W(pcre2_match_data_free)(re->match_data[LIB]);
    if (re->context[LIB]) W(pcre2_match_context_free)(re->context[LIB]);
    if (re->code[LIB]) W(pcre2_code_free)(re->code[LIB]);
    re->match_data[LIB] = re->code[LIB] = re->context[LIB] = NULL;
}
