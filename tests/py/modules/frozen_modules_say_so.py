# What a module shows as: CPython keeps some frozen, some built in.
import abc
import io
import os
import stat
import sys
import time
import types
import os.path

for module in (abc, io, os, stat, os.path, sys, time, types.ModuleType('abc'), types.ModuleType('mine')):
    print(module)
