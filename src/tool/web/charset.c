// Charsets of pages: labels as browsers know them (WHATWG Encoding), conversion by the C library.
// Its tables are files, so all of them are opened before this process is locked in, which takes a
// millisecond.
#include <ctype.h>
#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/web/child.h"

#define NONE ((iconv_t)-1)

static const struct {
    const char *name;   // iconv's
    const char *labels; // between blanks
} rows[] = {
    {"UTF-8", " utf-8 utf8 unicode-1-1-utf-8 x-unicode20utf8 "},
    {"CP1252",
     " windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso_8859-1 latin1 l1 ascii us-ascii "},
    {"UTF-16LE", " utf-16 utf-16le ucs-2 unicode iso-10646-ucs-2 "},
    {"UTF-16BE", " utf-16be unicodefffe "},
    {"IBM866", " ibm866 866 cp866 csibm866 "},
    {"ISO-8859-2", " iso-8859-2 iso8859-2 iso_8859-2 latin2 l2 "},
    {"ISO-8859-3", " iso-8859-3 iso8859-3 latin3 l3 "},
    {"ISO-8859-4", " iso-8859-4 iso8859-4 latin4 l4 "},
    {"ISO-8859-5", " iso-8859-5 iso8859-5 cyrillic "},
    {"ISO-8859-6", " iso-8859-6 iso8859-6 arabic "},
    {"ISO-8859-7", " iso-8859-7 iso8859-7 greek "},
    {"ISO-8859-8", " iso-8859-8 iso-8859-8-i iso8859-8 hebrew logical visual "},
    {"ISO-8859-10", " iso-8859-10 iso8859-10 latin6 l6 "},
    {"ISO-8859-13", " iso-8859-13 iso8859-13 "},
    {"ISO-8859-14", " iso-8859-14 iso8859-14 "},
    {"ISO-8859-15", " iso-8859-15 iso8859-15 latin-9 l9 "},
    {"ISO-8859-16", " iso-8859-16 "},
    {"KOI8-R", " koi8-r koi8 koi "},
    {"KOI8-U", " koi8-u koi8-ru "},
    {"MACINTOSH", " macintosh mac x-mac-roman "},
    {"CP874", " windows-874 tis-620 iso-8859-11 "},
    {"CP1250", " windows-1250 cp1250 x-cp1250 "},
    {"CP1251", " windows-1251 cp1251 x-cp1251 "},
    {"CP1253", " windows-1253 cp1253 x-cp1253 "},
    {"ISO-8859-9", " iso-8859-9 iso8859-9 latin5 l5 windows-1254 cp1254 x-cp1254 "},
    {"CP1255", " windows-1255 cp1255 x-cp1255 "},
    {"CP1256", " windows-1256 cp1256 x-cp1256 "},
    {"CP1257", " windows-1257 cp1257 x-cp1257 "},
    {"CP1258", " windows-1258 cp1258 x-cp1258 "},
    {"GB18030", " gb18030 gbk gb2312 chinese csgb2312 gb_2312-80 x-gbk "},
    {"BIG5-HKSCS", " big5 big5-hkscs cn-big5 csbig5 x-x-big5 "},
    {"EUC-JP", " euc-jp x-euc-jp cseucpkdfmtjapanese "},
    {"ISO-2022-JP", " iso-2022-jp csiso2022jp "},
    {"CP932", " shift_jis shift-jis sjis x-sjis ms_kanji windows-31j ms932 "},
    {"UHC", " euc-kr ks_c_5601-1987 korean ksc5601 windows-949 cseuckr "},
};
enum { UTF8, CP1252, UTF16LE, UTF16BE, UNKNOWN = -1 };

struct sa_charsets {
    iconv_t open[SA_COUNT(rows)];
};

struct sa_charsets *sa_charsets_open(void)
{
    struct sa_charsets *c = sa_xcalloc(1, sizeof *c);
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        c->open[i] = i == UTF8 ? NONE : iconv_open("UTF-8", rows[i].name);
    return c;
}

void sa_charsets_free(struct sa_charsets *c)
{
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (c->open[i] != NONE) iconv_close(c->open[i]);
    free(c);
}

static int find_row(const char *label, size_t len)
{
    char key[48] = " ";
    if (!len || len + 3 > sizeof key) return UNKNOWN;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)label[i];
        if (!isalnum(c) && !strchr("-_", c)) return UNKNOWN;
        key[i + 1] = (char)tolower(c);
    }
    key[len + 1] = ' ';
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (strstr(rows[i].labels, key)) return (int)i;
    return UNKNOWN;
}

static int by_mark(const char *data, size_t len, size_t *skip)
{
    static const struct {
        const char *bytes;
        size_t len;
        int row;
    } marks[] = {{"\xEF\xBB\xBF", 3, UTF8}, {"\xFF\xFE", 2, UTF16LE}, {"\xFE\xFF", 2, UTF16BE}};
    for (size_t i = 0; i < SA_COUNT(marks); i++) {
        if (len < marks[i].len || memcmp(data, marks[i].bytes, marks[i].len)) continue;
        *skip = marks[i].len;
        return marks[i].row;
    }
    return UNKNOWN;
}

// The first `charset=` within a <meta> near the beginning. A page that can be read to here is no
// UTF-16, whatever it says.
static int by_meta(const char *data, size_t len)
{
    enum { NEAR = 4096 };
    static const char word[] = "charset=";
    bool inside = false;
    if (len > NEAR) len = NEAR;
    for (size_t i = 0; i + sizeof word < len; i++) {
        if (data[i] == '<') inside = !strncasecmp(data + i, "<meta", 5);
        if (data[i] == '>') inside = false;
        if (!inside || strncasecmp(data + i, word, sizeof word - 1)) continue;
        size_t at = i + sizeof word - 1, n = 0;
        if (data[at] == '"' || data[at] == '\'') at++;
        while (at + n < len && !strchr("\"' />;\t\n", data[at + n])) n++;
        int row = find_row(data + at, n);
        if (row != UNKNOWN) return row == UTF16LE || row == UTF16BE ? UTF8 : row;
    }
    return UNKNOWN;
}

typedef void (*text_fn)(void *ctx, const char *text, size_t n);

static void repair(const char *data, size_t len, text_fn sink, void *ctx)
{
    enum { PIECE = 64 << 10 };
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    while (len) {
        size_t n = len < PIECE ? len : PIECE;
        if (n < len) n -= sa_utf8_partial_tail(data, n);
        sa_buf_clear(&out);
        sa_utf8_repair(&out, data, n);
        sink(ctx, sa_buf_text(&out), out.len);
        data += n;
        len -= n;
    }
    sa_buf_release(&out);
}

static void convert(iconv_t cd, size_t unit, const char *data, size_t len, text_fn sink, void *ctx)
{
    char piece[16384];
    char *in = (char *)data; // iconv's type; it is only read
    iconv(cd, NULL, NULL, NULL, NULL);
    while (len) {
        char *out = piece;
        size_t room = sizeof piece - 3;
        bool bad = iconv(cd, &in, &len, &out, &room) == (size_t)-1 && errno != E2BIG;
        if (bad) {
            size_t skip = len < unit ? len : unit;
            out += sa_utf8_encode(0xFFFD, out);
            in += skip;
            len -= skip;
        }
        sink(ctx, piece, (size_t)(out - piece));
    }
}

void sa_charsets_convert(struct sa_charsets *c, const char *name, bool html, const char *data,
                         size_t len, text_fn sink, void *ctx)
{
    size_t skip = 0;
    int row = by_mark(data, len, &skip);
    if (row == UNKNOWN) row = find_row(name, strlen(name));
    if (row == UNKNOWN && html) row = by_meta(data, len);
    if (row == UNKNOWN) row = sa_utf8_valid(data, len) ? UTF8 : CP1252;
    size_t unit = row == UTF16LE || row == UTF16BE ? 2 : 1;
    if (c->open[row] == NONE) repair(data + skip, len - skip, sink, ctx);
    else convert(c->open[row], unit, data + skip, len - skip, sink, ctx);
}
