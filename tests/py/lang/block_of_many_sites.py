# skip: gcstress,asan,ticks large on purpose; what runs straight on looks at the clock at its end
# Blocks with more names, constants and jumps than operands of 16 bits tell apart.
def run(source):
    names = {}
    exec(source, names)
    return names


def rows(n, form):
    return ''.join(form.format(i, i % 100) for i in range(n))


N = 40000
print(run('a = 0\nb = 1\n' + 'if a: b\n' * (2 * N) + 'c = b')['c'])

made = run('class O: pass\no = O()\nt = 0\n' + rows(N, 'o.x{1} = {0}.5\nt += o.x{1}\n') + 'r = repr(o.x99)')
print(made['t'], made['r'], len(vars(made['o'])))

made = run('s = "abc"\nl = []\n' + rows(N, 'l.append(s.upper())\n'))
print(len(made['l']), set(made['l']))

made = run('d = {' + rows(N, '"k{0}": ({0}, "v{0}"),') + '}\nl = [' + rows(N, '"w{0}",') + ']\ndef f(x): return x + 2.5, x * -1.5')
print(len(made['d']), made['d']['k39999'], made['l'][-1], made['f'](2))

loop = 'def f(n):\n    t = 0\n    for i in range(n):\n' + rows(N, '        if i < {1}: t += {0}.25\n')
made = run(loop + '        if t > 1: continue\n        t += g\n    else:\n        t += 1\n    return t\ng = 3')
print(made['f'](3), made['f'](0))

made = run('def f(o):\n' + rows(N, '    o.n += 1\n') + '    while o.n > 5:\n' + rows(N, '        o.n -= 1\n') + '    return o\n')
class O: n = 0
print(made['f'](O()).n)

x = 'X'
print(eval(("f'" + '{x} ' * 255 + "'") * 256) == 'X ' * (255 * 256))

try:
    run('a = 1\n' * 70000 + 'a.b.c\n')
except AttributeError as e:
    print(e, e.__traceback__.tb_next.tb_next.tb_lineno)
try:
    run('a = 1\n' + 'a.real\n' * 70000 + 'nobody\n')
except NameError as e:
    print(e, e.__traceback__.tb_next.tb_next.tb_lineno)
