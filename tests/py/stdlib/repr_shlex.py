# reprlib and shlex: limits and layouts; random texts split by every kind of lexer.
import reprlib, random, shlex, collections, array
def t(f,*a,**k):
    try: r=f(*a,**k)
    except Exception as e: r=(type(e).__name__,str(e))
    print(r)
r=reprlib.repr
for x in ([1]*10,(1,),(),[],{},set(),frozenset(),{1,2},frozenset(range(9)),'a'*100,"it's"*30,10**60,[[[[[[[[1]]]]]]]],{i:i for i in range(9)},{3:{2:{1:{0:{1:{2:{3:4}}}}}}},collections.deque(range(9)),array.array('i',range(9)),array.array('i'),1.5,object,range(1000000000000,2000000000000000),b'x'*100,{1,'a'}):
    if x!={1,'a'}: t(r,x)
for ind in (None,0,1,4,'->','',-1,2.5,b'x'):
    R=reprlib.Repr(indent=ind,maxlevel=3,maxlist=2,fillvalue='+++')
    t(R.repr,[1,[2,(3,)],{'a':[1,2,3],'b':{}},set()]); t(R.repr,{'x':[{1:2},5]}); t(R.repr,[]); t(R.repr,(1,)); t(R.repr,[1,2,3])
R=reprlib.Repr(); R.maxstring=5; t(R.repr,'abcdefghijk'); R.maxlong=2; t(R.repr,12345); 
class C:
    @reprlib.recursive_repr('<...>')
    def __repr__(self): return f'C({self.x!r})'
c=C(); c.x=[c]; print(c, reprlib.recursive_repr()(lambda s: 'x')(1)); print(C.__repr__.__name__, C.__repr__.__qualname__)
random.seed(4)
for k in range(60):
    s=''.join(random.choice(['a','b c','"',"'",'\\',' ','#','\n','|','>>','&&',';','é','x=1','-o','(','~']) for _ in range(random.randrange(12)))
    for kw in ({},{'posix':True},{'punctuation_chars':True},{'posix':True,'punctuation_chars':True},{'posix':True,'punctuation_chars':'|'}):
        L=shlex.shlex(s,**kw)
        if k%3==0: L.whitespace_split=True
        if k%7==0: L.commenters=''
        try: print(list(L), L.lineno)
        except ValueError as e: print(e,L.lineno,L.error_leader('f'))
    for p in (True,False):
        for c in (True,False):
            try: print(shlex.split(s,c,p))
            except ValueError as e: print(e)
    print(shlex.join([s]), shlex.quote(s))
L=shlex.shlex('a b'); L.push_token('z'); L.push_source('q r','f'); print(list(L), L.wordchars, repr(L.eof))
t(shlex.split,None); 
