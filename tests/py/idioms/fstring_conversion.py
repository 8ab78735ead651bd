print(f"{'a'!r}", f"{'é'!a}", f"{'a'!s:>3}")
