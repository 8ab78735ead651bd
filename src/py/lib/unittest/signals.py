# unittest's handling of Ctrl-C: a program here gets no signals, so that there is nothing to do.
__unittest = True


def installHandler():
    pass


def registerResult(result):
    pass


def removeResult(result):
    return False


def removeHandler(method=None):
    return method
