# Tar archives in memory: the very bytes that CPython writes, and what is read of them.
import io
import tarfile
from tarfile import TarInfo
def t(name, f):
    try: print(name, repr(f()))
    except Exception as e: print(name, type(e).__name__, e)
def mk(name, data=b'', **kw):
    i=TarInfo(name); i.size=len(data); i.mtime=1700000000
    for k,v in kw.items(): setattr(i,k,v)
    return i
import hashlib
for fmt in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT):
    b=io.BytesIO()
    with tarfile.open(fileobj=b, mode='w', format=fmt) as z:
        z.addfile(mk('a.txt',b'hello'), io.BytesIO(b'hello'))
        z.addfile(mk('d',type=tarfile.DIRTYPE,mode=0o755))
        z.addfile(mk('d/b.bin',b'x'*5000,mode=0o600,uname='me',gname='us',uid=1000), io.BytesIO(b'x'*5000))
        z.addfile(mk('ln',type=tarfile.SYMTYPE,linkname='a.txt')); z.addfile(mk('hl',type=tarfile.LNKTYPE,linkname='a.txt'))
        if fmt!=tarfile.USTAR_FORMAT:
            z.addfile(mk('ünï.txt',b'u'), io.BytesIO(b'u')); z.addfile(mk('very/'*30+'long.txt',b'L'), io.BytesIO(b'L'))
            z.addfile(mk('f.txt',b'F',mtime=1700000000.25), io.BytesIO(b'F'))
        else: z.addfile(mk('very/'*25+'long.txt',b'L'), io.BytesIO(b'L'))
    print(fmt, len(b.getvalue()), hashlib.md5(b.getvalue()).hexdigest())
    b.seek(0)
    with tarfile.open(fileobj=b) as z:
        for m in z: print(m.name, m.size, m.mode, m.mtime, m.type, m.linkname, m.uid, m.uname, m.isfile(), m.isdir(), m.issym(), m.islnk(), m.offset_data, m.pax_headers)
        print(z.extractfile('a.txt').read(), z.extractfile('ln').read(), z.extractfile('hl').read(), z.extractfile('d'), len(z.getnames()))
        f=z.extractfile(z.getmember('d/b.bin')); print(f.read(3), f.tell(), f.seek(4990), f.read(), f.readable())
        t('nf', lambda: z.getmember('nope'))
b=io.BytesIO()
with tarfile.open(fileobj=b, mode='w:gz') as z: z.addfile(mk('g.txt',b'gz'), io.BytesIO(b'gz'))
b.seek(0); print(b.getvalue()[:2], tarfile.is_tarfile(b))
for mode in ('r','r:gz','r:*','r|gz','r|*'):
    b.seek(0); print(mode, [m.name for m in tarfile.open(fileobj=b, mode=mode)])
b.seek(0); t('plain', lambda: tarfile.open(fileobj=b, mode='r:'))
t('junk', lambda: tarfile.open(fileobj=io.BytesIO(b'junk'*300), mode='r:'))
t('empty', lambda: tarfile.open(fileobj=io.BytesIO(b''), mode='r:'))
t('zip', lambda: tarfile.open(fileobj=io.BytesIO(), mode='w:zip'))
t('nothing', lambda: tarfile.open())
t('mode', lambda: tarfile.TarFile('x','q'))
c=tarfile.open(fileobj=io.BytesIO(), mode='w'); c.close(); t('closed', lambda: c.getnames()); t('mode2', lambda: tarfile.open(fileobj=io.BytesIO(),mode='w').extractfile('x'))
print(tarfile.is_tarfile(io.BytesIO(b'zz')))
