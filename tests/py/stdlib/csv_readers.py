# Readers of csv: random texts in random dialects, lines of all kinds, attributes, the limit of fields.
import csv
import io
import random

R = random.Random(8)


def show(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__ + ': ' + str(e)


for i in range(120):
    d=dict(delimiter=R.choice([',',';','\t',' ','|']),quotechar=R.choice(['"',"'",None]),escapechar=R.choice([None,None,'\\']),doublequote=R.random()<.7,skipinitialspace=R.random()<.3,strict=R.random()<.3,quoting=R.choice([0,1,2,3,4,5]))
    text=''.join(R.choice('ab1,;"\'\\\n\r \t|.2') for _ in range(R.randrange(40)))
    lines=R.choice([io.StringIO(text,newline=''),text.splitlines(True),text.splitlines(),[text],iter([text,5,'x'])])
    def f():
        r=csv.reader(lines,**d); out=[]
        while True:
            try: out.append((next(r),r.line_num))
            except StopIteration: break
            except Exception as e: out.append((type(e).__name__+str(e),r.line_num)); break
        out.append(show(lambda: next(r)))
        return out
    print(d,ascii(text),ascii(show(f)))
r=csv.reader(['a,b'])
for n in ('line_num','dialect','x'):
    try: setattr(r,n,5)
    except Exception as e: print(type(e).__name__,e)
    try: delattr(r,n)
    except Exception as e: print(type(e).__name__,e)
print(r.dialect.delimiter, type(r), iter(r) is r, r.line_num, list(r), r.line_num, show(lambda: csv.reader(5)), show(lambda: csv.reader()), show(lambda: type(r)()), csv.reader.__name__)
csv.field_size_limit(3); print(show(lambda: list(csv.reader(['abcd'])))); print(show(lambda: list(csv.reader(['ab,"a\n','b\n','cd"']))))
