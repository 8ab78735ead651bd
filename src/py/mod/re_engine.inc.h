// The part of the engine that exists once per PCRE2 library. W(x) is the name of that library's x,
// LIB its place (0, 1, 2), MAXCHAR the largest character of its subjects.

static int W(callout)(W(pcre2_callout_block) * block, void *data)
{
    struct search *s = data;
    if (block->callout_number) {
        size_t span = s->refers ? block->current_position - block->start_match : 0;
        return py_tick(s->iso, 1 + span / 64) ? 0 : PCRE2_ERROR_CALLOUT;
    }
    s->unseen += START_COST + (block->subject_length - block->start_match);
    if (s->unseen < LOOK_EVERY) return 0;
    s->unseen = 0;
    return py_tick_now(s->iso, 0) ? 0 : PCRE2_ERROR_CALLOUT;
}

static void *W(raise_compile)(struct py_isolate *iso, struct py_re *re, int error)
{
    PCRE2_UCHAR8 text[160] = "";
    if (py_error(iso)) return NULL;
    if (error == PCRE2_ERROR_HEAP_FAILED) error = PCRE2_ERROR_PATTERN_TOO_LARGE; // code_malloc()
    if (!error) return py_raise_no_memory(iso);
    if (LIB < 2 && error == PCRE2_ERROR_PATTERN_TOO_LARGE) {
        re->large = true;
        return NULL;
    }
    pcre2_get_error_message_8(error, text, sizeof text);
    return py_re_error(iso,
                       py_str_format(iso, "%s (not supported by this engine)", (const char *)text),
                       re->pattern, -1);
}

// Compiles the pattern for this library; `more` are further options. NULL: exception, or it is too
// large for this one.
static W(pcre2_code) * W(compile)(struct py_isolate *iso, struct py_re *re, uint32_t more)
{
    // Compiling cannot be asked to stop: of more it takes over a tenth of a second, only to say
    // that it is too large.
    enum { UNIT = sizeof(*(W(PCRE2_SPTR))0), UNITS_MAX = 4 << 20, UNITS_PER_TICK = 8 };
    struct py_re_parsed parsed;
    py_value pattern = re->pattern;
    if (re->bytes)
        pattern = py_str_from_width(iso, py_bytes(pattern)->b, py_bytes(pattern)->len, 1);
    if (!pattern || !py_re_parse(iso, pattern, re->pattern, re->flags, MAXCHAR, &parsed))
        return NULL;
    const struct py_str *t = py_str(parsed.text);
    // A callout before everything else: at each starting place.
    static const char at_start[] = "(?C)";
    size_t head = sizeof at_start - 1, len = head + t->len;
    if (len > UNITS_MAX) return W(raise_compile)(iso, re, PCRE2_ERROR_PATTERN_TOO_LARGE);
    if (!py_tick_now(iso, len / UNITS_PER_TICK)) return NULL;
    struct py_buf *units = py_buf_new(iso, PY_K_RAW, (len + 1) * UNIT);
    if (!units) return NULL;
    for (size_t i = 0; i < head; i++) py_char_put(units->u.b, UNIT, i, (unsigned char)at_start[i]);
    for (size_t i = 0; i < t->len; i++) py_char_put(units->u.b, UNIT, head + i, py_str_at(t, i));
    bool unicode = parsed.unicode;
    W(pcre2_general_context) *gc = W(pcre2_general_context_create)(code_malloc, re_free, iso);
    W(pcre2_compile_context) *cc = gc ? W(pcre2_compile_context_create)(gc) : NULL;
    W(pcre2_code) *code = NULL;
    int error = 0;
    if (cc) {
        PCRE2_SIZE at; // not told: it is a position in our text
        unsigned char *tables = LIB == 0 && unicode ? latin1_tables(iso, re) : NULL;
        W(pcre2_set_newline)(cc, PCRE2_NEWLINE_LF);
        W(pcre2_set_compile_recursion_guard)(cc, re_deep, iso);
        if (tables) W(pcre2_set_character_tables)(cc, tables);
        uint32_t options = re_options(re->flags) | more | PCRE2_USE_OFFSET_LIMIT |
                           (LIB > 0 && unicode ? PCRE2_UCP : 0);
        code = W(pcre2_compile)((W(PCRE2_SPTR))(void *)units->u.b, len, options, &error, &at, cc);
        W(pcre2_compile_context_free)(cc);
    }
    if (gc) W(pcre2_general_context_free)(gc);
    return code ? code : W(raise_compile)(iso, re, error);
}

static bool W(prepare)(struct py_isolate *iso, struct py_re *re)
{
    if (!(re->code[LIB] = W(compile)(iso, re, 0))) return false;
    W(pcre2_general_context) *gc = W(pcre2_general_context_create)(re_malloc, re_free, iso);
    if (gc) {
        re->match_data[LIB] = W(pcre2_match_data_create_from_pattern)(re->code[LIB], gc);
        re->context[LIB] = W(pcre2_match_context_create)(gc);
        W(pcre2_general_context_free)(gc);
    }
    if (!re->context[LIB] || !re->match_data[LIB])
        return py_error(iso) ? false : py_raise_no_memory(iso) != NULL;
    uint32_t refers = 0;
    W(pcre2_pattern_info)(re->code[LIB], PCRE2_INFO_BACKREFMAX, &refers);
    re->refers = refers;
    W(pcre2_set_depth_limit)(re->context[LIB], UINT32_MAX);
    return true;
}

static int W(exec)(struct py_isolate *iso, struct py_re *re, const void *data, size_t start,
                   size_t end, uint32_t options, int64_t *regs)
{
    if (!re->context[LIB] && !W(prepare)(iso, re)) return -1;
    struct search s = {iso, 0, re->refers};
    uint64_t limit = FEW_STEPS + (uint64_t)(end - start) * 16;
    if (re->refers && limit > REFERRED / (end - start + 1))
        limit = REFERRED / (end - start + 1) + 16;
    W(pcre2_set_callout)(re->context[LIB], W(callout), &s);
    W(pcre2_set_match_limit)(re->context[LIB], limit > MOST_STEPS ? MOST_STEPS : (uint32_t)limit);
    int rc = W(pcre2_match)(re->code[LIB], data, end, start, options, re->match_data[LIB],
                            re->context[LIB]);
    if (rc == PCRE2_ERROR_MATCHLIMIT && py_tick(iso, limit)) {
        // From here on every step asks the budget.
        if (!re->slow[LIB] && !(re->slow[LIB] = W(compile)(iso, re, PCRE2_AUTO_CALLOUT))) return -1;
        W(pcre2_set_match_limit)(re->context[LIB], UINT32_MAX);
        rc = W(pcre2_match)(re->slow[LIB], data, end, start, options, re->match_data[LIB],
                            re->context[LIB]);
    }
    if (rc == PCRE2_ERROR_NOMATCH) return 0;
    if (rc < 0) {
        if (!py_error(iso) && rc == PCRE2_ERROR_NOMEMORY) py_raise_no_memory(iso);
        else if (!py_error(iso))
            py_raise(iso, PY_T_RuntimeError,
                     "regular expression too hard to match (engine error %d)", rc);
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
    if (re->slow[LIB]) W(pcre2_code_free)(re->slow[LIB]);
    re->match_data[LIB] = re->code[LIB] = re->context[LIB] = re->slow[LIB] = NULL;
}
