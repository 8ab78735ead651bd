// National ids: their written shapes and check digits. Where a number has no check digit its shape
// must be one that nothing else has; what has neither is found behind a label only (label.c).
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/detect.h"
#include "base/xalloc.h"

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static unsigned modulo(const char *digits, size_t n, unsigned m)
{
    unsigned r = 0;
    for (size_t i = 0; i < n; i++) r = (r * 10 + (unsigned)(digits[i] - '0')) % m;
    return r;
}

static bool date_ok(const char *month, const char *day)
{
    int m = (month[0] - '0') * 10 + month[1] - '0', d = (day[0] - '0') * 10 + day[1] - '0';
    return m >= 1 && m <= 12 && d >= 1 && d <= 31;
}

// ---- national ids -----------------------------------------------------------------------------

static bool us_ssn(const char *s) // the areas, groups and serials that were never given out
{
    return memcmp(s, "000", 3) && memcmp(s, "666", 3) &&
           (s[0] != '9' || s[3] >= '5') && // those with a 9 are for taxes
           memcmp(s + 3, "00", 2) && memcmp(s + 5, "0000", 4);
}

static bool
fr_nir(const char *s) // key = 97 - number mod 97; Corsica's 2A and 2B count as 19 and 18
{
    char number[16];
    memcpy(number, s, 13);
    if (number[6] == 'A') number[5] = '1', number[6] = '9';
    if (number[6] == 'B') number[5] = '1', number[6] = '8';
    for (int i = 0; i < 15; i++)
        if (!digit(i < 13 ? number[i] : s[i])) return false;
    return strchr("12", s[0]) && 97 - modulo(number, 13, 97) == modulo(s + 13, 2, 100);
}

static bool es_dni(const char *s)
{
    char number[9];
    memcpy(number, s, 8);
    if (!digit(s[0])) number[0] = (char)(s[0] - 'X' + '0'); // foreigners: X, Y, Z
    return "TRWAGMYFPDXBNJZSQVHLCKE"[modulo(number, 8, 23)] == s[8];
}

static bool es_nie(const char *s)
{
    return s[0] >= 'X' && s[0] <= 'Z' && es_dni(s);
}

static bool it_fiscal(const char *s) // odd places by a table, even ones by value; sum mod 26
{
    static const uint8_t odd[] = {1,  0,  5, 7, 9, 13, 15, 17, 19, 21, 2,  4,  18,
                                  20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23};
    unsigned sum = 0;
    for (int i = 0; i < 15; i++) {
        unsigned v = (unsigned)(digit(s[i]) ? s[i] - '0' : s[i] - 'A');
        sum += i % 2 ? v : odd[v];
    }
    return s[15] == (char)('A' + sum % 26);
}

static bool pl_pesel(const char *s)
{
    static const char weights[] = "1379137913";
    unsigned sum = 0;
    for (int i = 0; i < 10; i++) sum += (unsigned)((weights[i] - '0') * (s[i] - '0'));
    char month[] = {(char)('0' + (s[2] - '0') % 2), s[3]}; // the century is added to the month
    return date_ok(month, s + 4) && (10 - sum % 10) % 10 == (unsigned)(s[10] - '0');
}

// ISO 7064 MOD 11,10; among the first ten digits exactly one comes twice or three times.
static bool de_tax(const char *s)
{
    unsigned product = 10;
    int count[10] = {0}, repeated = 0;
    for (int i = 0; i < 10; i++) {
        unsigned sum = ((unsigned)(s[i] - '0') + product) % 10;
        product = (sum ? sum : 10) * 2 % 11;
        if (++count[s[i] - '0'] == 2) repeated++;
        if (count[s[i] - '0'] > 3) return false;
    }
    return s[0] != '0' && repeated == 1 && (11 - product) % 10 == (unsigned)(s[10] - '0');
}

static bool br_cpf(const char *s)
{
    for (int n = 9; n < 11; n++) {
        unsigned sum = 0;
        for (int i = 0; i < n; i++) sum += (unsigned)((s[i] - '0') * (n + 1 - i));
        if (sum * 10 % 11 % 10 != (unsigned)(s[n] - '0')) return false;
    }
    return true;
}

static bool uk_nino(const char *s)
{
    static const char *const never[] = {"BG", "GB", "KN", "NK", "NT", "TN", "ZZ"};
    for (size_t i = 0; i < SA_COUNT(never); i++)
        if (!memcmp(s, never[i], 2)) return false;
    return !strchr("DFIQUV", s[0]) && !strchr("DFIOQUV", s[1]) && strchr("ABCD", s[8]);
}

static bool se_personal(const char *s)
{
    return date_ok(s + 2, s + 4) && sa_luhn(s, 10);
}

static bool se_long(const char *s) // with the century
{
    return (s[0] == '1' || s[0] == '2') && se_personal(s + 2);
}

static bool be_register(const char *s) // 97 - number mod 97, with a 2 in front from 2000 on
{
    unsigned key = modulo(s + 9, 2, 100), r = modulo(s, 9, 97);
    unsigned later = (unsigned)((2 * (uint64_t)1000000000 + r) % 97);
    // 2 * 10^9 mod 97 added to r: the same as the prefixed number mod 97.
    return date_ok(s + 2, s + 4) && (key == 97 - r || key == 97 - later);
}

static bool fi_code(const char *s)
{
    char number[10], rest[5];
    memcpy(rest, s + (s[6] > '9' ? 7 : 6), 4); // the century's letter is among the marks
    memcpy(number, s, 6);
    memcpy(number + 6, rest, 3);
    return date_ok(s + 2, s) && "0123456789ABCDEFHJKLMNPRSTUVWXY"[modulo(number, 9, 31)] == rest[3];
}

static bool cn_resident(const char *s) // ISO 7064 MOD 11-2
{
    unsigned sum = 0;
    for (int i = 0; i < 17; i++) {
        if (!digit(s[i])) return false;
        sum = (sum + (unsigned)(s[i] - '0')) * 2 % 11;
    }
    return date_ok(s + 10, s + 12) && "0123456789X"[(12 - sum) % 11] == s[17];
}

// The sum of digits times weights, each a digit or, from 'A' on, 10 and more.
static unsigned weighted(const char *s, const char *weights)
{
    unsigned sum = 0;
    for (size_t i = 0; weights[i]; i++) {
        int w = weights[i] >= 'A' ? weights[i] - 'A' + 10 : weights[i] - '0';
        sum += (unsigned)(w * (s[i] - '0'));
    }
    return sum;
}

static bool ca_sin(const char *s)
{
    return s[0] != '0' && s[0] != '8' && sa_luhn(s, 9);
}

static bool in_aadhaar(const char *s) // Verhoeff: the dihedral group of order ten
{
    static const char *const turn[] = {"0123456789", "1576283094", "5803796142", "8916043527",
                                       "9453126870", "4286573901", "2793806415", "7046913258"};
    unsigned c = 0;
    for (unsigned i = 0; i < 12; i++) {
        unsigned p = (unsigned)(turn[i % 8][s[11 - i] - '0'] - '0');
        if (c < 5) c = p < 5 ? (c + p) % 5 : 5 + (c + p) % 5;
        else c = p < 5 ? 5 + (c - 5 + 5 - p) % 5 : (c - p + 5) % 5;
    }
    return s[0] > '1' && c == 0;
}

static bool in_pan(const char *s) // the fourth letter: a person
{
    return s[3] == 'P';
}

static bool mx_curp(const char *s)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 17; i++) {
        unsigned v = digit(s[i]) ? (unsigned)(s[i] - '0') : (unsigned)(s[i] - 'A') + 10;
        sum += (v + (s[i] > 'N')) * (18 - i); // one more letter behind N
    }
    return date_ok(s + 6, s + 8) && strchr("HMX", s[10]) &&
           (10 - sum % 10) % 10 == (unsigned)(s[17] - '0');
}

static bool ar_cuit(const char *s)
{
    unsigned r = 11 - weighted(s, "5432765432") % 11;
    return strchr("23", s[0]) && (r == 11 ? 0 : r == 10 ? 9 : r) == (unsigned)(s[10] - '0');
}

static bool cl_rut(const char *s)
{
    size_t n = strlen(s) - 1;
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++) sum += (unsigned)(s[n - 1 - i] - '0') * (2 + i % 6);
    return "0K987654321"[sum % 11] == s[n];
}

static bool kr_rrn(const char *s)
{
    return date_ok(s + 2, s + 4) &&
           (11 - weighted(s, "234567892345") % 11) % 10 == (unsigned)(s[12] - '0');
}

static bool za_id(const char *s)
{
    return date_ok(s + 2, s + 4) && s[10] < '2' && sa_luhn(s, 13);
}

static bool ro_cnp(const char *s)
{
    unsigned r = weighted(s, "279146358279") % 11;
    return s[0] != '0' && date_ok(s + 3, s + 5) && (r == 10 ? 1 : r) == (unsigned)(s[12] - '0');
}

static bool tr_kimlik(const char *s)
{
    unsigned odd = weighted(s, "101010101"), even = weighted(s, "01010101");
    unsigned all = weighted(s, "1111111111");
    return s[0] != '0' && (odd * 7 + 100 - even) % 10 == (unsigned)(s[9] - '0') &&
           all % 10 == (unsigned)(s[10] - '0');
}

static bool ru_snils(const char *s)
{
    return weighted(s, "987654321") % 101 % 100 == modulo(s + 9, 2, 100);
}

static bool
cz_number(const char *s) // women's months are 50 more, and 20 more where numbers ran out
{
    unsigned month = modulo(s + 2, 2, 100) % 50;
    month = month > 20 ? month - 20 : month;
    return month >= 1 && month <= 12 && modulo(s + 4, 2, 100) - 1 < 31 && modulo(s, 10, 11) == 0;
}

static bool no_number(const char *s)
{
    return date_ok(s + 2, s) && weighted(s, "3761894521") % 11 == 0 &&
           weighted(s, "54327654321") % 11 == 0;
}

static bool dk_cpr(const char *s)
{
    return date_ok(s + 2, s) && weighted(s, "4327654321") % 11 == 0;
}

static bool ch_ahv(const char *s)
{
    return weighted(s, "1313131313131") % 10 == 0;
}

static bool at_number(const char *s)
{
    return date_ok(s + 6, s + 4) && weighted(s, "3790584216") % 11 == (unsigned)(s[3] - '0');
}

static bool ie_pps(const char *s)
{
    unsigned sum = weighted(s, "8765432") + (s[8] ? (unsigned)(s[8] - 'A' + 1) * 9 : 0);
    return "WABCDEFGHIJKLMNOPQRSTUV"[sum % 23] == s[7];
}

static bool sg_nric(const char *s)
{
    unsigned sum = weighted(s + 1, "2765432") + (strchr("TG", s[0]) ? 4 : 0);
    if (strchr("ST", s[0])) return "JZIHGFEDCBA"[sum % 11] == s[8];
    return strchr("FG", s[0]) && "XWUTRQPNMLK"[sum % 11] == s[8];
}

static bool hk_id(const char *s)
{
    unsigned sum = 36 * 9 + (unsigned)(s[0] - 'A' + 10) * 8 + weighted(s + 1, "765432");
    return "0A987654321"[sum % 11] == s[7];
}

static bool tw_id(const char *s)
{
    static const char values[] = "ABCDEFGHJKLMNPQRSTUVXYWZIO"; // 10 and more
    unsigned first = (unsigned)(strchr(values, s[0]) - values) + 10;
    return strchr("1289", s[1]) &&
           (first / 10 + first % 10 * 9 + weighted(s + 1, "876543211")) % 10 == 0;
}

static bool th_id(const char *s)
{
    return s[0] != '0' && (11 - weighted(s, "DCBA98765432") % 11) % 10 == (unsigned)(s[12] - '0');
}

static bool uk_nhs(const char *s)
{
    unsigned r = 11 - weighted(s, "A98765432") % 11;
    return r != 10 && r % 11 == (unsigned)(s[9] - '0');
}

static bool baltic(const char *s)
{
    unsigned r = weighted(s, "1234567891") % 11;
    if (r == 10) r = weighted(s, "3456789123") % 11 % 10;
    return s[0] >= '1' && s[0] <= '6' && date_ok(s + 3, s + 5) && r == (unsigned)(s[10] - '0');
}

static const struct {
    const char *shape; // of `shape` above
    bool (*check)(const char *digits);
} ids[] = {
    {"ddd-dd-dddd", us_ssn},
    {"ddd dd dddd", us_ssn},
    {"ddd-ddd-ddd", ca_sin},
    {"dddd~dddd~dddd", in_aadhaar},
    {"AAAAAddddA", in_pan},
    {"AAAAddddddAAAAAA*d", mx_curp},
    {"dd-dddddddd-d", ar_cuit},
    {"dd.ddd.ddd-*", cl_rut},
    {"d.ddd.ddd-*", cl_rut},
    {"dddddd-ddddddd", kr_rrn},
    {"ddddddddddddd", za_id},
    {"ddddddddddddd", ro_cnp},
    {"ddddddddddd", tr_kimlik},
    {"ddd-ddd-ddd dd", ru_snils},
    {"dddddd/dddd", cz_number},
    {"dddddd ddddd", no_number},
    {"ddddddddddd", no_number},
    {"dddddd-dddd", dk_cpr},
    {"756.dddd.dddd.dd", ch_ahv},
    {"dddd dddddd", at_number},
    {"dddddddA", ie_pps},
    {"dddddddAA", ie_pps},
    {"AdddddddA", sg_nric},
    {"Adddddd(*)", hk_id},
    {"Addddddddd", tw_id},
    {"d-dddd-ddddd-dd-d", th_id},
    {"ddd ddd dddd", uk_nhs},
    {"ddddddddddd", baltic},
    {"dddddddd-dddd", se_long},
    {"d?dd?dd?d*?ddd?ddd?dd", fr_nir},
    {"dddddddd?A", es_dni},
    {"A?ddddddd?A", es_nie},
    {"AAAAAAddAddAdddA", it_fiscal},
    {"ddddddddddd", pl_pesel},
    {"ddddddddddd", de_tax},
    {"dd ddd ddd ddd", de_tax},
    {"ddd.ddd.ddd-dd", br_cpf},
    {"AA?dd?dd?dd?A", uk_nino},
    {"dddddd-dddd", se_personal},
    {"dd.dd.dd-ddd.dd", be_register},
    {"dddddd-ddd*", fi_code},
    {"dddddd+ddd*", fi_code},
    {"ddddddAddd*", fi_code},
    {"ddddddddddddddddd*", cn_resident},
};

SA_MATCH(sa_match_national_id)
{
    char digits[32];
    (void)more;
    if (!sa_number_starts(text, at)) return SA_DETECT_NONE;
    for (size_t i = 0; i < SA_COUNT(ids); i++) {
        size_t n = sa_shape(text, len, at, ids[i].shape, digits);
        if (!n || !ids[i].check(digits)) continue;
        found->len = n;
        return SA_DETECT_HIT;
    }
    return SA_DETECT_NONE;
}
