# A class while, and after, its metaclass's mro() has not answered.
class Meta(type):
    def mro(cls):
        print(cls.__name__, cls.__mro__)
        if cls.__mro__ is None and cls.__name__ == 'A':
            try:
                class X(cls):
                    pass
            except TypeError as e:
                print(e)
            try:
                class Y(int, cls):
                    pass
            except TypeError as e:
                print(e)
            try:
                super(cls, cls).nothing
            except AttributeError:
                print('AttributeError')
        return type.mro(cls)


class A(metaclass=Meta):
    pass


print(A.__mro__)


class Sets(type):
    asked = 0

    def mro(cls):
        Sets.asked += 1
        if Sets.asked == 1:
            cls.__bases__ += ()
            print(cls.__mro__)
        return type.mro(cls)


class B(metaclass=Sets):
    pass


print(B.__mro__, B.__bases__, Sets.asked)

kept = []


class Fails(type):
    def mro(cls):
        kept.append(cls)
        raise KeyError('mro')


try:
    class C(metaclass=Fails):
        pass
except KeyError as e:
    print(repr(e))
print(kept[0].__mro__, kept[0].__name__, hasattr(kept[0], 'nothing'))
for bases in [(kept[0],), (int, kept[0])]:
    try:
        type('D', bases, {})
    except KeyError as e:
        print(repr(e), kept[-1].__mro__)
try:
    kept[0].nothing
except AttributeError as e:
    print(e)


class Other:
    pass


class Without(type):
    def mro(cls):
        if cls.__name__ == 'E':
            del Without.mro
        return Other,


for name in 'FE':
    try:
        Without(name, (), {})
    except TypeError as e:
        print(e)


class Last(type):
    def mro(cls):
        return Other, cls, object


class G(metaclass=Last):
    pass


print(G.__mro__)
