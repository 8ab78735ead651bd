# searching and counting in texts of few letters, where nearly every place looks like a match
import random
r=random.Random(9)
n=0
for i in range(3000):
    al=r.choice(['a','ab','aab','abc'])
    h=''.join(r.choice(al) for _ in range(r.choice([3,17,31,32,33,50,100,400])))
    t=''.join(r.choice(al) for _ in range(r.choice([1,2,2,3,4,5,8,15,16,17,30])))
    x=r.randint(0,5)
    # naive
    def find(h,t,x):
        for k in range(x,len(h)-len(t)+1):
            if h.startswith(t,k): return k
        return -1
    c=0;k=find(h,t,x)
    f=k
    while k>=0: c+=1; k=find(h,t,k+len(t))
    assert h.find(t,x)==f, (h,t,x)
    assert h.count(t,x)==c,(h,t,x,c,h.count(t,x))
    assert h.encode().count(t.encode(),x)==c
    assert len(h[x:].split(t))==c+1
    if c: assert h[x:].replace(t,'-').count('-')==c
    n+=c
print(n)
