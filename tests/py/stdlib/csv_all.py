# csv: every public name, errors, random records read and written, sniffed samples.
import csv
def t(f,*a,**k):
    try: r=f(*a,**k)
    except Exception as e: r=(type(e).__module__,type(e).__name__,str(e))
    print(r)
def R(lines,*a,**k): return list(csv.reader(lines,*a,**k))
for k in (dict(delimiter=1),dict(delimiter=''),dict(delimiter='ab'),dict(delimiter=None),dict(quotechar=4),dict(quotechar=''),dict(quotechar='ab'),dict(quotechar=None),dict(quotechar=None,quoting=csv.QUOTE_ALL),dict(escapechar=1),dict(escapechar='ab'),dict(escapechar=''),dict(lineterminator=None),dict(lineterminator=4),dict(quoting='x'),dict(quoting=9),dict(quoting=None),dict(quoting=True),dict(strict=5),dict(foo=1),dict(delimiter='\n'),dict(delimiter='"'),dict(dialect=5),dict(dialect='nope'),dict(dialect=None),dict(quoting=-1),dict(quoting=10**30)):
    t(R,['a,"b",c'],**k)
    class D(csv.excel): pass
    for n,v in k.items(): setattr(D,n,v)
    t(lambda: type(D()).__name__)
t(csv.Dialect)
t(R,['a\rb']); t(R,['a\nb']); t(R,['"a"b,c'],strict=True); t(R,['"a'],strict=True); t(R,['"a']); t(R,['a,"']);t(R,['^'],escapechar='^');t(R,['a^'],escapechar='^');t(R,['a^'],escapechar='^',strict=True);t(R,['^\n','b'],escapechar='^');t(R,['"^'],escapechar='^'); t(R,['a,^\r\nb'],escapechar='^')
t(R,[b'a']); t(R,[5]); t(R,5); t(R,['1,"2",,x'],quoting=csv.QUOTE_NONNUMERIC); t(R,['1,"2",,3'],quoting=csv.QUOTE_NONNUMERIC); t(R,['a, "b", c'],skipinitialspace=True); t(R,['a,"b\n','c",d\n']); t(R,['','a','\n','\r\n',' ']); t(R,['a,"b""c"'],doublequote=False); t(R,['a,"b""c"',"'x'"],quoting=csv.QUOTE_NONE)
csv.field_size_limit(3); t(R,['abcd']); t(R,['abc,"abcd"']); t(R,['abc']); t(csv.field_size_limit,'a'); t(csv.field_size_limit,1,2); csv.field_size_limit(131072)
import io
def W(row,*a,**k):
    f=io.StringIO(); r=csv.writer(f,*a,**k).writerow(row); return f.getvalue(),r
for row in ([],[''],[None],['',''],[None,None],['a b','c,d','e"f','g\nh','i\rj'],[1,2.5,1e20,True,None,'x'],[' '],['a',' b'],['^a'],('a',),{'k':1},5,'abc',['é','\0'],[1+2j],['\r\n'],["'"]):
    for k in ({},dict(quoting=csv.QUOTE_ALL),dict(quoting=csv.QUOTE_NONE),dict(quoting=csv.QUOTE_NONE,escapechar='^'),dict(quoting=csv.QUOTE_NONNUMERIC),dict(quoting=csv.QUOTE_STRINGS),dict(quoting=csv.QUOTE_NOTNULL),dict(doublequote=False,escapechar='^'),dict(doublequote=False),dict(delimiter=' '),dict(delimiter=' ',skipinitialspace=True),dict(lineterminator='!'),dict(quotechar="'",escapechar='^'),dict(quotechar=None),dict(quotechar=None,quoting=csv.QUOTE_NONE,escapechar='"'),dict(delimiter=' ',skipinitialspace=True,quoting=csv.QUOTE_NONE)):
        print(row,k,end=' '); t(W,row,**k)
t(csv.writer,5); t(csv.writer)
t(lambda: csv.writer(io.StringIO()).writerows(5)); t(lambda: csv.writer(io.StringIO()).writerows([[1],5]))
print(csv.list_dialects(), csv.get_dialect('excel').delimiter)
t(csv.register_dialect,5); t(csv.register_dialect,'x',5); t(csv.register_dialect,'x','nope'); t(csv.unregister_dialect,'nope'); t(csv.get_dialect,'nope'); t(csv.register_dialect,'x',badargument=1); t(csv.register_dialect,'x',quoting=None); t(csv.register_dialect, 'x', []) 
r=csv.reader(['a']); print(type(r),type(csv.writer(io.StringIO())),type(r.dialect), r.line_num)
for o,n in ((r,'line_num'),(r,'dialect'),(r,'zz'),(r.dialect,'delimiter'),(r.dialect,'quoting'),(r.dialect,'zz')):
    t(setattr,o,n,1); t(delattr,o,n)
t(csv.Error); print(csv.__version__, csv.Error, csv.Error.__mro__)
d=csv.DictReader(io.StringIO('a,b\n1,2\n\n3\n4,5,6\n'),restkey='r',restval='v'); print(d.fieldnames,d.line_num,list(d),d.line_num)
f=io.StringIO(); w=csv.DictWriter(f,['a','b']); print(w.writeheader(), w.writerow({'a':1}), w.writerows([{'b':2}]), repr(f.getvalue())); t(csv.DictWriter,f,['a'],extrasaction='x'); t(csv.DictWriter(f,['a'],extrasaction='ignore').writerow,{'z':1})
import random
random.seed(2)
S=csv.Sniffer()
for k in range(120):
    n=random.randrange(1,5); rows=random.randrange(1,14)
    d=random.choice([',',';','\t','|',' ',':','.']); q=random.choice(['"',"'"])
    def f():
        s=random.choice(['1','23','abc','x y','4.5','hello','',"it's",'2020-01-01','a:b'])
        return q+s.replace(q,q+q if random.random()<.8 else '')+q if random.random()<.3 else s
    text='\n'.join((d+random.choice(['',' ']) if random.random()<.3 else d).join(f() for _ in range(n)) for _ in range(rows))
    try:
        D=S.sniff(text,random.choice([None,None,',;']))
        r=(D.delimiter,D.quotechar,D.doublequote,D.skipinitialspace, D._name, D.lineterminator,D.quoting)
    except Exception as e: r=repr(e)
    try: h=S.has_header(text)
    except Exception as e: h=repr(e)
    print(r,h)
ch=['a','b',',','"','^','\n','\r',' ','1',"'",',','"']
for k in range(250):
    lines=[''.join(random.choice(ch) for _ in range(random.randrange(9))) for _ in range(random.randrange(1,5))]
    kw=dict(doublequote=random.random()<.7,skipinitialspace=random.random()<.3,strict=random.random()<.3,quoting=random.choice([0,0,1,2,3,4,5]),escapechar=random.choice([None,'^']),delimiter=random.choice([',',',',' ']))
    out=[]
    try:
        rd=csv.reader(lines,**kw)
        for r in rd: out.append((r,rd.line_num))
    except Exception as e: out.append((type(e).__name__,str(e)))
    print(k,out)
    f=io.StringIO()
    kw['lineterminator']=random.choice(['\r\n','\n','1'])
    row=[random.choice([''.join(random.choice(ch) for _ in range(random.randrange(4))),None,1,2.5]) for _ in range(random.randrange(4))]
    try: csv.writer(f,**kw).writerow(row); print(repr(f.getvalue()))
    except Exception as e: print((type(e).__name__,str(e)))
