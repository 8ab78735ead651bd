# copy() and deepcopy() ask what copyreg was told of a class before they ask the class.
import copy
import copyreg


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


def taken_apart(point):
    return rebuilt, (point.x, [point.y])


def rebuilt(x, ys):
    made = Point(x, ys)
    made.rebuilt = True
    return made


inner = [1]
point = Point(inner, 2)
print(vars(copy.copy(point)), copy.copy(point).x is inner)
copyreg.pickle(Point, taken_apart)
shallow, (deep,) = copy.copy(point), copy.deepcopy([point])
print(vars(shallow), shallow.x is inner)
print(vars(deep), deep.x is inner)
copyreg.pickle(Point, lambda point: 'itself')
print(copy.copy(point) is point, copy.deepcopy(point) is point)
method = copy.copy(inner.append)
bound = copy.copy(point.__init__)
bound(3, 4)
print(method is inner.append, vars(point))
