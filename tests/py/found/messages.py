# error texts the generated programs found to differ
def T(s):
    try: print(s, eval(s))
    except Exception as e: print(s, type(e).__name__, e)
def t(s):
    try: exec(s, {'r': range(3), 't': (1,), 'S': {1}, 's': 'a'})
    except Exception as e: print(s, type(e).__name__, e)
for s in ["'%5%' % ()", "'%-%' % 1", "'%%%' % ()", "b'%5%' % ()", "b'%i' % 'a'", "'%i' % None", "'%.3%' % ()",
          "''.encode(None)", "b''.decode(None)", "bytearray().__setitem__(slice(0, 1), None)"]: T(s)
for s in ["del r[0]", "del r[0:1]", "del t[0]", "del t['k']", "del t[0:1]", "del s[0:1]", "del S[0]", "del S['k']", "t['k'] = 1",
          "class C: pass\ndel C()[0]", "class C: pass\ndel C()['k']", "del (1)[0]", "del int[0]"]: t(s)
