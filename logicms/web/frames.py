"""Frames: how the service and its workers talk over pipes: a length in four bytes, then that many bytes."""

from __future__ import annotations

import asyncio
import struct
from typing import BinaryIO

_LENGTH = struct.Struct(">I")


def frame(data: bytes) -> bytes:
    """Return the bytes that carry `data`."""
    return _LENGTH.pack(len(data)) + data


def read_frame(stream: BinaryIO) -> bytes | None:
    """Return what the next frame carries, None at the stream's end.

    >>> from io import BytesIO
    >>> stream = BytesIO(frame(b"solve"))
    >>> read_frame(stream), read_frame(stream)
    (b'solve', None)
    """
    head = stream.read(_LENGTH.size)
    return stream.read(_LENGTH.unpack(head)[0]) if len(head) == _LENGTH.size else None


async def frame_from(stream: asyncio.StreamReader) -> bytes:
    """Return what the next frame carries; `IncompleteReadError` at the stream's end."""
    (length,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
    return await stream.readexactly(length)
