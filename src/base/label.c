// What only a label tells: "password: ...", "passport no. ...". The label is looked for where a
// word begins, in any case, its words joined by nothing, a blank, '-' or '_'. Only checks of
// answers look for these: a name is no proof, and a redacted page token would break a program.
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/detect.h"
#include "base/xalloc.h"

enum { MAX_VALUE = 512 };

// A value: what it may hold, beginning behind label and delimiter.
struct value {
    const char *text;
    size_t len;
    bool quoted;
};

// The length of `label` at text[at], 0: it is not there. Blanks in a label are any joint.
static size_t label_at(const char *text, size_t len, size_t at, const char *label)
{
    size_t p = at;
    for (; *label; label++) {
        if (*label == ' ') {
            p += p < len && (text[p] == ' ' || text[p] == '_' || text[p] == '-' || text[p] == '.');
            continue;
        }
        if (p == len || tolower((unsigned char)text[p]) != *label) return 0;
        p++;
    }
    return p < len && islower((unsigned char)text[p]) ? 0 : p - at;
}

// What may stand between a label and what introduces its value.
static size_t fillers(const char *text, size_t len, size_t at)
{
    static const char *const words[] = {" number", " no.", " no",   " nr.", " nr",
                                        " num",    " id",  " code", "s",    "#",
                                        " is",     " was", " on",   ".",    NULL};
    size_t p = at;
    for (int i = 0; words[i] && p - at < 24; i++) {
        size_t n = label_at(text, len, p, words[i]);
        if (n && p + n < len && !isalpha((unsigned char)text[p + n])) p += n, i = -1;
    }
    return p - at;
}

// Quotes, and one of : = => :=, or blanks alone where `blank` will do. 0: nothing that introduces.
static size_t delimiter(const char *text, size_t len, size_t at, bool blank, struct value *v)
{
    size_t p = at;
    bool sign = false;
    while (p < len && p - at < 8 && text[p] && strchr("\"'`]) \t*\\", text[p])) p++;
    while (p < len && p - at < 12 && text[p] && strchr(":=>", text[p])) p++, sign = true;
    while (p < len && p - at < 20 && text[p] && strchr(" \t*\\", text[p])) p++;
    v->quoted = p < len && strchr("\"'`", text[p]) && text[p];
    p += v->quoted;
    bool spelled = p > at &&
                   (blank || (p - at >= 1 && at >= 3 && !strncasecmp(text + at - 3, " is", 3)));
    return sign || spelled ? p - at : 0;
}

static bool value_char(char c, bool quoted)
{
    if (quoted) return c != '"' && c != '\'' && c != '`' && c != '\n' && c;
    return (unsigned char)c > ' ' && !strchr("\"'`,;&<>", c);
}

static struct value read_value(const char *text, size_t len, size_t at, bool quoted)
{
    size_t n = 0;
    while (at + n < len && n < MAX_VALUE && value_char(text[at + n], quoted)) n++;
    while (n && !quoted && strchr(".:)]}", text[at + n - 1])) n--; // the sentence's
    return (struct value){text + at, n, quoted};
}

// ---- secrets ----------------------------------------------------------------------------------

struct counts {
    size_t digits, letters, capitals, marks, run; // run: the longest of letters and digits
};

static struct counts count(const struct value *v)
{
    struct counts c = {0};
    size_t run = 0;
    for (size_t i = 0; i < v->len; i++) {
        unsigned char b = (unsigned char)v->text[i];
        c.digits += isdigit(b) != 0;
        c.letters += isalpha(b) || b >= 0x80;
        c.capitals += isupper(b) != 0;
        c.marks += ispunct(b) && b != '-' && b != '_' && b != '.' && b != '/';
        run = isalnum(b) ? run + 1 : 0;
        if (run > c.run) c.run = run;
    }
    return c;
}

// What stands where a secret would: variables, calls, places to fill in, stars.
static bool placeholder(const struct value *v)
{
    static const char *const starts[] = {"$",   "{",    "<",        "%(",    "[",
                                         "os.", "env",  "process.", "***",   "http",
                                         "xxx", "your", "config",   "self.", "args."};
    for (size_t i = 0; i < SA_COUNT(starts); i++)
        if (v->len >= strlen(starts[i]) && !strncasecmp(v->text, starts[i], strlen(starts[i])))
            return true;
    return !v->quoted && (memchr(v->text, '(', v->len) || memchr(v->text, '[', v->len));
}

static bool password_value(const struct value *v)
{
    struct counts c = count(v);
    if (v->len < 6 || v->len > 128 || memchr(v->text, ' ', v->len)) return false;
    return c.letters && (c.digits || c.marks) && sa_entropy(v->text, v->len) >= 20;
}

static bool key_value(const struct value *v)
{
    struct counts c = count(v);
    if (v->len < 16 || memchr(v->text, ' ', v->len)) return false;
    if (strchr("./~", v->text[0]) && v->text[0]) return false; // a path
    return c.letters && c.digits > 1 && c.run >= 8 && sa_entropy(v->text, v->len) >= 30;
}

static const struct secret_label {
    const char *label;
    bool (*good)(const struct value *v);
} secret_labels[] = {
    {"password", password_value},
    {"passwd", password_value},
    {"passphrase", password_value},
    {"passwort", password_value},
    {"pwd", password_value},
    {"pass", password_value},
    {"mot de passe", password_value},
    {"api key", key_value},
    {"apikey", key_value},
    {"access key", key_value},
    {"access key id", key_value},
    {"secret access key", key_value},
    {"secret key", key_value},
    {"secret", key_value},
    {"client secret", key_value},
    {"app secret", key_value},
    {"auth token", key_value},
    {"access token", key_value},
    {"refresh token", key_value},
    {"session token", key_value},
    {"bearer token", key_value},
    {"api token", key_value},
    {"token", key_value},
    {"private key", key_value},
    {"encryption key", key_value},
    {"signing key", key_value},
    {"account key", key_value},
    {"master key", key_value},
    {"auth key", key_value},
    {"license key", key_value},
    {"credential", key_value},
};

SA_MATCH(sa_match_labelled_secret)
{
    (void)more;
    for (size_t i = 0; i < SA_COUNT(secret_labels); i++) {
        size_t n = label_at(text, len, at, secret_labels[i].label);
        if (!n) continue;
        struct value v;
        size_t p = at + n + fillers(text, len, at + n), d = delimiter(text, len, p, false, &v);
        if (!d) continue;
        v = read_value(text, len, p + d, v.quoted);
        if (!v.len || placeholder(&v) || !secret_labels[i].good(&v)) continue;
        found->start = p + d;
        found->len = v.len;
        return SA_DETECT_HIT;
    }
    return SA_DETECT_NONE;
}

// ---- personal data ----------------------------------------------------------------------------

// A number of at least `least` digits, with capitals and separators among them.
static size_t number_value(const char *text, size_t len, size_t at, size_t least, size_t capitals)
{
    size_t p = at, end = at, digits = 0, letters = 0;
    for (; p < len && p - at < 32; p++) {
        char c = text[p];
        if (isdigit((unsigned char)c)) digits++, end = p + 1;
        else if (isupper((unsigned char)c) && letters < capitals) letters++, end = p + 1;
        else if (!c || !strchr(" -./()+", c) || p - end > 1) break;
    }
    if (digits < least || (end < len && isalnum((unsigned char)text[end]))) return 0;
    return end - at;
}

static size_t digits_at(const char *text, size_t len, size_t at)
{
    size_t n = 0;
    while (at + n < len && n < 5 && isdigit((unsigned char)text[at + n])) n++;
    return n;
}

// 12.05.1980, 1980-05-12, 12 May 1980, May 12th, 1980.
static size_t date_value(const char *text, size_t len, size_t at)
{
    static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
    size_t p = at, year = 0, parts = 0, words = 0;
    while (p < len && parts < 3) {
        size_t n = digits_at(text, len, p), letters = 0;
        if (n == 4) year++;
        if (n == 3 || n == 5) return 0;
        if (!n) {
            char word[4] = {0};
            while (p + letters < len && isalpha((unsigned char)text[p + letters])) letters++;
            for (size_t i = 0; i < 3 && i < letters; i++)
                word[i] = (char)tolower((unsigned char)text[p + i]);
            if (letters < 3 || letters > 9 || !strstr(months, word) || words++) return 0;
        }
        p += n + letters;
        if (n && p + 1 < len && isalpha((unsigned char)text[p]) && parts < 2 &&
            !isalnum((unsigned char)(p + 2 < len ? text[p + 2] : ' ')))
            p += 2; // 12th
        if (++parts == 3) break;
        size_t gap = 0;
        while (p < len && gap < 3 && text[p] && strchr(" -./,", text[p])) p++, gap++;
        if (!gap) return 0;
    }
    return parts == 3 && (year == 1 || words == 0) ? p - at : 0;
}

static size_t address_value(const char *text, size_t len, size_t at) // of the Internet
{
    size_t p = at, dots = 0;
    while (p < len && p - at < 45 && (isxdigit((unsigned char)text[p]) || strchr(".:", text[p]))) {
        if (!text[p]) break;
        dots += text[p++] == '.';
    }
    while (p > at && strchr(".:", text[p - 1])) dots -= text[--p] == '.';
    bool six = !dots && memchr(text + at, ':', p - at) && p - at > 6;
    return dots == 3 || six ? p - at : 0;
}

enum kind { NUMBER, DATE, ADDRESS };

static const struct pii_label {
    const char *label, *what;
    enum kind kind;
    size_t least, capitals; // of a number
} pii_labels[] = {
    {"passport", "passport number", NUMBER, 6, 3},
    {"reisepass", "passport number", NUMBER, 5, 6},
    {"date of birth", "date of birth", DATE, 0, 0},
    {"birth date", "date of birth", DATE, 0, 0},
    {"birthday", "date of birth", DATE, 0, 0},
    {"born", "date of birth", DATE, 0, 0},
    {"dob", "date of birth", DATE, 0, 0},
    {"geburtsdatum", "date of birth", DATE, 0, 0},
    {"geboren am", "date of birth", DATE, 0, 0},
    {"ssn", "national id", NUMBER, 9, 0},
    {"social security", "national id", NUMBER, 9, 0},
    {"social insurance", "national id", NUMBER, 9, 0},
    {"national insurance", "national id", NUMBER, 6, 3},
    {"national id", "national id", NUMBER, 6, 3},
    {"identity card", "national id", NUMBER, 6, 3},
    {"personal id", "national id", NUMBER, 6, 3},
    {"sin", "national id", NUMBER, 9, 0},
    {"bsn", "national id", NUMBER, 9, 0},
    {"nif", "national id", NUMBER, 8, 1},
    {"cpf", "national id", NUMBER, 11, 0},
    {"tfn", "national id", NUMBER, 8, 0},
    {"cpr", "national id", NUMBER, 10, 0},
    {"egn", "national id", NUMBER, 10, 0},
    {"my number", "national id", NUMBER, 12, 0},
    {"tax id", "national id", NUMBER, 8, 3},
    {"steuer id", "national id", NUMBER, 10, 0},
    {"tin", "national id", NUMBER, 9, 0},
    {"nhs", "national id", NUMBER, 10, 0},
    {"medicare", "national id", NUMBER, 9, 2},
    {"driver's license", "driving licence", NUMBER, 5, 8},
    {"drivers license", "driving licence", NUMBER, 5, 8},
    {"driver license", "driving licence", NUMBER, 5, 8},
    {"driving licence", "driving licence", NUMBER, 5, 8},
    {"mrn", "patient number", NUMBER, 6, 2},
    {"medical record", "patient number", NUMBER, 6, 2},
    {"patient id", "patient number", NUMBER, 5, 2},
    {"bank account", "bank account", NUMBER, 7, 0},
    {"account number", "bank account", NUMBER, 7, 0},
    {"account no", "bank account", NUMBER, 7, 0},
    {"kontonummer", "bank account", NUMBER, 7, 0},
    {"routing number", "bank account", NUMBER, 9, 0},
    {"sort code", "bank account", NUMBER, 6, 0},
    {"phone", "phone number", NUMBER, 8, 0},
    {"telephone", "phone number", NUMBER, 8, 0},
    {"telefon", "phone number", NUMBER, 8, 0},
    {"tel", "phone number", NUMBER, 8, 0},
    {"mobile", "phone number", NUMBER, 8, 0},
    {"cell", "phone number", NUMBER, 9, 0},
    {"whatsapp", "phone number", NUMBER, 8, 0},
    {"fax", "phone number", NUMBER, 8, 0},
    {"credit card", "payment card number", NUMBER, 13, 0},
    {"cvv", "card code", NUMBER, 3, 0},
    {"cvc", "card code", NUMBER, 3, 0},
    {"client ip", "IP address", ADDRESS, 0, 0},
    {"user ip", "IP address", ADDRESS, 0, 0},
    {"remote ip", "IP address", ADDRESS, 0, 0},
    {"ip address", "IP address", ADDRESS, 0, 0},
};

static size_t pii_value(const struct pii_label *l, const char *text, size_t len, size_t at)
{
    return l->kind == DATE      ? date_value(text, len, at)
           : l->kind == ADDRESS ? address_value(text, len, at)
                                : number_value(text, len, at, l->least, l->capitals);
}

SA_MATCH(sa_match_labelled_pii)
{
    (void)more;
    for (size_t i = 0; i < SA_COUNT(pii_labels); i++) {
        size_t n = label_at(text, len, at, pii_labels[i].label);
        if (!n) continue;
        struct value v;
        size_t p = at + n + fillers(text, len, at + n), d = delimiter(text, len, p, true, &v);
        size_t used = d ? pii_value(&pii_labels[i], text, len, p + d) : 0;
        if (!used) continue;
        *found = (struct sa_finding){p + d, used, pii_labels[i].what, NULL};
        return SA_DETECT_HIT;
    }
    return SA_DETECT_NONE;
}
