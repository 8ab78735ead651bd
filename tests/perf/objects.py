# Classes: attributes, methods, inheritance.
class Account:
    def __init__(self, owner, balance):
        self.owner = owner
        self.balance = balance
        self.log = []

    def deposit(self, amount):
        self.balance += amount
        self.log.append(amount)

    @property
    def size(self):
        return len(self.log)


class Savings(Account):
    rate = 3

    def deposit(self, amount):
        super().deposit(amount + amount * self.rate // 100)


accounts = [Savings("s%d" % i, 0) if i % 2 else Account("a%d" % i, 10) for i in range(100)]
for step in range(40000):
    for account in accounts[step % 7 :: 3]:
        account.deposit(step)
print(sum(a.balance for a in accounts), sum(a.size for a in accounts))
