// HTML to Markdown, charsets, and DuckDuckGo's results: what the child that reads pages makes of
// bytes. Here it works in the test's own process.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/web/child.h"

enum { MOST = 1 << 20 };

static void feed(void *html, const char *text, size_t len)
{
    sa_html_feed(html, text, len);
}

static char *convert(const char *data, size_t len, const char *charset)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_markdown *m = sa_markdown_new("http://site.test/dir/page.html", MOST);
    struct sa_html *html = sa_html_new(&sa_markdown_sink, m);
    struct sa_charsets *charsets = sa_charsets_open();
    assert_non_null(html);
    sa_charsets_convert(charsets, charset, true, data, len, feed, html);
    sa_charsets_free(charsets);
    sa_html_end(html);
    sa_markdown_end(m, &out);
    return sa_buf_take(&out, NULL);
}

static const struct {
    const char *html, *markdown;
} pages[] = {
    {"", ""},
    {"plain", "plain"},
    {"<p>a  b\n c</p><p>d</p>", "a b c\n\nd"},
    {"<title>The  page</title><p>a", "# The page\n\na"},
    {"<title>The page</title><h1>Head</h1>a", "# Head\n\na"},
    {"<h1>One</h1><h2>Two <b>x</b></h2><h6>Six</h6>", "# One\n\n## Two x\n\n###### Six"},
    {"<h2></h2><p>a", "a"},
    {"a<br>b<br><br>c", "a\nb\nc"},
    {"a<hr>b", "a\n\n---\n\nb"},
    {"<b>bold </b>and <i> slanted</i>, <del>gone</del>", "**bold** and *slanted*, ~~gone~~"},
    {"<b></b><i> </i>x", "x"},
    {"<ul><li>a<li>b</ul>", "- a\n- b"},
    {"x<ul><li><p>a</p></li><li><p>b</p></li></ul>y", "x\n\n- a\n- b\n\ny"},
    {"<ol start=9><li>a<li>b</ol>", "9. a\n10. b"},
    {"<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>", "- a\n  - b\n    1. c\n- d"},
    {"<ol><li>a<ul><li>b</ul></ol>", "1. a\n   - b"},
    {"<ul><li></li><li>b</li></ul>", "- b"},
    {"<ul><li>a<p>b<p>c</ul>", "- a\n\n  b\n\n  c"},
    {"<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>d", "> a\n>\n> b\n>\n> > c\n\nd"},
    {"<dl><dt>term<dd>what it is<dt>other</dl>", "term\n: what it is\nother"},
    {"<pre>a\n  b\n\nc</pre>", "```\na\n  b\n\nc\n```"},
    {"<pre><code class='language-c'>int x;</code></pre>", "```c\nint x;\n```"},
    {"<pre class='hl language-c++'>a<br>b</pre>", "```c++\na\nb\n```"},
    {"<pre>```</pre>", "````\n```\n````"},
    {"<ul><li>a<pre>b\nc</pre></ul>", "- a\n\n  ```\n  b\n  c\n  ```"},
    {"use <code>x = 1</code>, <code>a`b</code>", "use `x = 1`, `` a`b ``"},
    {"<a href='/x'>top</a> <a href=y.html>near</a> <a href='//other.test/z?a=1&amp;b=2'>far</a>",
     "[top](http://site.test/x) [near](http://site.test/dir/y.html) "
     "[far](http://other.test/z?a=1&b=2)"},
    {"<base href='http://b.test/c/'><a href=d>e</a>", "[e](http://b.test/c/d)"},
    {"<a href='javascript:alert(1)'>x</a> <a href=' JavaScript:y'>y</a> <a href='#top'>z</a>",
     "x y z"},
    {"<a href='data:text/html,x'>x</a><a>y</a><a href=q></a>", "xy"},
    {"<a href='/a b(c)'>x</a>", "[x](http://site.test/a%20b%28c%29)"},
    {"<a href='//a%deb.test/x'>no UTF-8 in a host</a>",
     "[no UTF-8 in a host](http://a%DEb.test/x)"},
    {"<a href=/c><h3>Card</h3><p>more</p></a>", "[Card more](http://site.test/c)"},
    {"<h2><a href=/x>head</a></h2>", "## [head](http://site.test/x)"},
    {"<img src=a.png alt='A picture'><img src=b.png><a href=/i><img alt=logo></a>",
     "A picture[logo](http://site.test/i)"},
    {"<table><tr><th>a<th>b<tr><td>1<td>x|y<tr><td>2</table>",
     "| a | b |\n| --- | --- |\n| 1 | x\\|y |\n| 2 | |"},
    {"<table><caption>Cap</caption><tr><td colspan=2>ab<td>c<tr><td>1<td>2<td><p>3<p>4</table>",
     "Cap\n\n| ab | | c |\n| --- | --- | --- |\n| 1 | 2 | 3 4 |"},
    {"<table><tr><td>only<tr><td>one column</table>z", "only\n\none column\n\nz"},
    {"<table><tr><td>menu<td><table><tr><td>1<td>2</table><td>after</table>",
     "menu\n\n| 1 | 2 |\n| --- | --- |\n\nafter"},
    {"<table><tr><td><b>k</b><td><a href=/v>v</a></table>",
     "| **k** | [v](http://site.test/v) |\n| --- | --- |"},
    {"<table><tr></table>x", "x"},
    {"<b>k<table><tr><td>\xC2\xA9 <i>a<td>b</i><tr><td>c<td>d</table>e</b>",
     "**k\n\n| \xC2\xA9 *a* | b |\n| --- | --- |\n| c | d |\n\ne**"},
    {"<script>var a='<p>no</p>'</script><style>p{}</style>yes<noscript>no</noscript>", "yes"},
    {"<nav><a href=/>Home</a></nav><main>yes<footer>by me</footer></main><footer>imprint</footer>",
     "yes\n\nby me"},
    {"<div hidden>no</div><p style='display: none'>no</p><p aria-hidden=true>no</p>"
     "<span style='VISIBILITY:HIDDEN'>no</span>yes",
     "yes"},
    {"<p style='DISPLAY : NONE'>no</p><p style='display:/**/none'>no</p>"
     "<p aria-hidden=TRUE>no</p><p aria-hidden=' true '>no</p><p HIDDEN>no</p>"
     "<p style='color:red;dis/* */play\n:\tnone !important'>no</p>"
     "<p style='d\\69 splay:n\\6fne'>no</p><p style='display:\\none'>no</p>"
     "<p style='visibility:collapse'>no</p><p style='opacity:0.0'>no</p>"
     "<p style='Opacity: 0%'>no</p><p style='font-size:0px'>no</p>"
     "<p style='clip:rect( 0 0 0 0 )'>no</p><p style='clip-path: inset(50%)'>no</p>"
     "<p style='color:transparent'>no</p>yes",
     "yes"},
    {"<i style='opacity:.5;font-size:10px'>a</i><i style='x-display:none'>b</i>"
     "<i style='display:block;/*display:none*/'>c</i><i aria-hidden=false>d</i>"
     "<i style='opacity:'>e</i>",
     "*a**b**c**d**e*"},
    {"a\xF3\xA0\x80\xA0\xF3\xA0\x81\x81"
     "b&#xE0041;c\xF3\xA0\x84\x80",
     "abc\xF3\xA0\x84\x80"},
    {"<div role=navigation>no</div><svg><text>no</text></svg><button>no</button>yes", "yes"},
    {"<select><option>no</select><textarea>no</textarea>yes", "yes"},
    {"a &amp; b &lt;c&gt; &eacute; &#8364; &nbsp; x", "a & b <c> \xC3\xA9 \xE2\x82\xAC x"},
    {"a<!-- no -->b", "ab"},
    {"a<b> b</b>c <i><b> d</b></i>", "a **b**c ***d***"},
    {"x\x01\x02y\x1B[31mz", "xy[31mz"},
    {"<p>unclosed <b>bold <i>both", "unclosed **bold *both***"},
    {"<p>a</div></table></b>stray", "astray"},
    {"<p", ""},
};

static void pages_become_markdown(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < SA_COUNT(pages); i++) {
        SA_AUTO_FREE char *got = convert(pages[i].html, strlen(pages[i].html), "utf-8");
        if (!strcmp(got, pages[i].markdown)) continue;
        print_error("%s\n--- expected\n%s\n--- got\n%s\n\n", pages[i].html, pages[i].markdown, got);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

#define BYTES(literal) literal, sizeof(literal) - 1
static const struct {
    const char *data;
    size_t len;
    const char *charset, *markdown;
} encodings[] = {
    {BYTES("caf\xC3\xA9"), "", "caf\xC3\xA9"},
    {BYTES("caf\xE9"), "", "caf\xC3\xA9"},
    {BYTES("caf\xE9 \x80"), "iso-8859-1", "caf\xC3\xA9 \xE2\x82\xAC"},
    {BYTES("caf\xE9"), "utf-8", "caf\xEF\xBF\xBD"},
    {BYTES("\xEF\xBB\xBF"
           "caf\xC3\xA9"),
     "latin1", "caf\xC3\xA9"},
    {BYTES("\xFF\xFEh\0i\0\xAC\x20"), "", "hi\xE2\x82\xAC"},
    {BYTES("\xFE\xFF\0h\0i"), "utf-8", "hi"},
    {BYTES("<meta charset=koi8-r>\xD0\xD2"), "", "\xD0\xBF\xD1\x80"},
    {BYTES("<meta http-equiv=content-type content='text/html; charset=Shift_JIS'>\x82\xA0"), "",
     "\xE3\x81\x82"},
    {BYTES("<meta charset=koi8-r>\xC3\xA9"), "utf-8", "\xC3\xA9"},
    {BYTES("<meta charset='utf-16'>\xC3\xA9"), "", "\xC3\xA9"},
    {BYTES("<meta charset='//TRANSLIT../../x'>ok"), "", "ok"},
    {BYTES("\xC4\xE3\xBA\xC3"), "GB2312", "\xE4\xBD\xA0\xE5\xA5\xBD"},
    {BYTES("\xA4\xA2\xFF\xA4"), "euc-jp", "\xE3\x81\x82\xEF\xBF\xBD\xEF\xBF\xBD"},
    {BYTES("a\0b"), "", "ab"},
    {BYTES("\xFF\xFE\x00\xD8x"), "", "\xEF\xBF\xBD\xEF\xBF\xBD"},
    {BYTES("ok"), "no-such-charset", "ok"},
};

static void charsets_are_told_and_broken_ones_repaired(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_COUNT(encodings); i++) {
        SA_AUTO_FREE char *got = convert(encodings[i].data, encodings[i].len, encodings[i].charset);
        if (!sa_utf8_valid(got, strlen(got))) fail_msg("row %zu: no UTF-8", i);
        if (strcmp(got, encodings[i].markdown) != 0)
            fail_msg("row %zu: '%s', not '%s'", i, got, encodings[i].markdown);
    }
}

static char *repeated(const char *part, size_t count)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    while (count--) sa_buf_appends(&out, part);
    return sa_buf_take(&out, NULL);
}

// Whatever is nested however deep ends in text; the child's limits are another test's.
static void deep_nesting_ends_in_text(void **state)
{
    static const char *const parts[] = {"<div>",           "<b>",   "<blockquote>", "<ul><li>",
                                        "<table><tr><td>", "<pre>", "<a href=/x>",  "<font>",
                                        "<svg>",           "<h1>"};
    (void)state;
    for (size_t i = 0; i < SA_COUNT(parts); i++) {
        SA_AUTO_FREE char *html = repeated(parts[i], 20000);
        SA_AUTO_FREE char *page = sa_xasprintf("first %s last", html);
        SA_AUTO_FREE char *got = convert(page, strlen(page), "");
        if (!strstr(got, "first")) fail_msg("%s: '%.100s'", parts[i], got);
        if (strlen(got) > 2 * MOST) fail_msg("%s: %zu bytes", parts[i], strlen(got));
    }
}

static void what_is_too_long_is_left_out(void **state)
{
    (void)state;
    SA_AUTO_FREE char *page = repeated("<p>many words of it", 100000);
    SA_AUTO_FREE char *got = convert(page, strlen(page), "");
    assert_true(strlen(got) <= MOST + 200);
    assert_non_null(strstr(got, "[the rest of the page was left out"));
}

static void results_of_duckduckgo(void **state)
{
    static const char page[] =
        "<div class='result result--ad'><a class='result__a' href='https://duckduckgo.com/y.js?ad_domain=x'>"
        "Ad</a><a class='result__snippet' href=x>buy</a></div>"
        "<div class=result><h2><a rel=nofollow class='result__a' "
        "href='//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.test%2Fx%3Fq%3D1&amp;rut=9'>A <b>bold</b> one"
        "</a></h2><a class='result__snippet' href=y>what <b>it</b> says</a></div>"
        "<div class=result><a class='result__a' href='https://b.test/'>Two</a></div>";
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_results *r = sa_results_new();
    struct sa_html *html = sa_html_new(&sa_results_sink, r);
    (void)state;
    sa_html_feed(html, page, sizeof page - 1);
    sa_html_end(html);
    sa_results_end(r, &out);
    assert_string_equal(
        sa_buf_text(&out),
        "{\"results\":[{\"title\":\"A bold one\",\"url\":\"https://a.test/x?q=1\","
        "\"snippet\":\"what it says\"},{\"title\":\"Two\",\"url\":\"https://b.test/\","
        "\"snippet\":\"\"}],\"blocked\":false}");
    sa_buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_become_markdown),
        cmocka_unit_test(charsets_are_told_and_broken_ones_repaired),
        cmocka_unit_test(deep_nesting_ends_in_text),
        cmocka_unit_test(what_is_too_long_is_left_out),
        cmocka_unit_test(results_of_duckduckgo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
