# A hand-written scanner and precedence parser.
def tokens(text):
    i = 0
    while i < len(text):
        c = text[i]
        if c.isdigit():
            j = i
            while j < len(text) and text[j].isdigit():
                j += 1
            yield "num", int(text[i:j])
            i = j
        else:
            if c != " ":
                yield "op", c
            i += 1
    yield "end", ""


class Parser:
    power = {"+": 1, "-": 1, "*": 2}

    def __init__(self, text):
        self.next = tokens(text).__next__
        self.kind, self.value = self.next()

    def take(self):
        value = self.value
        self.kind, self.value = self.next()
        return value

    def expr(self, least=0):
        if self.value == "(":
            self.take()
            left = self.expr()
            self.take()
        else:
            left = self.take()
        while self.power.get(self.value, -1) > least:
            op = self.take()
            right = self.expr(self.power[op])
            left = left + right if op == "+" else left - right if op == "-" else left * right
        return left


print(sum(Parser("(%d + 3) * 17 - 4 * (12 - %d) + 1000" % (n, n * 7)).expr() for n in range(60000)))
