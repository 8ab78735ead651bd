// A pattern of ECMA-262 as PCRE2 has it: properties of characters by their long names, and white
// space that is not of ASCII.
#include <string.h>

#include "base/buf.h"
#include "base/regex_int.h"
#include "base/str.h"
#include "base/xalloc.h"

// Categories by the names that PCRE2 does not know.
static const struct {
    const char *name, *short_name;
} categories[] = {
    {"Letter", "L"},
    {"Cased_Letter", "L&"},
    {"Uppercase_Letter", "Lu"},
    {"Lowercase_Letter", "Ll"},
    {"Titlecase_Letter", "Lt"},
    {"Modifier_Letter", "Lm"},
    {"Other_Letter", "Lo"},
    {"Mark", "M"},
    {"Combining_Mark", "M"},
    {"Nonspacing_Mark", "Mn"},
    {"Spacing_Mark", "Mc"},
    {"Enclosing_Mark", "Me"},
    {"Number", "N"},
    {"Decimal_Number", "Nd"},
    {"digit", "Nd"},
    {"Letter_Number", "Nl"},
    {"Other_Number", "No"},
    {"Punctuation", "P"},
    {"punct", "P"},
    {"Connector_Punctuation", "Pc"},
    {"Dash_Punctuation", "Pd"},
    {"Open_Punctuation", "Ps"},
    {"Close_Punctuation", "Pe"},
    {"Initial_Punctuation", "Pi"},
    {"Final_Punctuation", "Pf"},
    {"Other_Punctuation", "Po"},
    {"Symbol", "S"},
    {"Math_Symbol", "Sm"},
    {"Currency_Symbol", "Sc"},
    {"Modifier_Symbol", "Sk"},
    {"Other_Symbol", "So"},
    {"Separator", "Z"},
    {"Space_Separator", "Zs"},
    {"Line_Separator", "Zl"},
    {"Paragraph_Separator", "Zp"},
    {"Other", "C"},
    {"Control", "Cc"},
    {"Format", "Cf"},
    {"Surrogate", "Cs"},
    {"Private_Use", "Co"},
    {"Unassigned", "Cn"},
};

// "{Script=Greek}" behind \p; bytes of it, 0: it is none.
static size_t put_property(struct sa_buf *out, const char *at)
{
    const char *end = *at == '{' ? strchr(at, '}') : NULL;
    if (!end) return 0;
    struct sa_str name = {at + 1, (size_t)(end - at - 1)}, kind;
    if (memchr(name.data, '=', name.len)) sa_str_next_part(&name, '=', &kind);
    size_t i = 0;
    while (i < SA_COUNT(categories) && !sa_str_equals(name, categories[i].name)) i++;
    sa_buf_appendc(out, '{');
    if (i < SA_COUNT(categories)) sa_buf_appends(out, categories[i].short_name);
    else sa_buf_append(out, name.data, name.len);
    sa_buf_appendc(out, '}');
    return (size_t)(end - at) + 1;
}

char *sa_regex_from_ecma(const char *pattern)
{
    static const char spaces[] = "\\s\\p{Z}\\ufeff";
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    bool in_class = false;
    for (const char *p = pattern; *p; p++) {
        in_class = (in_class && *p != ']') || *p == '[';
        sa_buf_appendc(&out, *p);
        if (*p != '\\' || !p[1]) continue;
        char escaped = *++p;
        if (escaped == 's' || (escaped == 'S' && !in_class)) {
            sa_buf_truncate(&out, out.len - 1);
            sa_buf_appendf(&out, in_class ? "%s%s%s" : "[%s%s%s", escaped == 'S' ? "^" : "", spaces,
                           in_class ? "" : "]");
            continue;
        }
        sa_buf_appendc(&out, escaped);
        if (escaped == 'p' || escaped == 'P') p += put_property(&out, p + 1);
    }
    return sa_buf_take(&out, NULL);
}
