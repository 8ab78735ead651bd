# classify_class_attrs tells what a metaclass answers, and what hides behind it.
import enum
import inspect
import types


class Answers(type):
    def __dir__(cls):
        return ['__class__', '__module__', '__name__', 'made_up', 'method', 'twin', 'one_of_both']

    def __getattr__(cls, name):
        if name == 'made_up':
            return 42
        if name == 'twin':
            return 'of the metaclass'
        raise AttributeError(name)

    def one_of_both(cls):
        pass


class Plain(metaclass=Answers):
    @types.DynamicClassAttribute
    def twin(self):
        return 'of an instance'

    def method(self):
        pass

    @staticmethod
    def static():
        pass


class Alone:
    @types.DynamicClassAttribute
    def shown(self):
        return 1

    @classmethod
    def make(cls):
        pass

    limit = None


class Colour(enum.Enum):
    RED = 1

    def mix(self):
        pass


for cls in Plain, Alone, Colour:
    for name, kind, home, value in inspect.classify_class_attrs(cls):
        if not name.startswith('__') or name in ('__class__', '__len__', '__members__', '__contains__', '__name__'):
            shown = value if isinstance(value, (int, str, type)) else type(value).__name__
            print(cls.__name__, name, kind, home.__name__, shown)
