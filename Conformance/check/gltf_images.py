"""Headers of images: PNG, JPEG, WebP, KTX2."""
import struct

# The colour information that a PNG may have: the primaries and the gamma of sRGB.
PRIMARIES = struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)
GAMMA = struct.pack(">I", 45455)


def kind_of(data):
    if data[:8] == b"\x89PNG\r\n\x1a\n" or len(data) >= 4 and data[:4] == b"\x89PNG":
        return "image/png"
    if data[:3] == b"\xff\xd8\xff":
        return "image/jpeg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[:12] == b"\xabKTX 20\xbb\r\n\x1a\n":
        return "image/ktx2"
    return None


class Short(Exception):
    """The data ends too early."""


class Wrong(Exception):
    """The data breaks its format; the text says how."""


def png(data):
    at, size, features, shown, ended = 8, None, False, False, False
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise Wrong("the signature is damaged")
    while not ended:
        if at + 8 > len(data):
            raise Short
        length, name = struct.unpack_from(">I4s", data, at)
        if at + 12 + length > len(data):
            raise Short
        body = data[at + 8:at + 8 + length]
        if (size is None) != (name == b"IHDR"):
            raise Wrong("IHDR is not the first chunk, or stands twice")
        if name == b"IHDR":
            if length != 13:
                raise Wrong("IHDR has not 13 bytes")
            size = struct.unpack_from(">II", body)
            depth, color = body[8], body[9]
            if not all(size) or depth not in {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16),
                                              6: (8, 16)}.get(color, ()) or any(body[10:12]) or body[12] > 1:
                raise Wrong("IHDR has values that PNG doesn't know")
        shown = shown or name == b"IDAT"
        features = features or not shown and (
            name in (b"iCCP", b"acTL") or name == b"cHRM" and body != PRIMARIES or name == b"gAMA" and body != GAMMA
            or name == b"pHYs" and body[:4] != body[4:8])
        ended = name == b"IEND"
        at += 12 + length
    if not shown:
        raise Wrong("no IDAT")
    return size, features


def jpeg(data):
    at = 2
    while True:
        if at + 4 > len(data):
            raise Short
        if data[at] != 0xFF:
            raise Wrong("no marker where one must be")
        marker, length = data[at + 1], struct.unpack_from(">H", data, at + 2)[0]
        if marker == 0xFF:
            at += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            if at + 9 > len(data):
                raise Short
            height, width = struct.unpack_from(">HH", data, at + 5)
            if data[at + 4] != 8:
                raise Wrong("a sample precision that isn't 8")
            return (width, height), False
        if length < 2 or marker in (0xD9, 0xDA):
            raise Wrong("no frame header")
        at += 2 + length


def webp(data):
    if len(data) < 30:
        raise Short
    if struct.unpack_from("<I", data, 4)[0] + 8 > len(data):
        raise Short
    kind = data[12:16]
    if kind == b"VP8X":
        return tuple(1 + int.from_bytes(data[at:at + 3], "little") for at in (24, 27)), bool(data[20] & 0b00101110)
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)), False
    if kind == b"VP8 ":
        return tuple(value & 0x3FFF for value in struct.unpack_from("<HH", data, 26)), False
    raise Wrong("no known chunk")


READERS = {"image/png": png, "image/jpeg": jpeg, "image/webp": webp}


def check(data, declared, pointer, checker, allowed):
    """Reports the faults of an image; returns its type."""
    if len(data) < 9:
        # Too short for an image of any kind.
        checker.add("IMAGE_UNEXPECTED_EOS", pointer)
        return None
    found = kind_of(data)
    if found is None:
        checker.add("IMAGE_UNRECOGNIZED_FORMAT", pointer)
        return None
    if declared is not None and declared != found:
        checker.add("IMAGE_MIME_TYPE_INVALID", pointer, f"{declared} declared, {found} found")
    if found not in allowed:
        checker.add("IMAGE_NON_ENABLED_MIME_TYPE", pointer, found)
    try:
        size, features = READERS[found](data) if found in READERS else (None, False)
    except Short:
        checker.add("IMAGE_UNEXPECTED_EOS", pointer)
    except Wrong as error:
        checker.add("IMAGE_DATA_INVALID", pointer, str(error))
    else:
        if features:
            checker.add("IMAGE_FEATURES_UNSUPPORTED", pointer)
        if size and any(side & (side - 1) for side in size):
            checker.add("IMAGE_NPOT_DIMENSIONS", pointer, f"{size[0]}x{size[1]}")
    return found
