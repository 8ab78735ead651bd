# Modules that open files themselves, over files of a granted folder; compared with CPython.
import gzip
import hashlib
import io
import logging
import os
import pathlib
import tarfile
import xml.etree.ElementTree as ET
import zipfile
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo


def t(name, f):
    try:
        print(name, repr(f()))
    except Exception as e:
        print(name, type(e).__name__, e)


when = (2024, 2, 29, 12, 34, 56)


def info(name, method=ZIP_STORED):
    made = ZipInfo(name, when)
    made.compress_type = method
    return made


open('zz.bin', 'wb').write(b'x' * 10)
for mode, kw in (('r', {}), ('rb', {}), ('rb', {'buffering': 0}), ('w', {}), ('wb', {}), ('r+b', {}), ('a', {}), ('r+', {}), ('w+', {})):
    with open('zz.bin' if 'w' not in mode else 'zy.bin', mode, **kw) as f:
        kinds = (io.IOBase, io.TextIOBase, io.BufferedIOBase, io.RawIOBase, io.TextIOWrapper, io.BufferedReader, io.BufferedWriter)
        print(mode, kw, type(f).__name__, *[isinstance(f, kind) for kind in kinds], *[n for n in sorted(dir(f)) if n[0] != '_'])
open('q.txt','w').write('héllo\nwörld\nx\n'*3)
f=open('q.txt'); print(f.buffer.read(3), f.read(5), f.buffer.tell()); f.close()
f=open('q.txt'); print(repr(f.readline()), f.buffer.tell()); b=f.detach(); print(b, b.read(5))
try: f.read()
except ValueError as e: print(e)
f=open('q.txt','rb'); print(f.peek(3)[:3], f.read1(4), bytearray(5)); v=bytearray(5); print(f.readinto(v), v, f.readinto1(memoryview(v)[1:3]), v, isinstance(f, io.BufferedReader), isinstance(f, io.BufferedWriter))
print(f.closed); f.close(); print(f.closed)
with open('q2.txt','w') as g:
    g.write('a'); g.flush(); g.buffer.write(b'bc'); g.flush(); g.write('d'); print(g.buffer.mode, g.buffer)
print(open('q2.txt').read(), g.buffer.closed)
with open('q.txt','rb') as f: print(hashlib.file_digest(f,'md5').hexdigest())
for m in ('w','wb','r','rb'):
    with open('q3.txt',m) as f:
        for call in ('read','write','peek','truncate','readinto'):
            try: getattr(f,call)(*([] if call in('read','peek') else [b'x' if 'b' in m else 'x'] if call=='write' else [1] if call=='truncate' else [bytearray(1)])); print(m,call,'ok')
            except (AttributeError,OSError,ValueError) as e: print(m,call,type(e).__name__,e)
print(isinstance(open('q.txt'), io.TextIOWrapper), isinstance(open('q.txt'), io.BufferedReader), type(open('q.txt')).__name__, type(open('q5.txt','wb')).__name__)
import csv
w=io.TextIOWrapper(open('q4.csv','wb'), encoding='latin-1', newline=''); csv.writer(w).writerow(['é',1]); w.close(); print(open('q4.csv','rb').read())
print(io.TextIOWrapper(open('q4.csv','rb'), encoding='latin-1').read())
br=io.BufferedReader(io.FileIO('q4.csv')); print(br.peek(2), br.read())
f=open('q.txt'); f.seek(3); f.buffer.seek(7); print(f.buffer.tell(), f.read(3)); f.seek(0); print(f.read(3))
with gzip.open('z.gz','wt',encoding='utf-8') as f: f.write('äöü\nzwei\n')
with gzip.open('z.gz','rt',encoding='utf-8') as f: print(f.readlines())
with gzip.open(pathlib.Path('z.gz')) as f: print(f.read(), f.name)
with gzip.GzipFile('z.gz','ab') as f: f.write(b'more')
print(gzip.open('z.gz').read())
try: gzip.open('nope.gz')
except FileNotFoundError as e: print(e)
try: gzip.open('z.gz','xb')
except FileExistsError as e: print(e)
r=ET.Element('a', x='ü'); ET.SubElement(r,'b').text='tö'
ET.ElementTree(r).write('o.xml'); print(open('o.xml','rb').read())
ET.ElementTree(r).write('o.xml', encoding='utf-8', xml_declaration=True); print(open('o.xml','rb').read())
ET.ElementTree(r).write('o.xml', encoding='unicode'); print(open('o.xml','rb').read())
print(ET.parse('o.xml').getroot().attrib, [e.tag for _,e in ET.iterparse('o.xml')])
h=logging.FileHandler('l.log', mode='w', encoding='utf-8'); h.setFormatter(logging.Formatter('%(levelname)s %(message)s'))
lg=logging.getLogger('a'); lg.addHandler(h); lg.warning('hö %d', 3); h.close(); print(open('l.log',encoding='utf-8').read())
lg.removeHandler(h)
logging.basicConfig(filename='l2.log', filemode='w', level=logging.INFO, format='%(name)s:%(message)s', force=True)
logging.info('one'); logging.getLogger('x').error('two'); logging.shutdown(); print(open('l2.log').read())
h=logging.FileHandler('l3.log', delay=True); print(os.path.exists('l3.log'), h.stream, repr(h).split()[0], os.path.basename(h.baseFilename))
os.makedirs('in/sub', exist_ok=True); open('in/x.txt','w').write('X'*100); open('in/sub/y.txt','w').write('Y'); os.utime('in/x.txt',(1700000000,1700000000)); os.utime('in/sub/y.txt',(1700000000,1700000000)); os.chmod('in/x.txt',0o644); os.chmod('in/sub/y.txt',0o600); os.utime('in/sub',(1700000000,1700000000)); os.chmod('in/sub',0o755)
with ZipFile('o.zip','w',ZIP_DEFLATED) as z:
    z.write('in/x.txt'); z.write('in/sub/y.txt','renamed/../y2.txt'); z.write('in/sub')
with ZipFile('o.zip','a') as z: z.writestr(info('added.txt'),'A'); z.writestr(info('nd/'),'')
print(ZipFile('o.zip').infolist(), os.path.getsize('o.zip'))
with ZipFile('o.zip') as z:
    print(z, z.namelist()); z.extractall('out'); print(z.extract('in/x.txt','out2'))
print(sorted(os.path.join(d,f) for d,_,fs in os.walk('out') for f in fs), open('out/in/x.txt').read()[:3])
e=io.BytesIO()
with ZipFile(e,'w') as z: z.writestr(info('../../evil.txt'),'E'); z.writestr(info('/abs.txt'),'F')
with ZipFile(e) as z: z.extractall('out3')
print(sorted(os.listdir('out3')), os.path.exists('../evil.txt'))
p=zipfile.Path('o.zip'); print([str(x) for x in p.iterdir()], (p/'in'/'x.txt').read_text()[:2], (p/'in').is_dir(), (p/'no').exists(), (p/'in'/'x.txt').suffix)
t('x', lambda: ZipFile('o.zip','x'))


def mk(name, data=b'', **more):
    made = tarfile.TarInfo(name)
    made.size, made.mtime = len(data), 1700000000
    for key, value in more.items():
        setattr(made, key, value)
    return made


os.makedirs('tin/s', exist_ok=True); open('tin/1.txt','w').write('one'); open('tin/s/2.txt','w').write('two'); os.chmod('tin/1.txt',0o640)
with tarfile.open('t.tar.gz','w:gz') as z:
    z.add('tin'); z.add('tin/1.txt', arcname='other.txt'); z.add('tin/s', 'only', recursive=False, filter=lambda i: i.replace(mtime=5, deep=False))
with tarfile.open('t.tar.gz') as z:
    print(sorted(z.getnames()), z.getmember('only').mtime); z.extractall('tout', filter='data')
print(sorted(os.path.join(d,f) for d,_,fs in os.walk('tout') for f in fs), open('tout/tin/s/2.txt').read(), oct(os.stat('tout/tin/1.txt').st_mode))
with tarfile.open('p.tar','w') as z: z.addfile(mk('x',b'1'), io.BytesIO(b'1'))
with tarfile.open('p.tar','a') as z: z.addfile(mk('y',b'2'), io.BytesIO(b'2'))
print(tarfile.open('p.tar').getnames(), os.path.getsize('p.tar'))
e=io.BytesIO()
with tarfile.open(fileobj=e, mode='w') as z: z.addfile(mk('../evil',b'1'), io.BytesIO(b'1'))
e.seek(0)
try: tarfile.open(fileobj=e).extractall('tout2', filter='data')
except tarfile.OutsideDestinationError as x: print(type(x).__name__, x.tarinfo.name)
e=io.BytesIO()
with tarfile.open(fileobj=e, mode='w') as z: z.addfile(mk('ln',type=tarfile.SYMTYPE,linkname='/etc/passwd'))
e.seek(0)
try: tarfile.open(fileobj=e).extractall('tout2', filter='data')
except tarfile.AbsoluteLinkError as x: print(x)
