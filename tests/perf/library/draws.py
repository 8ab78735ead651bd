# random: shuffled, chosen, sampled; integers and distributions.
import random

r = random.Random(7)
deck, n = list(range(400)), 0
for _ in range(120):
    r.shuffle(deck)
    n += deck[0] + sum(r.choices(deck, k=60)) + sum(r.sample(deck, 50)) + sum(r.sample(range(10 ** 6), 40)) % 97
    n += sum(r.choices((1, 2, 3, 4), weights=(5, 3, 1, 1), k=80)) + len(r.randbytes(20))
for i in range(20000):
    n += r.randint(1, 6) + r.randrange(10) + r.choice('abc').count('a') + r.getrandbits(3)
x = 0.0
for i in range(8000):
    x += r.uniform(0, 3) + r.gauss(0, 1) + r.expovariate(2.0) + r.normalvariate(1, 2) + r.triangular(0, 1) + r.random()
    x += r.betavariate(1, 2) + r.gammavariate(2, 1)
print(n, round(x, 6))
