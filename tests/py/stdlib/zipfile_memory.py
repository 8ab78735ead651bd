# ZIP archives in memory: the very bytes that CPython writes, and what is read of them.
import hashlib
import io
import zipfile
from zipfile import ZipFile, ZipInfo, ZIP_DEFLATED, ZIP_STORED
def t(name, f):
    try: print(name, repr(f()))
    except Exception as e: print(name, type(e).__name__, e)
when=(2024,2,29,12,34,56)
def info(name, method=ZIP_STORED):
    i=ZipInfo(name, when); i.compress_type=method; return i
b=io.BytesIO()
with ZipFile(b,'w') as z:
    z.writestr(info('a.txt'), 'hällo')
    z.writestr(info('d/b.bin', ZIP_DEFLATED), b'x'*5000)
    z.writestr(info('ünï.txt', ZIP_DEFLATED), 'ü'*100, compresslevel=9)
    z.comment=b'a comment'
    with z.open(info('s.txt', ZIP_DEFLATED),'w') as f: f.write(b'one\n'); f.write(b'two\r\nthree')
print(hashlib.md5(b.getvalue()).hexdigest(), len(b.getvalue()))
z=ZipFile(b)
print(z.namelist(), z.comment, z.testzip())
for i in z.infolist(): print(i, i.date_time, i.CRC, i.compress_size, i.file_size, i.header_offset, i.flag_bits, i.external_attr, i.create_system, i.create_version, i.extract_version, i.is_dir())
print(z.read('a.txt').decode(), len(z.read('d/b.bin')), z.getinfo('ünï.txt').filename)
with z.open('s.txt') as f: print(f.readline(), f.read(2), f.tell(), f.seek(0), f.readlines(), f.name, f.mode, f.readable(), f.seekable(), f.closed)
print(io.TextIOWrapper(z.open('a.txt'),'utf-8').read())
t('none', lambda: z.read('nope'))
t('mode', lambda: ZipFile(b,'q'))
t('notzip', lambda: ZipFile(io.BytesIO(b'hello world'*10)))
t('empty', lambda: ZipFile(io.BytesIO(b'')))
t('write in r', lambda: z.writestr('x','y'))
z.printdir(); z.close()
t('closed', lambda: z.read('a.txt'))
print(zipfile.is_zipfile(b), zipfile.is_zipfile(io.BytesIO(b'PK')))
raw=bytearray(b.getvalue()); raw[40]^=1
t('bad', lambda: ZipFile(io.BytesIO(raw)).testzip()); t('badread', lambda: ZipFile(io.BytesIO(raw)).read('a.txt'))
pre=io.BytesIO(b'#!/junk\n'*3+b.getvalue()); t('prefixed', lambda: (ZipFile(pre).read('a.txt'), ZipFile(pre).infolist()[1].header_offset))
b=io.BytesIO()
with ZipFile(b,'w') as z:
    w=z.open('q','w'); t('two', lambda: z.writestr('r','s')); t('cl', z.close); w.close()
    z.writestr('d/',''); print(z.getinfo('d/'))
class NoSeek:
    def __init__(s): s.b=io.BytesIO()
    def write(s,d): return s.b.write(d)
    def flush(s): pass
n=NoSeek()
with ZipFile(n,'w') as z: z.writestr(info('u.txt',ZIP_DEFLATED),'U'*50)
print(ZipFile(io.BytesIO(n.b.getvalue())).read('u.txt')[:5])
with ZipFile(io.BytesIO(),'w') as z:
    with z.open(info('big'),'w',force_zip64=True) as f: f.write(b'abc')
    print(z.getinfo('big').extract_version)
try:
    with ZipFile(io.BytesIO(b'x'*3)) as z: pass
except zipfile.BadZipfile as e: print(e)
b=io.BytesIO()
with ZipFile(b,'w') as z: z.mkdir('fold'); z.mkdir('f2/', 0o700); print(z.infolist())
