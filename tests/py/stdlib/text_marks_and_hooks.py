# A mark begins what is written in an encoding that has one, once; sys.excepthook shows what no exception is.
import io
import sys


def written(raw, *steps):
    text = io.TextIOWrapper(raw, encoding='ascii', newline='\n')
    for step in steps:
        if isinstance(step, str):
            text.write(step)
        else:
            step(text)
    text.flush()
    print(raw.getvalue())


class Pipe(io.BytesIO):
    def seekable(self):
        return False


def marked(encoding):
    return lambda text: text.reconfigure(encoding=encoding)


def flushed(text):
    text.flush()


def again(text):
    text.seek(0)


for raw in io.BytesIO, Pipe:
    written(raw(), 'abc\n', marked('utf-8-sig'), 'dé\n', 'f')
    written(raw(), marked('utf-8-sig'), 'd', flushed, 'e')
    written(raw(), marked('utf-8-sig'), '', 'e')
    written(raw(b'....'), marked('utf-8-sig'), 'e')
written(io.BytesIO(), marked('utf-16'), 'd', flushed, 'e')
written(io.BytesIO(), marked('utf-8-sig'), 'dd', again, 'e')
written(io.BytesIO(b'1234'), lambda text: text.seek(0, 2), marked('utf-8-sig'), 'e')

sys.stderr = io.StringIO()
sys.excepthook(ValueError, ValueError('shown'), None)
sys.excepthook(1, 'text', 1)
sys.excepthook(None, None, None)
told, sys.stderr = sys.stderr.getvalue(), sys.__stderr__
print(told)
