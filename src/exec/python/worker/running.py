"""The cell that runs, the namespace of all cells, and how a cell ends before its end. Others read
`running.cell`; begin() and over() change it."""
import sys
import time
import types

from . import namespaces

module = types.ModuleType("__main__")
space = module.__dict__
cell = None  # None: no code runs


class Ended(BaseException):
    """Raised where the code is; it may be caught, but comes again."""


class Cell:
    """What is known of the running cell."""

    def __init__(self, file):
        self.file, self.ended, self.line, self.answer = file, None, 0, None
        self.open = True  # it may be ended
        self.shown = 0  # images
        self.within = False  # a line of output
        self.printed = self.host_ns = 0
        self.imports = {}  # names of modules, in order
        self.start = time.monotonic_ns()

    def ends(self, why):
        """It is to end; the first reason counts."""
        self.ended = self.ended or why

    def end(self, why):
        self.ends(why)
        self.line = self.line or self.current_line(sys._getframe())
        raise Ended

    def current_line(self, frame):
        while frame and (is_ours(frame.f_globals) or frame.f_code.co_filename != self.file):
            frame = frame.f_back
        return frame.f_lineno if frame else 0

    def spent(self):
        return time.monotonic_ns() - self.start - self.host_ns


def begin(file):
    global cell
    cell = Cell(file)
    return cell


def over():
    global cell
    cell = None


def is_ours(names):
    """Are these the globals of a part of the worker?"""
    return id(names) in namespaces
