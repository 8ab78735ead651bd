class _Abstract:
    """Marks the function that it gets as one that subclasses must define."""
    __isabstractmethod__ = True

    def __init__(self, callable):
        super().__init__(callable)
        callable.__isabstractmethod__ = True


class abstractclassmethod(_Abstract, classmethod):
    """@classmethod and @abstractmethod in one. Deprecated."""


class abstractstaticmethod(_Abstract, staticmethod):
    """@staticmethod and @abstractmethod in one. Deprecated."""


class abstractproperty(property):
    """@property and @abstractmethod in one. Deprecated."""
    __isabstractmethod__ = True
