// The C library for libsmolagent.a, and for that alone: the program smolagent never calls
// setlocale, but programs that embed us do, and then a number begins with "1,5" for printf and ends
// at the point for strtod. Each function that heeds the locale is wrapped by the linker (Makefile,
// WRAPPED), so that we read and write as in the locale "C", whatever the thread has.
#include <ctype.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>

// The names are those that --wrap makes of the functions' own.
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static locale_t plain;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// glibc has this one ready, so that it is neither refused nor left behind.
static void open_plain(void)
{
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain) abort();
}

static locale_t c_locale(void)
{
    pthread_once(&once, open_plain);
    return plain;
}

// ---- functions that take a locale ---------------------------------------------------------------

double __wrap_strtod(const char *text, char **end)
{
    return strtod_l(text, end, c_locale());
}

int __wrap_strcasecmp(const char *a, const char *b)
{
    return strcasecmp_l(a, b, c_locale());
}

int __wrap_strncasecmp(const char *a, const char *b, size_t n)
{
    return strncasecmp_l(a, b, n, c_locale());
}

int __wrap_tolower(int c)
{
    return tolower_l(c, c_locale());
}

int __wrap_toupper(int c)
{
    return toupper_l(c, c_locale());
}

char *__wrap_strptime(const char *text, const char *format, struct tm *out)
{
    return strptime_l(text, format, out, c_locale());
}

// ---- classes of characters: what the macros of ctype.h look up ----------------------------------

const unsigned short **__wrap___ctype_b_loc(void)
{
    static _Thread_local const unsigned short *table;
    table = c_locale()->__ctype_b;
    return &table;
}

const int **__wrap___ctype_tolower_loc(void)
{
    static _Thread_local const int *table;
    table = c_locale()->__ctype_tolower;
    return &table;
}

const int **__wrap___ctype_toupper_loc(void)
{
    static _Thread_local const int *table;
    table = c_locale()->__ctype_toupper;
    return &table;
}

// ---- printing, where the thread's own locale counts: with FORTIFY_SOURCE and without ------------

int __real_vsnprintf(char *out, size_t size, const char *format, va_list args);
int __real___vsnprintf_chk(char *out, size_t size, int flag, size_t room, const char *format,
                           va_list args);

int __wrap_vsnprintf(char *out, size_t size, const char *format, va_list args)
{
    locale_t before = uselocale(c_locale());
    int n = __real_vsnprintf(out, size, format, args);
    uselocale(before);
    return n;
}

int __wrap___vsnprintf_chk(char *out, size_t size, int flag, size_t room, const char *format,
                           va_list args)
{
    locale_t before = uselocale(c_locale());
    int n = __real___vsnprintf_chk(out, size, flag, room, format, args);
    uselocale(before);
    return n;
}

int __wrap_snprintf(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = __wrap_vsnprintf(out, size, format, args);
    va_end(args);
    return n;
}

int __wrap___snprintf_chk(char *out, size_t size, int flag, size_t room, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = __wrap___vsnprintf_chk(out, size, flag, room, format, args);
    va_end(args);
    return n;
}

// Only cJSON calls these, with a buffer that is long enough.
int __wrap_sprintf(char *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = __wrap_vsnprintf(out, INT_MAX, format, args);
    va_end(args);
    return n;
}

int __wrap___sprintf_chk(char *out, int flag, size_t room, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = __wrap___vsnprintf_chk(out, room, flag, room, format, args);
    va_end(args);
    return n;
}
