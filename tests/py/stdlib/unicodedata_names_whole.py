# Names of ideographs and syllables: four or five capital digits, and nothing before or after them.
import unicodedata
for name in ('CJK UNIFIED IDEOGRAPH-4E00', 'CJK UNIFIED IDEOGRAPH-04E00', 'CJK UNIFIED IDEOGRAPH-20000', 'CJK UNIFIED IDEOGRAPH-4e00', 'cjk unified ideograph-4E00',
             'CJK UNIFIED IDEOGRAPH-4E00 ', 'CJK UNIFIED IDEOGRAPH- 4E00', 'CJK UNIFIED IDEOGRAPH-+4E00', 'CJK UNIFIED IDEOGRAPH-0x4E00', 'CJK UNIFIED IDEOGRAPH-100004E00',
             'CJK UNIFIED IDEOGRAPH-4E00Z', 'CJK UNIFIED IDEOGRAPH-', 'CJK UNIFIED IDEOGRAPH-0041', 'HANGUL SYLLABLE GA', 'hangul syllable ga', 'HANGUL SYLLABLE ga', 'HANGUL SYLLABLE ',
             'latin small letter a', 'LATIN SMALL LETTER A'):
    try: print(name, ascii(unicodedata.lookup(name)))
    except KeyError as e: print(e)
print('\N{CJK UNIFIED IDEOGRAPH-4E01}', '\N{HANGUL SYLLABLE GAG}', '\N{latin small letter b}')
for text in (r"'\N{CJK UNIFIED IDEOGRAPH-4E01 }'", r"'\N{hangul syllable ga}'"):
    try: print(eval(text))
    except SyntaxError as e: print(e)
