# Arguments that no program gives in earnest: each ends as an error or a value, the same in this process and in the jail.
import os, io, _files, shutil, tempfile, glob
from pathlib import Path
def t(f,*a,**k):
    try: print(repr(f(*a,**k))[:100])
    except Exception as e: print(type(e).__name__, str(e)[:120])
f=open('x','w'); t(f.seek,2**63-1); t(f.seek,-5); t(f.seek,2**62+1); t(f.truncate,-1); f.write('abc'); t(f.seek,1,1); t(f.tell); t(f.read); t(f.fileno); f.close(); t(f.write,'x'); t(f.tell)
t(_files.ask,'write','x',None,2**63-1,-1,b'x'); t(_files.ask,'read','x',None,-1); t(_files.ask,'rename','x'); t(_files.ask,'nope','x'); t(_files.ask, 'read', 5)
t(_files.ask,'utime','x',None,-1,-1); t(_files.ask,'chmod','x',None,2**40); t(_files.ask,'mkdir','',None,0); t(_files.ask,'list','x'); t(_files.ask,'open','x',None,-1); t(_files.ask,'truncate','x',None,2**62)
g=io.FileIO('x'); t(g.seek,2**63-1); t(g.read); t(g.read,2**62); t(g.readinto,bytearray(2)); t(g.seek,0); t(g.read,2**62)
class P:
    def __fspath__(self): f2.close(); return 'x'
f2=open('y','w'); f2.write('q'); t(open,P());
class E(str): pass
t(open,E('x')); t(open,'x\ud800'); t(os.listdir,'\ud800'); t(open,'z\udcff','w'); t(os.listdir,'.'); t(glob.glob,'*'); t(Path('z\udcff').unlink)
class B(bytes): pass
t(open, B(b'x'))
t(lambda: [open(f'm{i}','w').write(str(i)) for i in range(300)][-1]); t(lambda: len(os.listdir()))
t(lambda: [os.remove(f'm{i}') for i in range(300)][-1])
a=[1]; t(lambda: open('x','wb').write(memoryview(bytearray(b'zz'))))
def evil():
    ba=bytearray(b'q'*100000)
    with open('x','wb') as f: f.write(ba); ba.clear(); f.write(ba)
t(evil); t(os.path.getsize,'x')
os.remove('x'); os.remove('y')
print('end')
