# Module concurrent.futures.thread: the executor of threads.
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor


class BrokenThreadPool(BrokenExecutor):
    """What starts a thread of the pool failed."""
