# options: --max-operations 300000
# exit: 5
# Functions that only natives call, and that do no step which counts by itself, reach the limit all the same.
class Twice:
    depth = 0
    def __getattr__(self, name):
        Twice.depth += 1
        if Twice.depth > 40:
            Twice.depth -= 1
            return 1
        first = self.x
        second = self.y
        Twice.depth -= 1
        return 1
print(Twice().start)
