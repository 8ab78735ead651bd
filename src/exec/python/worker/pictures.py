"""Figures and pictures of cells: told as text, which not every model needs, and shown. Figures of pyplot live as in a
notebook: plt.show() shows those that are open and closes them, and so does the end of their cell, however it ends. None is
shown twice in a cell."""
import io
import sys

from . import running
from .channel import send
from .charts import drawn
from .output import Printed, flush
from .settings import AGENT

IMAGES, IMAGE_BYTES, SIDE_MAX = 8, 3 << 20, 4096  # of a cell; of one; pixels, at most
SIDE = 1568  # pixels of the longer side of what is larger: models see no more


def show(write):
    """Sends the PNG that `write` puts into a file, as far as there is room for it."""
    cell = running.cell
    if cell.shown == IMAGES:
        return
    file = io.BytesIO()
    write(file)
    data = file.getvalue()
    sides = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if len(data) <= IMAGE_BYTES and max(sides) <= SIDE_MAX:
        cell.shown += 1
        flush()
        send("image", data, media="image/png")


def show_figure(figure):
    dpi = min(figure.dpi, SIDE / max(figure.get_size_inches()))
    show(lambda file: figure.savefig(file, format="png", dpi=dpi))


def show_picture(picture):
    clear = picture.mode == "LA" or "transparency" in picture.info
    copy = picture.copy() if picture.mode in ("L", "RGB", "RGBA") else picture.convert(
        "RGBA" if clear else "RGB")
    copy.thumbnail((SIDE, SIDE))
    show(lambda file: copy.save(file, "PNG"))


def kind(module, name):
    return getattr(sys.modules.get(module), name, ())


def is_told(figure):
    """Was it shown in this cell? From now on it was."""
    told = getattr(figure, "_told_in", None) is running.cell
    figure._told_in = running.cell
    return told


def show_value(v):
    """A figure or picture that is a value."""
    try:
        if isinstance(v, kind("PIL.Image", "Image")):
            show_picture(v)
        elif isinstance(v, kind("matplotlib.figure", "Figure")) and not is_told(v):
            show_figure(v)
    except Exception:
        pass  # its text says what it is


def hide_value(v):
    """A figure that is the answer."""
    if isinstance(v, kind("matplotlib.figure", "Figure")):
        is_told(v)


def tell_figure(manager):
    figure = manager.canvas.figure
    if figure.axes and not is_told(figure):
        text = " | ".join("; ".join(drawn(axes)) for axes in figure.axes)
        Printed(1).write("[figure %d%s]\n" % (manager.num, text and ": " + text[:4000]))
        show_figure(figure)


def tell_figures(*args, **kwargs):
    """Shows the open figures and closes them; what plt.show() is."""
    helpers = AGENT and sys.modules.get("matplotlib._pylab_helpers")
    if not helpers:
        return
    try:
        for manager in list(helpers.Gcf.figs.values()):
            tell_figure(manager)
    finally:
        helpers.Gcf.destroy_all()


def tell_closed(manager):
    """In place of FigureManagerBase.destroy, which does nothing."""
    cell = running.cell
    if cell is not None and cell.open:
        try:
            tell_figure(manager)
        except Exception:
            pass  # a figure of a kind that is not known


def watch_figures():
    backends = AGENT and sys.modules.get("matplotlib.backend_bases")
    if hasattr(backends, "FigureManagerBase"):
        backends.FigureManagerBase.destroy = tell_closed
    pyplot = AGENT and sys.modules.get("matplotlib.pyplot")
    if hasattr(pyplot, "show"):
        pyplot.show = tell_figures


def tell_last_figures():
    """Of a cell that has given the final answer: whatever they do, that stays."""
    cell = running.cell
    cell.ended = None
    try:
        tell_figures()
    except BaseException:
        pass
    cell.ended = "final"
