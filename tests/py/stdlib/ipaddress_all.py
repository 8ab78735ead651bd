# ipaddress: every public name; properties, texts and errors of random addresses and networks.
import ipaddress as ip, random, hashlib
random.seed(11)
out=[]
def t(f,*a,**k):
    try: r=f(*a,**k)
    except Exception as e: r=(type(e).__name__,str(e))
    out.append(repr(r)); return r
def v4(): return '.'.join(str(random.choice([0,1,10,127,169,172,192,168,198,203,224,240,255,random.randrange(256)])) for _ in range(4))
def v6():
    ps=[random.choice(['0','0','1','ffff','2001','db8','fe80','fc00',hex(random.randrange(65536))[2:]]) for _ in range(8)]
    s=':'.join(ps)
    if random.random()<.5:
        i=random.randrange(8);j=random.randrange(i,8); s=':'.join(ps[:i])+'::'+':'.join(ps[j+1:])
    if random.random()<.1: s='::ffff:'+v4()
    pass
    return s
bad=['','1.2.3','1.2.3.4.5','01.2.3.4','256.1.1.1','1.2.3.4444','a.b.c.d','1..2.3','1.2.3.4/33','1.2.3.4/a','1.2.3.4/255.255.0.255','1/2/3','::1::','1:2','1:2:3:4:5:6:7','1:2:3:4:5:6:7:8:9','1:2:3:4:5:6:7::8',':1:2:3:4:5:6:7','::12345','::g','::1.2.3','1:2:3:4:5:6:7:',':::','::1/129','::/x',-1,2**32,2**128,b'abc',b'abcd',b'a'*16,None,1.5,0,'1.2.3.4/','/24','1.2.3.4/0.0.0.255','1.2.3.4/-1','１.2.3.4']
for b in bad:
    for c in (ip.ip_address,ip.ip_network,ip.ip_interface,ip.IPv4Address,ip.IPv6Address,ip.IPv4Network,ip.IPv6Network,ip.IPv4Interface,ip.IPv6Interface): t(c,b)
props='compressed exploded packed reverse_pointer version max_prefixlen is_multicast is_private is_global is_reserved is_link_local is_loopback is_unspecified is_site_local ipv4_mapped sixtofour teredo scope_id network ip with_prefixlen with_netmask with_hostmask netmask hostmask num_addresses prefixlen broadcast_address network_address'.split()
objs=[]
for k in range(8):
    a=v4() if k%2 else v6()
    n=random.randrange(33 if k%2 else 129)
    for c,s in ((ip.ip_address,a),(ip.ip_interface,f'{a}/{n}')):
        o=t(c,s)
        if not isinstance(o,tuple):
            objs.append(o)
    o=t(ip.ip_network,f'{a}/{n}',strict=random.random()<.1)
    if not isinstance(o,tuple): objs.append(o)
for o in objs:
    for p in props:
        if hasattr(o,p): t(getattr,o,p)
        else: out.append('no '+p)
    out.append(str(o)); t(hash,o) if not (isinstance(o,ip.IPv6Address) or isinstance(o,ip.IPv4Address)) else 0
    if isinstance(o,(ip.IPv4Address,ip.IPv6Address)):
        for f in ('','s','b','x','#x','_b','#_n','X','20','>60','q','_x'): t(format,o,f)
        t(lambda: o+1); t(lambda:o-1); t(int,o); t(lambda:o+2**127)
    else:
        t(lambda: o[0]); t(lambda:o[-1]); t(lambda:o[5]); t(lambda:o[-6]); t(o.supernet); t(lambda:list(o.subnets())); t(o.supernet,3); t(o.supernet,new_prefix=4);t(lambda:list(o.subnets(new_prefix=o.prefixlen+2))); t(lambda:list(o.subnets(-1))); t(o.supernet,new_prefix=200)
        if o.num_addresses<70: t(lambda:list(o.hosts())); t(lambda:list(o))
for k in range(20):
    a,b=random.choice(objs),random.choice(objs)
    for f in (lambda:a<b,lambda:a==b,lambda:a>=b,lambda:a in b,lambda:a.overlaps(b),lambda:a.subnet_of(b),lambda:a.supernet_of(b),lambda:a.compare_networks(b),lambda:[str(x) for x in list(ip.summarize_address_range(a,b))][:50],lambda:list(a.address_exclude(b))): t(f)
nets=[o for o in objs if hasattr(o,'prefixlen')]
for k in range(12):
    s=random.sample([o for o in objs if isinstance(o,(ip.IPv4Network,ip.IPv4Address)) and not hasattr(o,'network')],8)
    t(lambda:list(ip.collapse_addresses(s)))
for k in range(12):
    base=random.randrange(2**32-64)
    t(lambda:list(ip.collapse_addresses([ip.IPv4Address(base+random.randrange(20)) for _ in range(15)]+[ip.IPv4Network((base+random.randrange(64),random.randrange(27,33)),strict=False) for _ in range(4)])))
t(lambda: list(ip.collapse_addresses([ip.ip_address('1.1.1.1'),ip.ip_address('::1')])));t(lambda: list(ip.collapse_addresses([ip.ip_network('1.1.1.1'),ip.ip_address('::1')])))
t(ip.v4_int_to_packed,-1);t(ip.v6_int_to_packed,2**128);t(ip.v4_int_to_packed,5)
t(lambda:list(ip.summarize_address_range(1,2)))
t(sorted,[o for o in objs if not hasattr(o,'network')][:80],key=ip.get_mixed_type_key)
t(ip.get_mixed_type_key,5)
for o in out: print(o[:300])
