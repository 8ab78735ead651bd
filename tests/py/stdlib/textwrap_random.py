# wrapping, shortening and indenting random paragraphs in all ways
import textwrap, random, hashlib
r=random.Random(7)
words=['a','the','hyphen-ated','em--dash','well--','--long-option','e.g.','Yes.','"Really?"','x'*12,'foo-bar-baz-qux','-','--','this-','naïve','1-2','U.S.-based','a-b-c','\u00a0nb','don\'t','end!','(see','it).','long'*6+'-'+'er'*5, 'x-y', '-foo','C++','--','---', 'a--b','--a--b--']
seps=[' ','  ','\n','\t',' \n ','\r\n','\x0b','\u2003','']
out=[]
for i in range(90):
    t=''.join(r.choice(words)+r.choice(seps) for _ in range(r.randrange(0,14)))
    if r.random()<.2: t=' '+t
    kw=dict(width=r.choice([8,9,11,13,20,40]),initial_indent=r.choice(['','','* ','    ']),subsequent_indent=r.choice(['','','  ','      ']),expand_tabs=r.random()<.8,replace_whitespace=r.random()<.8,fix_sentence_endings=r.random()<.4,break_long_words=r.random()<.7,drop_whitespace=r.random()<.7,break_on_hyphens=r.random()<.7,tabsize=r.choice([8,4]))
    if r.random()<.4: kw.update(max_lines=r.choice([1,2,3]),placeholder=r.choice([' [...]','...','  ..','']))
    try: res=textwrap.wrap(t,**kw)
    except Exception as e: res=repr(e)
    print(i,repr(t),kw,res)
    try: print(repr(textwrap.shorten(t,kw['width'],placeholder='.')))
    except Exception as e: print(repr(e))
    d='\n'.join(r.choice(['',' ','  ','\t',' \t','    '])+r.choice(['x','','y  ','\r']) for _ in range(r.randrange(6)))
    print(repr(textwrap.dedent(d)),repr(textwrap.indent(d,'> ')),repr(textwrap.indent(d,'>',lambda l:True)))
