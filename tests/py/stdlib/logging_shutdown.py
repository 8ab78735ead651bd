# shutdown() ends handlers, the last one first, whatever they raise; records without what is switched off.
import logging, weakref
class H(logging.Handler):
    def __init__(self, number, **fails):
        super().__init__()
        self.number, self.fails = number, fails
    def note(self, what):
        print(self.number, what)
        if what in self.fails: raise self.fails[what]
    def acquire(self): self.note('acquire')
    def flush(self): self.note('flush')
    def close(self): self.note('close')
    def release(self): self.note('release')
hs = [H(0), H(1, acquire=OSError), H(2, flush=ValueError), H(3, close=OSError), H(4)]
logging.shutdown([logging.weakref.ref(h) for h in hs])
bad = H(5, flush=KeyError)
try: logging.shutdown([weakref.ref(bad)])
except KeyError: print('raised')
logging.raiseExceptions = False
logging.shutdown([weakref.ref(bad)])
print(logging._nameToLevel == logging.getLevelNamesMapping(), logging._levelToName[30])
r = logging.makeLogRecord({})
print(r.process is None, r.processName, r.thread is None, r.threadName, r.taskName)
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
r = logging.makeLogRecord({})
print(r.process, r.processName, r.thread, r.threadName, r.taskName)
hs = bad = None
