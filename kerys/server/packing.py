"""Compressed streams whose pieces are compressed once and sent to many.

A gzip stream can be made of pieces that were compressed separately, as long as each ends at a whole
byte and refers only to what every reader has just been sent. So the same bytes fit into everyone's
stream.
"""

from __future__ import annotations

import zlib

from isal import isal_zlib

LEVEL, WINDOW, MEMORY = 2, -15, 8
"""Compression level, as small as zlib's 6 in a third of the time; deflate without a header; size of
the window."""
GZIP = 31
"""The same window, with a header and an end."""
BEGIN = bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
"""A gzip header without a name or a time."""
LAST = b"\x03\x00"
"""An empty block that ends a deflate stream."""
NOTHING = b"\x00\x00\x00\xff\xff"
"""An empty block that doesn't end it: a sign of life that adds no content."""
REACH = 1 << 13
"""How many bytes back a piece can refer to."""


def pack(data: bytes, after: bytes = b"") -> bytes:
    """A piece of any gzip stream in which it comes right after something else."""
    packer = isal_zlib.compressobj(
        LEVEL,
        isal_zlib.DEFLATED,
        WINDOW,
        MEMORY,
        isal_zlib.Z_DEFAULT_STRATEGY,
        after[-REACH:],
    )
    return packer.compress(data) + packer.flush(isal_zlib.Z_SYNC_FLUSH)


def pack_small(data: bytes) -> bytes:
    """The same in fewer bytes and more time, for what is long and sent once."""
    packer = zlib.compressobj(zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, WINDOW)
    return packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)


def pack_whole(data: bytes) -> bytes:
    """A whole gzip file in little time, for what is computed for one reader and sent often."""
    packed: bytes = isal_zlib.compress(data, LEVEL, GZIP)
    return packed


class GzipStream:
    """One stream, with the checksum and length that its end needs."""

    def __init__(self) -> None:
        self._check = 0
        self._length = 0

    def count(self, data: bytes) -> None:
        """Count data that has been sent, compressed here or by the sender."""
        self._check = isal_zlib.crc32(data, self._check)
        self._length += len(data)

    def end(self) -> bytes:
        """The end of the stream."""
        length = self._length & 0xFFFFFFFF
        return LAST + self._check.to_bytes(4, "little") + length.to_bytes(4, "little")
