for i in range(2): pass
else: print('else')
while False: pass
else: print('while else')
