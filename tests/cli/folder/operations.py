# Operations on files and folders, in a folder that holds what folder.bats puts there: what they give, or how they
# fail. operations.out is what CPython 3.12 prints.
import glob
import io
import os
import shutil
import stat
import tempfile
from pathlib import Path

number = 0


def show(value):
    return sorted(value, key=repr) if isinstance(value, (set, list)) else value


def t(what, f, *args, **named):
    global number
    number += 1
    try:
        print(number, what, repr(show(f(*args, **named))))
    except Exception as e:
        print(number, what, type(e).__name__, e)


def within(path, mode, use, **named):
    with open(path, mode, **named) as f:
        return use(f)


def written(path, mode, *parts, **named):
    with open(path, mode, **named) as f:
        counts = [f.write(part) for part in parts]
        place = f.tell()
    with open(path, 'rb') as f:
        return counts, place, f.read()


# Reading.
t('text', within, 'a.txt', 'r', lambda f: f.read())
t('bytes', within, 'crlf.txt', 'rb', lambda f: f.read())
t('universal newlines', within, 'crlf.txt', 'r', lambda f: f.readlines())
t('newline kept', within, 'crlf.txt', 'r', lambda f: list(f), newline='')
t('newline \\r\\n', within, 'crlf.txt', 'r', lambda f: list(f), newline='\r\n')
t('read some', within, 'a.txt', 'r', lambda f: (f.read(2), f.readline(), f.read()))
t('seek', within, 'a.txt', 'rb', lambda f: (f.seek(-3, 2), f.read(), f.seek(1), f.read(2), f.tell()))
t('encoding', within, 'latin.txt', 'r', lambda f: f.read(), encoding='latin-1')
t('wrong encoding', within, 'latin.txt', 'r', lambda f: f.read(), encoding='utf-8')
t('errors=replace', within, 'latin.txt', 'r', lambda f: f.read(), encoding='utf-8', errors='replace')
t('write to what is read', within, 'a.txt', 'r', lambda f: f.write('x'))
t('closed', lambda: [f := open('a.txt'), f.close(), f.read()])
t('through a link', within, 'link/inner.txt', 'r', lambda f: f.read())
t('no file', open, 'none.txt')
t('no folder', open, 'none/a.txt')
t('a folder', open, 'sub')
t('below a file', open, 'a.txt/b')
t('a slash behind a file', open, 'a.txt/')
t('empty path', open, '')
t('NUL', open, 'a\0b')
t('too long', open, 'n' * 300)
t('bytes as path', within, b'a.txt', 'r', lambda f: (f.name, f.read(1)))
t('attributes', within, 'a.txt', 'r', lambda f: (f.name, f.mode, f.closed, f.readable(), f.writable(), f.seekable()))
for mode in ('', 'rw', 'rr', 'bt', 'z', '+'):
    t(f'mode {mode!r}', open, 'a.txt', mode)
t('unbuffered text', open, 'a.txt', 'r', 0)
t('encoding of bytes', open, 'a.txt', 'rb', encoding='utf-8')

# Writing.
t('w', written, 'w.txt', 'w', 'one\n', 'zwei\n')
t('w again', written, 'w.txt', 'w', 'anew')
t('a', written, 'w.txt', 'a', ' and more')
t('x there', open, 'w.txt', 'x')
t('x', written, 'x.txt', 'x', 'made')
t('wb', written, 'w.bin', 'wb', b'\0\1', bytearray(b'\2'), memoryview(b'\3'))
t('ab', written, 'w.bin', 'ab', b'\4')
t('newline=\\r\\n', written, 'nl.txt', 'w', 'a\nb\n', newline='\r\n')
t('latin-1', written, 'l.txt', 'w', 'é', encoding='latin-1')
t('utf-16', written, 'u.txt', 'w', 'é', 'ü', encoding='utf-16')
t('cannot encode', written, 'l.txt', 'w', '\u20ac', encoding='ascii')
t('text into bytes', written, 'w.bin', 'wb', 'text')
t('bytes into text', written, 'w.txt', 'w', b'bytes')
t('read what is written', within, 'w.txt', 'w', lambda f: f.read())
t('large', lambda: [within('big.txt', 'w', lambda f: [f.write('0123456789' * 20000), f.write('end')]), os.path.getsize('big.txt')])
t('many lines', lambda: [within('many.txt', 'w', lambda f: f.writelines(f'{i}\n' for i in range(50000))),
                         within('many.txt', 'r', lambda f: sum(map(int, f)))])
t('print', lambda: [within('p.txt', 'w', lambda f: print('a', 1, sep='-', file=f)), Path('p.txt').read_text()])
t('seek and write', lambda: [within('p.txt', 'w', lambda f: [f.write('abcdef'), f.seek(2), f.write('XY')]), Path('p.txt').read_text()])
t('truncate', lambda: [within('p.txt', 'wb', lambda f: [f.write(b'abcdef'), f.truncate(3)]), os.path.getsize('p.txt')])
t('r+', lambda: [within('w.txt', 'w', lambda f: f.write('line 1\nline 2\n')),
                 within('w.txt', 'r+', lambda f: [f.readline(), f.seek(0), f.write('LINE'), f.seek(0), f.read()])])
t('w+', within, 'w2.txt', 'w+', lambda f: [f.write('abc'), f.seek(0), f.read(), f.tell()])
t('a+', within, 'w2.txt', 'a+', lambda f: [f.write('def'), f.seek(0), f.read()])
t('r+b', within, 'w.bin', 'r+b', lambda f: [f.write(b'AB'), f.seek(0), f.read(), f.truncate(1), f.seek(0), f.read()])
t('unbuffered', within, 'w.bin', 'wb', lambda f: [f.write(b'raw'), os.path.getsize('w.bin')], buffering=0)
t('r+ not there', open, 'none.txt', 'r+')
t('w below a file', open, 'a.txt/b', 'w')
t('w a folder', open, 'sub', 'w')
t('w no folder', open, 'none/b', 'w')
t('seen at once', lambda: [within('s.txt', 'w', lambda f: [f.write('x' * 10), f.flush(), os.stat('s.txt').st_size])])

# Looking.
t('listdir', os.listdir, 'sub')
t('listdir of bytes', os.listdir, b'sub')
t('listdir of a file', os.listdir, 'a.txt')
t('listdir none', os.listdir, 'none')
t('scandir', lambda: [(e.name, e.path, e.is_file(), e.is_dir(), e.is_symlink(), e.is_dir(follow_symlinks=False))
                      for e in os.scandir('.') if e.name in ('a.txt', 'sub', 'link', 'dangling')])
t('exists', lambda: [os.path.exists(p) for p in ('a.txt', 'sub', 'none', 'link', 'dangling', 'a.txt/', 'sub/', '')])
t('lexists', lambda: [os.path.lexists(p) for p in ('link', 'dangling', 'none')])
t('isfile', lambda: [os.path.isfile(p) for p in ('a.txt', 'sub', 'none', 'link', 'dangling')])
t('isdir', lambda: [os.path.isdir(p) for p in ('a.txt', 'sub', 'none', 'link', 'sub/..')])
t('islink', lambda: [os.path.islink(p) for p in ('a.txt', 'link', 'dangling', 'link/')])
t('getsize', os.path.getsize, 'a.txt')
t('getsize none', os.path.getsize, 'none')
t('getmtime', lambda: [os.utime('w.txt', (1000, 2000.5)), os.path.getmtime('w.txt'), os.path.getatime('w.txt')])
t('stat', lambda: [(s := os.stat('a.txt')).st_size, stat.S_ISREG(s.st_mode), stat.S_ISDIR(os.stat('sub').st_mode), len(s), s[6]])
t('lstat', lambda: stat.S_ISLNK(os.lstat('link').st_mode))
t('readlink', lambda: (os.readlink('link'), str(Path('link').readlink())))
t('readlink of a file', os.readlink, 'a.txt')
t('samefile', lambda: (os.path.samefile('sub', 'link'), os.path.samefile('a.txt', 'sub')))
t('access', lambda: [os.access(p, m) for p in ('a.txt', 'none') for m in (os.F_OK, os.R_OK, os.W_OK)])
t('getcwd', lambda: (os.path.isabs(os.getcwd()), os.path.samefile(os.getcwd(), '.'), os.getcwd() == str(Path.cwd()), os.fsencode(os.getcwd()) == os.getcwdb()))
t('abspath', lambda: os.path.relpath(os.path.abspath('sub/../x'), os.getcwd()))
t('realpath', lambda: os.path.relpath(os.path.realpath('link/inner.txt'), os.path.realpath('.')))
t('realpath of nothing', lambda: os.path.relpath(os.path.realpath('none/x/../y'), os.path.realpath('.')))
t('walk', lambda: [(at, sorted(d), sorted(f)) for at, d, f in os.walk('sub')])
t('walk up', lambda: [at for at, d, f in os.walk('sub', topdown=False)][-1])
t('walk and choose', lambda: [at for at, d, f in os.walk('.') if [d.clear()]])
t('walk none', lambda: list(os.walk('none')))
t('glob', lambda: sorted(glob.glob('*.txt'))[:3])
t('glob sub', glob.glob, 'sub/*')
t('glob folders', glob.glob, 's*/')
t('glob **', lambda: sorted(glob.glob('sub/**', recursive=True)))
t('glob **/', lambda: sorted(glob.glob('sub/**/', recursive=True)))
t('glob **/name', lambda: sorted(glob.glob('**/inner.txt', recursive=True)))
t('glob exact', lambda: (glob.glob('a.txt'), glob.glob('none'), glob.glob('./a.*'), glob.glob('[ab].txt')))
t('glob root_dir', lambda: sorted(glob.glob('*', root_dir='sub')))
t('glob hidden', lambda: (glob.glob('sub/.*'), glob.glob('sub/*h*', include_hidden=True)))

# Making, removing, renaming.
t('mkdir', lambda: [os.mkdir('m'), os.path.isdir('m')])
t('mkdir there', os.mkdir, 'm')
t('mkdir none', os.mkdir, 'none/m')
t('makedirs', lambda: [os.makedirs('m/n/o'), os.makedirs('m/n/o', exist_ok=True), os.path.isdir('m/n/o')])
t('makedirs there', os.makedirs, 'm/n')
t('rmdir full', os.rmdir, 'm')
t('rmdir', lambda: [os.rmdir('m/n/o'), os.listdir('m/n')])
t('rmdir file', os.rmdir, 'a.txt')
t('removedirs', lambda: [os.removedirs('m/n'), os.path.exists('m')])
t('remove', lambda: [os.remove('x.txt'), os.path.exists('x.txt')])
t('remove none', os.remove, 'none')
t('remove folder', os.remove, 'sub')
t('remove link', lambda: [os.unlink('dangling'), os.path.lexists('dangling')])
t('rename', lambda: [os.rename('w.txt', 'r.txt'), os.path.exists('w.txt'), os.path.exists('r.txt')])
t('rename over', lambda: [os.replace('r.txt', 'w.txt'), os.listdir('sub')])
t('rename none', os.rename, 'none', 'there')
t('rename onto folder', os.rename, 'a.txt', 'sub')
t('chmod', lambda: [os.chmod('w.txt', 0o640), oct(os.stat('w.txt').st_mode)])
t('truncate file', lambda: [os.truncate('w.txt', 2), os.path.getsize('w.txt')])

# pathlib.
p = Path('lib')
t('Path.mkdir', lambda: [p.mkdir(), p.mkdir(exist_ok=True), p.is_dir()])
t('Path.mkdir there', p.mkdir)
t('Path.mkdir parents', lambda: [(p / 'x/y').mkdir(parents=True), (p / 'x/y').exists()])
t('Path.write_text', lambda: [(p / 'f.txt').write_text('text\n'), (p / 'f.txt').read_text(), (p / 'f.txt').write_bytes(b'b'), (p / 'f.txt').read_bytes()])
t('Path.write_text of bytes', lambda: (p / 'f.txt').write_text(b''))
t('Path.touch', lambda: [(p / 'g').touch(), (p / 'g').stat().st_size])
t('Path.touch there', lambda: (p / 'g').touch(exist_ok=False))
t('Path.iterdir', lambda: [str(x) for x in p.iterdir()])
t('Path.glob', lambda: [str(x) for x in Path('.').glob('lib/*')])
t('Path.glob **', lambda: [str(x) for x in p.glob('**')])
t('Path.rglob', lambda: [str(x) for x in Path('.').rglob('inner.*')])
t('Path.glob wrong', lambda: list(p.glob('')))
t('Path.walk', lambda: [(str(at), sorted(d), sorted(f)) for at, d, f in Path('sub').walk()])
t('Path.rename', lambda: [str((p / 'g').rename(p / 'h')), (p / 'g').exists()])
t('Path.unlink', lambda: [(p / 'h').unlink(), (p / 'h').unlink(missing_ok=True)])
t('Path.unlink none', (p / 'h').unlink)
t('Path.rmdir', lambda: [(p / 'x/y').rmdir(), (p / 'x').rmdir()])
t('Path.resolve', lambda: str(Path('link/../a.txt').resolve().relative_to(Path.cwd().resolve())))
t('Path.is', lambda: [Path(x).is_file() for x in ('a.txt', 'sub')] + [Path('link').is_symlink(), Path('a.txt').is_fifo()])
t('Path.open', lambda: within(Path('a.txt'), 'r', lambda f: f.read(3)))

# shutil and tempfile.
t('copy', lambda: [shutil.copy('a.txt', 'copy.txt'), Path('copy.txt').read_text() == Path('a.txt').read_text()])
t('copy into', lambda: [shutil.copy('a.txt', 'lib'), os.path.exists('lib/a.txt')])
t('copyfile', lambda: shutil.copyfile('a.txt', 'copy.txt'))
t('copyfile itself', shutil.copyfile, 'a.txt', 'a.txt')
t('copyfile none', shutil.copyfile, 'none', 'x')
t('copy2', lambda: [shutil.copy2('w.txt', 'copy.txt'), os.path.getmtime('copy.txt') == os.path.getmtime('w.txt')])
t('copytree', lambda: [shutil.copytree('sub', 'tree', ignore=shutil.ignore_patterns('*.tmp')), sorted(os.listdir('tree'))])
t('copytree there', shutil.copytree, 'sub', 'tree')
t('copytree over', lambda: shutil.copytree('sub', 'tree', dirs_exist_ok=True))
t('move', lambda: [shutil.move('copy.txt', 'tree'), os.path.exists('copy.txt'), os.path.exists('tree/copy.txt')])
t('move there', lambda: [Path('copy.txt').touch(), shutil.move('copy.txt', 'tree')])
t('rmtree', lambda: [shutil.rmtree('tree'), os.path.exists('tree')])
t('rmtree none', shutil.rmtree, 'tree')
t('rmtree none ignored', shutil.rmtree, 'tree', ignore_errors=True)
t('rmtree file', shutil.rmtree, 'a.txt')
t('rmtree link', shutil.rmtree, 'link')
tempfile.tempdir = os.getcwd()


def temporary():
    with tempfile.TemporaryDirectory(prefix='pre') as name:
        Path(name, 'x').write_text('x')
        found = os.path.basename(name)[:3], os.listdir(name)
    with tempfile.NamedTemporaryFile('w+', suffix='.t') as f:
        f.write('abc')
        f.seek(0)
        return found, os.path.exists(name), f.read(), f.name.endswith('.t'), os.path.exists(f.name)


t('tempfile', temporary)
t('TemporaryFile', lambda: [(f := tempfile.TemporaryFile()).write(b'xyz'), f.seek(0), f.read(), f.close()])
t('mkdtemp', lambda: [(d := tempfile.mkdtemp()) and os.path.isdir(d), os.rmdir(d)])
t('FileIO', lambda: [(f := io.FileIO('a.txt')).read(2), f.tell(), f.mode, f.close()])
t('dropped without closing', lambda: [open('dropped.txt', 'w').write('kept'), Path('dropped.txt').read_text()])
open('last.txt', 'w').write('written at the end')
