"""One case of the collection, and the helpers that several makers share."""
import struct
import zlib


class Case:
    """A file, with the feature that it tests and the facts that a reader must find.

    The author of the case states the `facts`, from the specification; they never come from a program that reads the
    file. `sides` are the files that belong to it, by name.
    """

    def __init__(self, folder, name, ext, data, about, expect, facts, sides=None):
        self.path = f"{folder}/{name}.{ext}"
        self.folder, self.format, self.ext = folder, "gltf" if ext == "glb" else ext, ext
        self.data = data if isinstance(data, bytes) else data.encode("utf-8")
        self.about, self.expect, self.facts = about, expect, facts
        self.sides = {f"{folder}/{key}": value if isinstance(value, bytes) else value.encode("utf-8")
                      for key, value in (sides or {}).items()}

    def entry(self):
        """The case's row of the manifest."""
        return {
            "path": self.path,
            "side_files": sorted(self.sides),
            "format": self.format,
            "ext": self.ext,
            "bytes": len(self.data),
            "category": "invalid" if self.expect == "reject" else self.folder,
            "exercises": [self.about],
            "expect": self.expect,
            "facts": self.facts,
        }


def float32(value):
    """The float32 nearest to a number."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def fans(arity):
    """The number of triangles in fans of the faces: `arity` maps corners to faces."""
    return sum((int(corners) - 2) * count for corners, count in arity.items() if int(corners) > 2)


def png(red, green, blue):
    """A PNG of 2 × 2 equal pixels. Its stream is stored, not compressed, so that it is the same under every zlib."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = (b"\0" + bytes((red, green, blue)) * 2) * 2
    stored = b"\x78\x01\x01" + struct.pack("<HH", len(rows), len(rows) ^ 0xFFFF) + rows
    stored += struct.pack(">I", zlib.adler32(rows))
    header = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", stored) + chunk(b"IEND", b"")
