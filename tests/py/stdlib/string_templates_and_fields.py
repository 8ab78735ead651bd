# templates with every fault, format fields by number, name and in turn
import string, inspect
T=string.Template
def sh(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for t in ['$a','${a}','$$','$','$1','${','a\nb $ c','\n$','x$','${a b}','$a$b$a','$A','$é','${a}}','$_x','','$$a','line\r\nfoo $!']:
    sh(lambda:T(t).substitute(a=1,b='q',A=3,_x=0)); sh(lambda:T(t).safe_substitute({'a':5},b=3)); sh(lambda:T(t).substitute({})); sh(lambda:T(t).is_valid()); sh(lambda:T(t).get_identifiers())
sh(lambda:T('$self $mapping').substitute(self=1,mapping=2)); sh(lambda:T('x').substitute({},{})); sh(lambda: T('$a').substitute({'a':1}, a=2)); sh(lambda: T('$a').substitute(None))
F=string.Formatter()
for f,a,k in [('{} {}',(1,2),{}),('{0} {}',(1,2),{}),('{} {0}',(1,2),{}),('{a.real} {b[1]}',(),dict(a=3,b=[4,5])),('{0:{1}}',(3,'>5'),{}),('{:{}}',(3,'>5'),{}),('{!r:>10}',('q',),{}),('{!x}',(1,),{}),('{a}',(),{}),('{5}',(1,),{}),('{',(),{}),('}',(),{}),('{{}}',(),{}),('{0[a]}',({'a':1},),{}),('{:{:{}}}',(1,'2','>5'),{}),('{:{:{:{}}}}',(1,2,3,4),{}),('{x:{}}',(5,),dict(x=1)),('{0}{1}{0}',(1,2),{}),('{-1}',(1,),{}),('{:{}} {}',(1,5,7),{}),('{a}{}{b}',(9,),dict(a=1,b=2))]:
    sh(lambda:F.format(f,*a,**k))
for n in dir(string):
    if not n.startswith('_') and isinstance(getattr(string,n),str): print(n, repr(getattr(string,n)))
print(string.capwords('hello  wORLD-x'), string.capwords('a-b-c','-'))
