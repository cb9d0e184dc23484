"""Compressed streams made of pieces that are compressed once."""

from __future__ import annotations

import gzip
import zlib

from kerys.server.packing import BEGIN, NOTHING, REACH, GzipStream, pack, pack_small

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
        assert reader.decompress(pack_small(piece)) == piece


def test_a_piece_that_recurs_takes_little_after_what_it_refers_to() -> None:
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    before = b"".join(b"%d " % number**5 for number in range(3 * REACH // 20))
    reader.decompress(BEGIN + pack(before))
    again = pack(before[-1000:], before)
    assert len(again) < 20
    assert reader.decompress(again) == before[-1000:]


def test_a_sign_of_life_adds_nothing() -> None:
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    reader.decompress(BEGIN)
    one, two = b"one " * 20, b"one " * 20 + b"two"
    assert reader.decompress(pack(one)) == one
    assert reader.decompress(NOTHING + NOTHING) == b""
    assert reader.decompress(pack(two, one)) == two


def test_the_check_at_the_end_is_of_all_that_was_sent() -> None:
    stream = GzipStream()
    stream.count(b"one")
    try:
        gzip.decompress(BEGIN + pack(b"two") + stream.end())
    except gzip.BadGzipFile:
        return
    raise AssertionError("nothing is checked")
