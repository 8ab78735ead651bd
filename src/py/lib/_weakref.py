from weakref import (ref, proxy, getweakrefcount, getweakrefs, ReferenceType, ProxyType, CallableProxyType)
