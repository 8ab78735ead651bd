# Carets under lines with characters that take two columns.
import traceback

def 引く(表): return 表['月'] + '日'

cases = [
    lambda: '日本語' + 1,
    lambda: ('é' + 'ü', 'é'[1]),
    lambda: 'かが' + ('か゛' * 2 + 1),
    lambda: ('😀', {}['😀']),
    lambda: '한국어'[9] + '｡ﾊﾟ'[9],
    lambda: ('｡ﾊﾟ', '｡ﾊﾟ'[9]),
    lambda: print('日本', (1/0), '本'),
    lambda: 引く({'日': 1}),
]
for case in cases:
    try:
        case()
    except Exception:
        print('\n'.join(line for line in traceback.format_exc().split('\n') if 'File' not in line))
