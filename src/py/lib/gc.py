DEBUG_STATS, DEBUG_COLLECTABLE, DEBUG_UNCOLLECTABLE, DEBUG_SAVEALL, DEBUG_LEAK = 1, 2, 4, 32, 38
garbage = []
callbacks = []
_state = {'enabled': True, 'debug': 0, 'threshold': (700, 10, 10)}


def enable():
    """Lets collections happen by themselves again, as far as isenabled() shows."""
    _state['enabled'] = True


def disable():
    """Has isenabled() say no; memory is collected all the same."""
    _state['enabled'] = False


def isenabled():
    """What enable() and disable() left."""
    return _state['enabled']


def get_debug():
    return _state['debug']


def set_debug(flags):
    _state['debug'] = flags


def get_threshold():
    return _state['threshold']


def set_threshold(threshold0, *rest):
    _state['threshold'] = ((threshold0, *rest) + _state['threshold'][1 + len(rest):])[:3]


def get_count():
    return (0, 0, 0)


def get_stats():
    return [{'collections': 0, 'collected': 0, 'uncollectable': 0} for _ in range(3)]


def freeze():
    pass


def unfreeze():
    pass


def get_freeze_count():
    return 0
