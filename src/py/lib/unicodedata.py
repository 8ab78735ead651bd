"""The Python part of module unicodedata."""


def __getattr__(name):
    if name in ('UCD', 'ucd_3_2_0'):  # tables that few programs ask for
        import _unicodedata_320 as older
        globals().update(UCD=older.UCD, ucd_3_2_0=older.ucd_3_2_0)
        return globals()[name]
    raise AttributeError(f"module 'unicodedata' has no attribute '{name}'")
