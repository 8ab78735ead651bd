# What is asked of the machine has documented answers, the same everywhere: nothing of the host's.
import os
import pathlib
import shutil

print(os.environ, os.getenv('PATH'), os.getenv('HOME', 'no'), os.cpu_count(), os.getpid())
print(pathlib.Path.home(), os.path.expanduser('~/a'), os.path.expanduser(b'~'), os.path.expanduser('~root/a'),
      pathlib.Path('~/a').expanduser(), shutil.which('sh'), shutil.get_terminal_size(), shutil.get_terminal_size((100, 30)).lines)
os.environ['MPLBACKEND'] = 'Agg'
os.environ.setdefault('TZ', 'UTC')
print(os.environ, dict(os.environ), os.getenv('TZ'), os.environ.pop('TZ'), len(os.environ))
for wrong in (lambda: os.environ['PATH'], lambda: os.environ.update(A=1), lambda: os.environ.__setitem__(1, 'a')):
    try:
        print(wrong())
    except (KeyError, TypeError) as e:
        print(type(e).__name__, e)
