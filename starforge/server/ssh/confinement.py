"""What a worker process gives up before it serves anybody: the files of the server, and all other processes.

Workers run with the server's account, and read what strangers send. Where the kernel has Landlock, they keep no way to
the data folder, the host key or each other: they may read the programs they are made of, and nothing else.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from functools import cache
from pathlib import Path

import starforge

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION, _BENEATH = 1, 1
_NO_NEW_PRIVILEGES, _DIE_WITH_PARENT, _MONOTONIC = 38, 1, 1
_READ_FILE = 1 << 0 | 1 << 2
"""To run and to read a file."""
_READ = _READ_FILE | 1 << 3
"""The same, and to list folders."""
_FILES = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many kinds of access to files each version of Landlock can deny; later ones know as many as the fifth."""
_SIGNALS = 1 << 1
_SYSTEM = ("/usr", "/lib", "/lib64", "/etc/localtime")
_libc = ctypes.CDLL(None, use_errno=True)


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def landlock() -> int:
    """Return the version of Landlock that the kernel has, 0 without."""
    return max(int(_libc.syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))), 0)


def confine(data: Path) -> int:
    """Keep this process, from now on, from all files but those of its programs; return the version of Landlock.

    No way leads to other processes either, as far as that version can tell them apart. ``data`` is the server's folder,
    which no folder of programs may hold. Do nothing without Landlock.
    """
    version = landlock()
    if not version:
        return 0
    files = (1 << _FILES.get(version, _FILES[5])) - 1
    rules = _Ruleset(files, 0, _SIGNALS if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = _libc.syscall(_CREATE, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    if ruleset < 0:
        return 0
    for path in _programs(data):
        if path.exists():
            handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
            rule = _Beneath(_READ if path.is_dir() else _READ_FILE, handle)
            _libc.syscall(_ADD, ruleset, _BENEATH, ctypes.byref(rule), ctypes.c_uint32(0))
            os.close(handle)
    _libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    failed = _libc.syscall(_RESTRICT, ruleset, ctypes.c_uint32(0))
    os.close(ruleset)
    return 0 if failed else version


def _programs(data: Path) -> set[Path]:
    """Return the folders and files of what this process is made of."""
    package = Path(starforge.__file__).resolve().parent
    own = {Path(part).resolve() for part in sys.path if part}
    apart = {path for path in own if path not in data.resolve().parents}
    return apart | {package, package.parent / "assets", Path(sys.prefix), Path(sys.base_prefix), *map(Path, _SYSTEM)}


def die_with_parent(by: signal.Signals) -> None:
    """Have this process sent a signal as soon as the one that has started it is gone."""
    _libc.prctl(_DIE_WITH_PARENT, by, 0, 0, 0)


class _Event(ctypes.Structure):
    _fields_ = (("value", ctypes.c_void_p), ("signal", ctypes.c_int), ("kind", ctypes.c_int), ("_", ctypes.c_char * 48))


class _Span(ctypes.Structure):
    _fields_ = (("again", ctypes.c_long), ("again_ns", ctypes.c_long), ("s", ctypes.c_long), ("ns", ctypes.c_long))


@cache
def _death() -> ctypes.c_void_p | None:
    """Return a timer of the kernel that kills this process, None where there is none."""
    timer, event = ctypes.c_void_p(), _Event(None, signal.SIGKILL, 0)
    make = getattr(_libc, "timer_create", None)  # in some C libraries it is not where the others are
    return None if make is None or make(_MONOTONIC, ctypes.byref(event), ctypes.byref(timer)) else timer


def end_within(seconds: float) -> None:
    """Have the kernel kill this process in some time, unless this is called again before: even one that is stopped."""
    timer, span = _death(), _Span(0, 0, int(seconds), int(seconds % 1 * 1e9))
    if timer is not None:
        _libc.timer_settime(timer, 0, ctypes.byref(span), None)
