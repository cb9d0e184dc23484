"""Compressed streams of pieces that were packed once."""

from __future__ import annotations

import gzip
import zlib

from kerys.server.packing import BEGIN, GzipStream, pack

PIECES = [b"event: table\n\n", b"x" * 100_000, b"event: table\n\n", b"", bytes(range(256)) * 40]


def test_pieces_that_were_packed_apart_make_one_stream() -> None:
    stream, sent = GzipStream(), BEGIN
    for piece in PIECES:
        stream.count(piece)
        sent += pack(piece)
    assert gzip.decompress(sent + stream.end()) == b"".join(PIECES)


def test_every_piece_can_be_read_as_soon_as_it_is_there() -> None:
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    reader.decompress(BEGIN)
    for piece in PIECES:
        assert reader.decompress(pack(piece)) == piece


def test_the_check_at_the_end_is_of_all_that_was_sent() -> None:
    stream = GzipStream()
    stream.count(b"one")
    try:
        gzip.decompress(BEGIN + pack(b"two") + stream.end())
    except gzip.BadGzipFile:
        return
    raise AssertionError("nothing is checked")
