from weakref import WeakSet
