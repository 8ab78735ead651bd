# Aliases and named sequences of characters: lookup() knows both, \N{...} and re the aliases only; name() gives neither.
import re
import unicodedata


def show(f, *args):
    try:
        print(ascii(f(*args)))
    except Exception as error:
        print(type(error).__name__, ascii(str(error)))


for name in ('LINE FEED', 'line feed', 'NUL', 'BEL', 'ALERT', 'TAB', 'NBSP', 'ZWJ', 'ZWNBSP', 'BYTE ORDER MARK', 'VS256', 'LATIN CAPITAL LETTER GHA',
             'KANNADA LETTER LLLA', 'PRESENTATION FORM FOR VERTICAL RIGHT WHITE LENTICULAR BRACKET', 'BYZANTINE MUSICAL SYMBOL FTHORA SKLIRON CHROMA VASIS',
             'KEYCAP DIGIT ZERO', 'TAMIL SYLLABLE SAI', 'latin small letter r with tilde', 'TAMIL CONSONANT KSS', 'KATAKANA LETTER AINU P',
             'LATIN SMALL LETTER A', 'HANGUL SYLLABLE GGAG', 'HANGUL SYLLABLE A', 'HANGUL SYLLABLE ga', 'HANGUL SYLLABLE GAGAGAGAGAGAGAGAGAG',
             'CJK UNIFIED IDEOGRAPH-4E00', 'LINE', 'FEED', '', 'A;B', 'LINE FEED\n', 'X' * 200):
    show(unicodedata.lookup, name)
    show(eval, r"'\N{%s}'" % name)
    show(re.compile, r'\N{%s}' % name)
    show(rb'\N{LINE FEED}'.decode, 'unicode_escape')
for c in '\n', '\xa0', '\u01a2', '\ufeff', '\U000e01ef', '\U000f0000', '\U000f0200':
    show(unicodedata.name, c)
for name in 'LINE FEED', 'latin small letter a', 'KEYCAP DIGIT ZERO', 'LATIN CAPITAL LETTER GHA', 'HANGUL SYLLABLE GA', 'CJK UNIFIED IDEOGRAPH-4E00':
    show(unicodedata.ucd_3_2_0.lookup, name)
