# Much garbage, deep and wide structures, cycles, long texts: everything alive stays as it was.
class Node:
    def __init__(self, v, next=None):
        self.v, self.next = v, next
head = None
for i in range(30000):
    head = Node(i, head)
    head.me = head
for _ in range(30):
    junk = [[j, str(j), {j: (j, j + 0.5)}] for j in range(2000)]
n, total = head, 0
while n:
    assert n.me is n
    total += n.v
    n = n.next
print(total, junk[1999])
deep = ()
for i in range(50000):
    deep = (deep, i)
wide = [[i] for i in range(100000)]
for _ in range(20):
    junk = ["x" * 50 for _ in range(5000)]
n = 0
while deep:
    deep, last = deep
    n += 1
print(n, sum(map(len, wide)), wide[77777])
s = ""
marks = []
for i in range(60000):
    s += chr(97 + i % 26)
    if i % 10000 == 0:
        marks.append(s)
print(len(s), [len(m) for m in marks], marks[1][-3:], s[:30], s[-5:])
t = marks[2] + "!"
u = marks[2] + "?"
print(t[-3:], u[-3:], marks[2][-3:], s[20000:20003])
w = "a" * 300
w += "é"; w += "€"; w += "😀"; w += "z"
print(len(w), w[299:], w[300] == "é", w.count("a"))
def gen():
    keep = [object() for _ in range(10)]
    for k in range(200):
        yield len(keep) + k
g = gen()
acc = 0
for v in g:
    acc += v
    junk = [dict(a=[v]) for _ in range(300)]
print(acc)
fs = [(lambda k: (lambda: k))([i]) for i in range(5000)]
junk = [bytearray(5000) for _ in range(2000)]
print(sum(f()[0] for f in fs), len(junk[-1]))
