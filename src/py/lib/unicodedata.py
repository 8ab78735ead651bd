"""The Python part of module unicodedata."""


def __getattr__(name):
    if name == 'ucd_3_2_0':
        raise NotImplementedError('unicodedata.ucd_3_2_0: only the current Unicode database is here')
    raise AttributeError(f"module 'unicodedata' has no attribute '{name}'")
