# CVE-2025-5120 (getattr reaching restricted modules), CVE-2025-14931 (pickle from the worker: there is
# none, values cross as JSON), CVE-2026-2654 (network of authorised modules: there is none).
import copy
import random
import statistics

for owner in (random, statistics, copy):
    for name in dir(owner):
        v = getattr(owner, name)
        if type(v).__name__ == "module" and any(hasattr(v, n) for n in ("system", "environ", "socket", "urlopen", "Popen")):
            print("reaches", owner.__name__, name)


class Payload:
    def __reduce__(self):
        return (eval, ("__import__('os').popen('id')",))

    def __reduce_ex__(self, protocol):
        return (eval, ("__import__('os').system('id')",))


for f in (lambda: __import__("pickle").loads(b"cos\nsystem\n(S'id'\ntR."), lambda: copy.copy(Payload()), lambda: copy.deepcopy([Payload()]),
          lambda: __import__("requests"), lambda: __import__("urllib.request").request.urlopen("http://169.254.169.254/"), lambda: __import__("http.client"),
          lambda: __import__("socket").create_connection(("169.254.169.254", 80))):
    try:
        print("got", f())
    except (ImportError, AttributeError):
        print("refused")


class Stop(BaseException):
    pass


def getattr(o, name, default=None):  # shadowing a builtin changes only one's own view
    return Stop


print(getattr(1, "real") is Stop, hasattr(1, "real"), eval("(1).real"))
