# smolagent python -m timeit: how long a statement takes.
import sys
import timeit

sys.exit(timeit.main(sys.argv[1:]))
