# Module graphlib: topological order of a graph of hashable nodes.

__all__ = ['TopologicalSorter', 'CycleError']


class CycleError(ValueError):
    """Nodes wait for each other in a circle; the second argument is the list of them."""


class TopologicalSorter:
    """Hands out the nodes of a graph so that none comes before what it depends on."""

    def __init__(self, graph=None):
        self._after, self._waiting, self._ready, self._out, self._finished = {}, {}, None, set(), set()
        for node, before in (graph or {}).items():
            self.add(node, *before)

    def add(self, node, *predecessors):
        if self._ready is not None:
            raise ValueError('Nodes cannot be added after a call to prepare()')
        self._after.setdefault(node, [])
        self._waiting[node] = self._waiting.get(node, 0) + len(predecessors)
        for p in predecessors:
            self._after.setdefault(p, []).append(node)
            self._waiting.setdefault(p, 0)

    def prepare(self):
        if self._ready is not None:
            raise ValueError('cannot prepare() more than once')
        self._ready = [node for node in self._waiting if not self._waiting[node]]
        if circle := self._cycle():
            raise CycleError('nodes are in a cycle', circle)

    def _cycle(self):
        seen = set()
        for start in self._after:
            if start in seen:
                continue
            path, on_path, steps = [start], {start}, [iter(self._after[start])]
            seen.add(start)
            while path:
                for n in steps[-1]:
                    if n in on_path:
                        return path[path.index(n):] + [n]
                    if n not in seen:
                        seen.add(n)
                        path.append(n)
                        on_path.add(n)
                        steps.append(iter(self._after[n]))
                        break
                else:
                    on_path.discard(path.pop())
                    steps.pop()
        return None

    def _prepared(self):
        if self._ready is None:
            raise ValueError('prepare() must be called first')

    def get_ready(self):
        self._prepared()
        result = tuple(self._ready)
        self._ready = []
        self._out.update(result)
        return result

    def is_active(self):
        self._prepared()
        return bool(self._ready or self._out)

    __bool__ = is_active

    def done(self, *nodes):
        self._prepared()
        for node in nodes:
            if node not in self._waiting:
                raise ValueError(f'node {node!r} was not added using add()')
            if node not in self._out:
                raise ValueError(f'node {node!r} was ' + ('already marked done' if node in self._finished else
                                                         'not passed out (still not ready)'))
            self._finished.add(node)
            self._out.discard(node)
            for n in self._after[node]:
                self._waiting[n] -= 1
                if self._waiting[n] == 0:
                    self._ready.append(n)

    def static_order(self):
        self.prepare()
        while self.is_active():
            ready = self.get_ready()
            yield from ready
            self.done(*ready)
