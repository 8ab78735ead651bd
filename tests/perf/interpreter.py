# A byte-code interpreter in Python: a dispatch dict of functions and an if-chain, over one program.
PROGRAM = [("push", 0), ("store", 0), ("push", 30000), ("store", 1), ("load", 1), ("jz", 16), ("load", 0), ("load", 1), ("push", 7),
           ("mod", None), ("add", None), ("store", 0), ("load", 1), ("push", 1), ("sub", None), ("jmp", 3), ("halt", None)]
TABLE = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mod": lambda a, b: a % b,
}


def run(program):
    stack, slots, pc, steps = [], [0] * 4, 0, 0
    while True:
        op, arg = program[pc]
        pc += 1
        steps += 1
        if op == "push":
            stack.append(arg)
        elif op == "load":
            stack.append(slots[arg])
        elif op == "store":
            slots[arg] = stack.pop()
        elif op == "jz":
            if not stack.pop():
                pc = arg
        elif op == "jmp":
            pc = arg
        elif op == "halt":
            return slots[0], steps
        else:
            right = stack.pop()
            left = stack.pop()
            stack.append(TABLE[op](left, right))


program = list(PROGRAM)
program[15] = ("jmp", 17)
program += [("store", 1), ("jmp", 4)]
print([run(program) for _ in range(14)][-1])
