"""Calls that a cell awaits are found in its tree and rewritten, for tools give their results at
once otherwise. The rule is that of src/py/compile/awaited.c."""
import ast

TAKERS = {"gather", "create_task", "ensure_future", "run", "wait_for", "run_until_complete",
          "shield", "as_completed", "run_coroutine_threadsafe"}


def awaits_arguments(call):
    """How many arguments of a call are awaited by what is called, as far as its name tells."""
    name = getattr(call.func, "attr", None) or getattr(call.func, "id", "")
    return 0 if name not in TAKERS else len(call.args) if name == "gather" else min(
        len(call.args), 1)


class Variable:
    awaited = used = False

    def __init__(self):
        self.values = []


class Awaited:
    """Finds the calls that are awaited in a tree, and rewrites them."""

    def __init__(self):
        self.calls = {}  # (node or list, attribute or index) of what is called: its taker
        self.awaits, self.takers = [], []

    def use(self, place, name, awaited):
        for depth, variables in enumerate(reversed(place)):
            variable = variables.setdefault(name, Variable())
            if awaited and not depth:
                variable.awaited = True
            else:
                variable.used = True

    def put(self, place, target, value):
        if isinstance(target, ast.Name):
            place[-1].setdefault(target.id, Variable()).values.append(value)

    def walk_all(self, nodes, place):
        for node in nodes:
            if place and node is not None:
                self.walk(node, place)

    def await_through(self, n, place, taker):
        f, name = n.func, getattr(n.func, "id", "")
        if not n.args:
            values = isinstance(f, ast.Attribute) and f.attr == "values" and isinstance(
                f.value, ast.Name)
            if values:
                self.await_one(f.value, place, taker)
            return values
        if name == "map" and not isinstance(n.args[0], ast.Starred):
            self.calls[id(n), "map"] = n.args, 0, taker
            self.walk_all(n.args[:1], place)
        elif name in ("list", "tuple"):
            self.await_one(n.args[0], place, taker)
        else:
            return False
        self.walk_all(n.args[1:], place)
        return True

    def await_one(self, n, place, taker=None):
        """`taker`: the call whose argument it is. No place: it was walked through before."""
        if isinstance(n, ast.Call):
            if self.await_through(n, place, taker):
                return
            self.calls[id(n), "call"] = n, "func", taker
            self.walk_all([n], place)
        elif isinstance(n, ast.Name):
            if place:
                self.use(place, n.id, True)
        elif isinstance(n, ast.Starred):
            self.await_one(n.value, place, taker)
        elif isinstance(n, (ast.List, ast.Tuple, ast.Set)):
            for each in n.elts:
                self.await_one(each, place, taker)
        elif isinstance(n, ast.Dict):
            self.walk_all(n.keys, place)
            for each in n.values:
                self.await_one(each, place, taker)
        elif isinstance(n, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            inner = place and isinstance(n, ast.GeneratorExp) and place + [{}] or place
            self.walk_all(n.generators, inner)
            self.walk_all([getattr(n, "key", None)], inner)
            self.await_one(n.value if isinstance(n, ast.DictComp) else n.elt, inner, taker)
        elif isinstance(n, ast.IfExp):
            self.walk_all([n.test], place)
            self.await_one(n.body, place, taker)
            self.await_one(n.orelse, place, taker)
        elif isinstance(n, ast.BinOp) and isinstance(n.op, ast.Add):
            self.await_one(n.left, place, taker)
            self.await_one(n.right, place, taker)
        elif isinstance(n, ast.Subscript) and place:
            self.walk_all([n.slice], place)
            self.await_one(n.value, place, taker)
        else:
            self.walk_all([n], place)

    def walk_unit(self, n, outer):
        place = outer + [{}]
        self.walk_all(ast.iter_child_nodes(n), place)
        for variable in place[-1].values():
            if variable.awaited and not variable.used:
                for value in variable.values:
                    self.await_one(value, None)

    def walk_call(self, n, place):
        f, count = n.func, awaits_arguments(n)
        if not count and not n.keywords and len(n.args) < 2:
            named = isinstance(f, ast.Attribute) and isinstance(f.value, ast.Name)
            if n.args and named and f.attr in ("append", "extend"):
                self.put(place, f.value, n.args[0])
                self.walk_all(n.args, place)
                return
            if not n.args and named and f.attr == "keys" or n.args and isinstance(
                    n.args[0], ast.Name) and getattr(f, "id", "") == "len":
                return
        if count:
            self.takers.append(n)
        self.walk(f, place)
        for each in n.args[:count]:
            self.await_one(each, place, n)
        self.walk_all(n.args[count:] + n.keywords, place)

    def assign(self, target, value, place):
        self.put(place, target, value)
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            if len(target.elts) == len(value.elts):
                for pair in zip(target.elts, value.elts):
                    self.put(place, *pair)

    def walk(self, n, place):
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef,
                          ast.GeneratorExp)):
            return self.walk_unit(n, place)
        if isinstance(n, ast.Name):
            return isinstance(n.ctx, ast.Load) and self.use(place, n.id, False)
        if isinstance(n, ast.Call):
            return self.walk_call(n, place)
        if isinstance(n, ast.Await):
            self.awaits.append(n)
            return self.await_one(n.value, place)
        if isinstance(n, (ast.Global, ast.Nonlocal)):
            for name in n.names:
                self.use(place, name, False)
        elif isinstance(n, ast.Assign) and len(n.targets) == 1:
            self.assign(n.targets[0], n.value, place)
        elif isinstance(n, ast.AnnAssign) and n.value or isinstance(
                n, ast.AugAssign) and isinstance(n.op, ast.Add):
            self.assign(n.target, n.value, place)
        self.walk_all(ast.iter_child_nodes(n), place)

    def rewrite(self, tree):
        try:
            self.walk_unit(tree, [])
        except RecursionError:
            return  # calls in such code just give their results
        known = {id(n): n.func for n in self.takers}

        def put_call(holder, key, function, taker):
            old = getattr(holder, key) if isinstance(key, str) else holder[key]
            path = known.get(id(taker))
            while isinstance(path, ast.Attribute):
                path = path.value
            args = [old, known[id(taker)]] if isinstance(path, ast.Name) else [old]
            new = ast.copy_location(ast.Call(ast.Name(function, ast.Load()), args, []), old)
            ast.fix_missing_locations(new)
            if isinstance(key, str):
                setattr(holder, key, new)
            else:
                holder[key] = new

        for holder, key, taker in self.calls.values():
            put_call(holder, key, "__later__", taker)
        for n in self.takers:
            one = getattr(n.func, "attr", None) or getattr(n.func, "id", "")
            for i, each in enumerate(n.args[:len(n.args) if one == "gather" else 1]):
                if isinstance(each, ast.Starred):
                    put_call(each, "value", "__each_awaited__", n)
                else:
                    put_call(n.args, i, "__each_awaited__" if one == "as_completed" else
                             "__awaited__", n)
        for n in self.awaits:
            put_call(n, "value", "__awaited__", None)
