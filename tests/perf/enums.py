# Small library classes at work: enum, contextlib, copy, string.Template-like substitution, textwrap.
import copy
import textwrap
from contextlib import contextmanager, suppress
from enum import Enum, Flag, auto


class State(Enum):
    IDLE = 1
    BUSY = 2
    DONE = 3


class Right(Flag):
    READ = auto()
    WRITE = auto()
    BOTH = READ | WRITE


NEXT = {State.IDLE: State.BUSY, State.BUSY: State.DONE, State.DONE: State.IDLE}


@contextmanager
def depth(log):
    log.append(1)
    try:
        yield len(log)
    finally:
        log.pop()


state, seen, log = State.IDLE, 0, []
for i in range(400000):
    state = NEXT[state]
    seen += state.value + (state is State.DONE) + len(state.name)
for i in range(40000):
    seen += bool((Right.READ | Right.WRITE) & Right.BOTH) + (State(i % 3 + 1) == State.BUSY)
for i in range(30000):
    with depth(log) as n, suppress(KeyError):
        seen += n
        if i % 4 == 0:
            {}["none"]
tree = {"a": [1, 2, {"b": (3, [4, 5])}], "c": {i: [i] for i in range(20)}}
for _ in range(2500):
    other = copy.deepcopy(tree)
wrapped = textwrap.fill("several words of a middling length to wrap " * 200, 60)
print(state, seen, other == tree, len(wrapped.splitlines()))
