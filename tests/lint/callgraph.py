#!/usr/bin/env python3
"""No cycle of C functions of the engine without a guard of the stack: the call graph that gcc writes
(-fcallgraph-info -S: x.ci beside x.s, a pair a source) is searched for cycles once every function
that asks a guard is taken out.

    callgraph.py ALLOW CI...

A call through a pointer is a call of every function whose address is taken somewhere, unless ALLOW
says what it can be. Lines of ALLOW:
    guard NAME               asking this one guards the asking function
    pointer FROM TO WHY      pointers of FROM call only functions that match TO
    cycle FROM TO N WHY      calls of TO by FROM are N deep at most; WHY says by what
    reserve BYTES            what the frames from one guard to the next may take
FROM and TO are regular expressions of whole names, which are file.c:name of static functions. A
line that nothing needs is an error too."""
import re
import sys

EDGE = re.compile(r'edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"(?: label: "([^"]*)")?')
NODE = re.compile(r'node: \{ title: "([^"]*)" label: "([^"]*)"(.*)\}')
FRAME = re.compile(r'(\d+) bytes')
POINTER = '__indirect_call'


def short(title):
    """py_x of an extern function, file.c:x of a static one."""
    path, colon, name = title.rpartition(':')
    return (path.rpartition('/')[2] + ':' if colon else '') + re.sub(r'\.\w+(\.\d+)*$', '', name)


def bare(title):
    """The name alone: guards are inline functions, which every file has its own of."""
    return short(title).rpartition(':')[2]


def read_graph(paths):
    calls, places, frames = {}, {}, {}
    for path in paths:
        with open(path, encoding='utf-8') as file:
            for line in file:
                if m := NODE.match(line):
                    if 'ellipse' not in m[3]:
                        calls.setdefault(m[1], set())
                        frames[m[1]] = int(FRAME.search(m[2])[1])
                elif m := EDGE.match(line):
                    calls.setdefault(m[1], set()).add(m[2])
                    places.setdefault((m[1], m[2]), re.sub(r'[\w.]+/\.\./', '', m[3] or '?'))
    return calls, places, frames


# An instruction or word of data that holds the address of a symbol; calls and jumps are none.
ADDRESS = re.compile(r'\s(?:lea\w*|mov\w*|\.quad|\.long|cmp\w*|add\w*|push\w*)\s+\$?([A-Za-z_][\w.]*)')


def addressed(paths, calls):
    """The functions of the graph whose address the assembly next to the .ci files uses."""
    static = {}
    for f in calls:
        path, _, name = f.rpartition(':')
        static.setdefault(name, {})[path] = f
    found = set()
    for path in paths:
        with open(path, encoding='utf-8') as file:
            source = re.search(r'graph: \{ title: "([^"]*)"', file.readline())[1]
        with open(path[:-len('.ci')] + '.s', encoding='utf-8') as file:
            for name in ADDRESS.findall(file.read()):
                at = static.get(name, {})
                found |= {at[k] for k in (source, '') if k in at}
    return found


def read_allow(path):
    columns = {'guard': 2, 'reserve': 2, 'pointer': 4, 'cycle': 5}
    rows = {kind: [] for kind in columns}
    with open(path, encoding='utf-8') as file:
        for line in file:
            words = line.strip().split(None, columns.get(line.partition(' ')[0], 2) - 1)
            if not words or words[0].startswith('#'):
                continue
            if words[0] not in rows or len(words) < columns[words[0]]:
                sys.exit(f'{path}: not a row: {line.strip()}')
            rows[words[0]].append(words[1:])
    return rows


def components(calls):
    """Strongly connected components with a cycle, by Tarjan's algorithm without recursion."""
    index, low, stack, on, out = {}, {}, [], set(), []
    for root in calls:
        if root in index:
            continue
        work = [(root, iter(calls[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        while work:
            v, targets = work[-1]
            for w in targets:
                if w not in index:
                    index[w] = low[w] = len(index)
                    stack.append(w)
                    on.add(w)
                    work.append((w, iter(calls[w])))
                    break
                if w in on:
                    low[v] = min(low[v], index[w])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[v])
                if low[v] == index[v]:
                    part = []
                    while not part or part[-1] != v:
                        part.append(stack.pop())
                        on.discard(part[-1])
                    if len(part) > 1 or v in calls[v]:
                        out.append(part)
    return out


class Rules:
    def __init__(self, rows, functions):
        self.rows, self.used = rows, set()
        self.by_name = {}
        for f in functions:
            self.by_name.setdefault(short(f), []).append(f)

    def targets(self, kind, f):
        for row in self.rows[kind]:
            if re.fullmatch(row[0], short(f)):
                yield row, re.compile(row[1])

    def bounded(self, f, target):
        for row, regex in self.targets('cycle', f):
            if regex.fullmatch(short(target)):
                self.used.add((row[0], row[1]))
                return True
        return False

    def pointed(self, f):
        """The functions that f's pointers may call; None: any."""
        found = None
        for row, regex in self.targets('pointer', f):
            self.used.add((row[0], row[1]))
            found = (found or set()) | {t for name, ts in self.by_name.items()
                                        if regex.fullmatch(name) for t in ts}
        return found

    def unused(self):
        return [row for kind in ('pointer', 'cycle') for row in self.rows[kind]
                if (row[0], row[1]) not in self.used]


def unguarded(calls, everything, rules):
    """The graph without functions that ask a guard, pointers followed."""
    guards = {row[0] for row in rules.rows['guard']}
    def guard(f):
        return bare(f) in guards or short(f) in guards

    left = {f: set() for f, targets in calls.items() if not any(map(guard, {f, *targets}))}
    left[POINTER] = everything & set(left)
    for f, targets in calls.items():
        if f not in left:
            continue
        for t in targets:
            if t == POINTER and (known := rules.pointed(f)) is not None:
                left[f] |= {k for k in known if k in left and not rules.bounded(f, k)}
            elif t in left and not rules.bounded(f, t):
                left[f].add(t)
    return left


def shortest(part, left):
    """A shortest cycle within a component: its functions in the order of the calls."""
    best = None
    for start in part:
        before, queue = {start: None}, [start]
        for f in queue:
            if start in left[f]:
                queue = [f]
                while before[queue[-1]] is not None:
                    queue.append(before[queue[-1]])
                if best is None or len(queue) < len(best):
                    first = queue.index(min(queue, key=lambda f: (f == POINTER, short(f))))
                    best = queue[first::-1] + queue[:first:-1]
                break
            for t in left[f] & part - before.keys():
                before[t] = f
                queue.append(t)
    return best


def tell(left, places):
    """Names cycles that have no call in common, shortest first, until there is none or enough."""
    found, enough = 0, 12
    while found < enough and (parts := components(left)):
        for part in parts:
            cycle = shortest(set(part), left)
            names = ' -> '.join('a pointer' if f == POINTER else short(f) for f in cycle)
            called = cycle[1:] + cycle[:1]
            place = next((places[c] for c in zip(cycle, called) if c in places), '?')
            print(f'{place}: a cycle without a guard: {names}')
            found += 1
            for f, t in zip(cycle, called):
                left[f].discard(t)
    return found


def deepest(calls, left, frames, rules):
    """The most stack from one guard to the next: bytes, and the functions on the way. Calls that are bounded
    count as often as they may nest."""
    def weight(f):
        rows = [row for row in rules.rows['cycle'] if re.fullmatch(row[0], short(f)) or re.fullmatch(row[1], short(f))]
        return frames.get(f, 0) * max([int(row[2]) for row in rows], default=1)

    depth = {}

    def of(targets, own):
        best = max((depth[t] for t in targets if t in depth), default=(0, ()))
        return best[0] + own[0], (own[1], *best[1])

    for root in left:
        work = [root]
        while work:
            f = work[-1]
            wait = [t for t in left[f] if t in left and t not in depth] if f not in depth else []
            if wait:
                work.extend(wait)
                continue
            work.pop()
            ends = [t for t in calls.get(f, ()) if t not in left and t in frames]
            last = max(((frames[t], (t,)) for t in ends), default=(0, ()))
            down = of(left[f], (weight(f), f))
            depth[f] = max(down, (weight(f) + last[0], (f, *last[1])))
    del depth[POINTER]
    starts = [f for f in calls if f not in left]
    return max(of(calls[f], (frames.get(f, 0), f)) for f in starts)


def main(allow, paths):
    calls, places, frames = read_graph(paths)
    rules = Rules(read_allow(allow), calls)
    left = unguarded(calls, addressed(paths, calls), rules)
    found = tell({f: set(targets) for f, targets in left.items()}, places)
    for row in [] if found else rules.rows['reserve']:
        size, way = deepest(calls, left, frames, rules)
        if size > int(row[0]):
            print(f'{size} bytes of stack without a guard: {" -> ".join(map(short, way))}')
            found += 1
    for row in rules.unused():
        print(f'{allow}: nothing needs: {" ".join(row[:2])}')
        found += 1
    return 1 if found else 0


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
