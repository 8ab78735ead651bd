# how builtins and methods complain about the number and the names of arguments
def T(s):
    try: print(s, '->', repr(eval(s)))
    except Exception as e: print(s, type(e).__name__, e)
for s in """'a'.encode('x','y','z') ;; 'a'.encode('x', 'y', z=1) ;; 'a'.encode(a=1,b=2,c=3) ;;
sum([1],2,3) ;; sum([1],start=1,x=2) ;; sum([1],x=2) ;; (5).to_bytes(1,'big','x') ;;
(5).to_bytes(1,'big',signed=1,x=3) ;; sorted([1],1) ;; [].sort(1) ;; [].sort(a=1,b=2,c=3) ;;
{1}.union(x=1) ;; 'a'.format_map() ;; 'a'.splitlines(1,2) ;; 'a'.splitlines(keepends=1,x=2) ;;
'a'.split(1,2,3,4) ;; int(1,2,3) ;; int(x=1) ;; int('1', base=2, z=3) ;; print(1,x=2) ;;
enumerate() ;; enumerate([1],2,3) ;; enumerate([1],x=2) ;; zip([1],x=2) ;; max(1,2,x=1) ;;
str(1,2,3,4) ;; str(x=1) ;; bytes(1,2,3,4) ;; bytes(x=1) ;; compile() ;;
compile(1,2,3,4,5,6,7) ;; eval() ;; eval(1,2,3,4) ;; exec(x=1) ;; open() ;; pow(1) ;;
pow(1,2,3,4) ;; pow(base=1) ;; round() ;; round(1,2,3) ;; round(number=1.5,ndigits=1) ;;
round(x=1) ;; complex(1,2,3) ;; complex(x=1) ;; float(1,2) ;; float(x=1) ;;
property(1,2,3,4,5) ;; property(x=1) ;; [].append() ;; [].append(1,2) ;; [].append(x=1) ;;
[].insert(1) ;; len(x=1) ;; len() ;; len(1,2) ;; dict.fromkeys() ;; dict.fromkeys(1,2,3) ;;
{}.pop() ;; {}.pop(1,2,3) ;; {}.get() ;; {}.get(1,2,3) ;; {}.update(1,2) ;; ''.join() ;;
''.join(1,2) ;; ''.replace() ;; ''.replace(1) ;; ''.replace('a','b',3,4) ;; ''.find() ;;
''.find('a',1,2,3) ;; ''.startswith() ;; ''.startswith('a',1,2,3) ;; isinstance(1) ;;
getattr(1) ;; getattr(1,2,3,4) ;; hasattr(1) ;; iter() ;; iter(1,2,3) ;; next() ;; next(1,2,3) ;;
type() ;; type(1,2) ;; type(1,2,3,4) ;; super(1,2,3) ;; slice() ;; slice(1,2,3,4) ;;
slice(x=1) ;; range() ;; range(1,2,3,4) ;; range(x=1) ;; object(1) ;; list(1,2) ;; list(x=1) ;;
tuple(1,2) ;; tuple(x=1) ;; set(1,2) ;; set(x=1) ;; frozenset(1,2) ;; frozenset(x=1) ;;
dict(1,2) ;; memoryview() ;; memoryview(1,2) ;; bytearray(1,2,3,4) ;; bytearray(x=1) ;; map() ;;
map(len) ;; map(len,[],x=1) ;; filter() ;; filter(1) ;; filter(1,2,3) ;; filter(x=1) ;;
reversed() ;; reversed(1,2) ;; reversed(x=1) ;; bool(1,2) ;; bool(x=1) ;; divmod(1) ;;
divmod(1,2,3) ;; chr() ;; hash() ;; id() ;; vars(1,2) ;; dir(1,2) ;; globals(1) ;; locals(1) ;;
input(1,2) ;; staticmethod() ;; staticmethod(1,2) ;; classmethod() ;; classmethod(x=1) ;;
format() ;; format(1,2,3) ;; __import__() ;; __import__(x=1) ;; __build_class__() ;;
callable() ;; setattr(1,2) ;; delattr(1) ;; anext() ;; aiter() ;; anext(1,2,3) ;;
b''.decode(1,2,3) ;; b''.hex(1,2,3) ;; b''.hex(x=1) ;; b''.translate() ;; b''.translate(1,2,3) ;;
b''.translate(1,x=2) ;; ''.expandtabs(1,2) ;; ''.expandtabs(x=1) ;; ''.format(1,2) ;;
''.center() ;; ''.center(1,2,3) ;; ''.encode(encoding=1) ;; [].index() ;; [].index(1,2,3,4) ;;
[].pop(1,2) ;; (1,).index() ;; (1).bit_length(1) ;; (1).__round__(1,2) ;; (1.5).__round__(1,2) ;;
(1.5).hex(1) ;; float.fromhex() ;; int.from_bytes() ;; int.from_bytes(b'a','big',1) ;;
int.from_bytes(b'a',x=1) ;; range(1).index() ;; range(1).count(1,2) ;; slice(1).indices() ;;
{1}.add() ;; {1}.pop(1) ;; {1}.isdisjoint() ;; memoryview(b'').cast() ;;
memoryview(b'').cast(1,2,3) ;; memoryview(b'').cast(x=1) ;; memoryview(b'').tobytes(1,2) ;;
memoryview(b'').hex(1,2,3) ;; ''.maketrans() ;; ''.maketrans(1,2,3,4) ;; {}.setdefault() ;;
{}.popitem(1) ;; {}.items(1) ;; (1j).conjugate(1) ;; object.__new__() ;; int.__new__() ;;
object.__init__() ;; object.__reduce_ex__() ;; ValueError.with_traceback() ;;
ValueError().add_note() ;; ValueError().with_traceback(1,2) ;; (lambda:0).__get__() ;;
[].__getitem__() ;; [].__len__(1) ;; [].__add__() ;; [].__init__(1,2) ;; [].__setitem__(1) ;;
[].__contains__() ;; ''.__format__() ;; ''.__format__(1,2) ;; (1).__pow__() ;;
(1).__pow__(1,2,3) ;; [].__iadd__(x=1) ;; [].__getitem__(x=1) ;; type.mro() ;; int.mro(1) ;;
int.__subclasses__(1) ;; type.__call__() ;; type.__prepare__(1,x=2) ;; int.__instancecheck__() ;;
{1}.union(1,x=2)""".replace('\n', ' ').split(' ;; '): T(s)
