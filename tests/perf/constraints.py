# One-way constraint propagation in the manner of DeltaBlue: small objects, lists, polymorphism.
class Variable:
    def __init__(self, name, value):
        self.name, self.value = name, value
        self.constraints, self.by, self.strength, self.mark = [], None, 9, 0


class Constraint:
    def __init__(self, strength, *variables):
        self.strength, self.variables = strength, variables
        for v in variables:
            v.constraints.append(self)

    def inputs(self):
        return self.variables[:-1]

    def output(self):
        return self.variables[-1]


class Stay(Constraint):
    def execute(self):
        pass


class Equal(Constraint):
    def execute(self):
        self.output().value = self.variables[0].value


class Scale(Constraint):
    def execute(self):
        source, factor, offset, target = self.variables
        target.value = source.value * factor.value + offset.value


class Planner:
    def __init__(self):
        self.mark = 0

    def satisfy(self, constraint):
        out = constraint.output()
        if constraint.strength < out.strength:
            out.by, out.strength = constraint, constraint.strength

    def plan(self, sources):
        self.mark += 1
        plan, todo = [], list(sources)
        for v in sources:
            v.mark = self.mark
        while todo:
            v = todo.pop()
            for c in v.constraints:
                out = c.output()
                if out.by is c and out.mark != self.mark and all(self.known(i) for i in c.inputs()):
                    out.mark = self.mark
                    plan.append(c)
                    todo.append(out)
        return plan

    def known(self, v):
        return v.mark == self.mark or v.by is None or isinstance(v.by, Stay)


planner = Planner()
chain = [Variable("v%d" % i, i) for i in range(400)]
for a, b in zip(chain, chain[1:]):
    planner.satisfy(Equal(2, a, b))
scale, offset = Variable("scale", 10), Variable("offset", 1000)
planner.satisfy(Stay(1, scale))
planner.satisfy(Stay(1, offset))
targets = []
for i in range(400):
    source, target = Variable("s%d" % i, i), Variable("t%d" % i, i)
    planner.satisfy(Scale(3, source, scale, offset, target))
    targets.append((source, target))
total = 0
for n in range(450):
    plan = planner.plan([chain[0]])
    for value in range(6):
        chain[0].value = value + n
        for c in plan:
            c.execute()
    total += chain[-1].value
    plan = planner.plan([s for s, t in targets])
    for s, t in targets:
        s.value += n
    for c in plan:
        c.execute()
    total += sum(t.value for s, t in targets)
print(total, len(plan))
