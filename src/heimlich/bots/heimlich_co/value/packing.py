"""Networks in small files: signs and exponents of all numbers together, which compress well, and the digits as bits.

Numbers have half precision: a sign, five bits of the exponent and up to ten binary digits. A file is an `.npz` with
these two parts, or with an array for each part of the network, as training may write it; both are read.
"""

import lzma
from collections.abc import Mapping
from typing import IO, Any

import numpy as np

Array = np.ndarray[Any, Any]
DIGITS = 10  # of half precision, after the first
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 0, "pb": 0}]  # no texts: neighbours tell nothing


def packed(arrays: Mapping[str, Array], digits: int = DIGITS) -> dict[str, Array]:
    """Arrays of half precision as the parts of a file; digits beyond `digits` must be 0, or they are lost."""
    raw = np.concatenate([np.asarray(array, np.float16).ravel() for array in arrays.values()]).view(np.uint16)
    high = lzma.compress((raw >> DIGITS).astype(np.uint8).tobytes(), format=lzma.FORMAT_RAW, filters=_FILTERS)
    shifts = np.arange(DIGITS - 1, DIGITS - 1 - digits, -1)
    return {
        "names": np.array(",".join(arrays)),
        "shapes": np.array(";".join(",".join(map(str, array.shape)) for array in arrays.values())),
        "high": np.frombuffer(high, np.uint8),
        "low": np.packbits((raw[:, None] >> shifts & 1).astype(np.uint8)),
        "digits": np.array(digits),
    }


def unpacked(parts: Mapping[str, Array]) -> dict[str, Array]:
    """The arrays that `packed` was given."""
    high = lzma.decompress(parts["high"].tobytes(), format=lzma.FORMAT_RAW, filters=_FILTERS)
    raw, digits = np.frombuffer(high, np.uint8).astype(np.uint16) << DIGITS, int(parts["digits"])
    bits = np.unpackbits(parts["low"], count=len(raw) * digits).reshape(-1, digits)
    raw |= (bits.astype(np.uint16) << np.arange(DIGITS - 1, DIGITS - 1 - digits, -1, dtype=np.uint16)).sum(
        1, dtype=np.uint16
    )
    shapes = [tuple(map(int, shape.split(","))) for shape in str(parts["shapes"]).split(";")]
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
    pieces = np.split(raw.view(np.float16), ends[:-1])
    return {
        name: piece.reshape(shape)
        for name, piece, shape in zip(str(parts["names"]).split(","), pieces, shapes, strict=True)
    }


def read_arrays(file: IO[bytes] | Any) -> dict[str, Array]:
    """The arrays of a file, packed or not."""
    with np.load(file) as parts:
        found = {name: parts[name] for name in parts}
    return unpacked(found) if "high" in found else found
