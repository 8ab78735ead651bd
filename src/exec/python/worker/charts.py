"""A chart as text, which every model can read."""


def few(items):
    shown = [str(item) for item in items]
    return ", ".join(shown if len(shown) < 9 else shown[:5] + ["..."] + shown[-2:])


def number(v):
    return "%g" % v if isinstance(v, (int, float)) or hasattr(v, "__float__") else str(v)


def named(kind, artist):
    label = str(artist.get_label())
    return kind if label.startswith("_") else "%s '%s'" % (kind, label)


def drawn(axes):
    """Lines, points, bars and slices of one plot."""
    for name, get in ("title", axes.get_title), ("x", axes.get_xlabel), ("y", axes.get_ylabel):
        if get():
            yield "%s '%s'" % (name, get())
    for line in axes.get_lines():
        points = ["(%s, %s)" % (number(x), number(y)) for x, y in line.get_xydata().tolist()]
        yield "%s of %d points: %s" % (named("line", line), len(points), few(points))
    for group in axes.collections:
        points = group.get_offsets().tolist() if hasattr(group, "get_sizes") else []
        if points:
            points = ["(%s, %s)" % (number(x), number(y)) for x, y in points]
            yield "%s of %d: %s" % (named("points", group), len(points), few(points))
    ticks = [t.get_text() for t in axes.get_xticklabels()]
    for group in axes.containers:
        if hasattr(group, "patches"):
            bars = [number(bar.get_height()) for bar in group.patches]
            if len(ticks) == len(bars) and all(ticks):
                bars = ["%s %s" % pair for pair in zip(ticks, bars)]
            yield "%s: %s" % (named("%d bars" % len(bars), group), few(bars))
    texts = [t.get_text() for t in axes.texts if t.get_text()]
    if texts:
        yield "texts: " + few(texts)
    if axes.images:
        yield "images: " + few("x".join(map(str, i.get_array().shape)) for i in axes.images)
