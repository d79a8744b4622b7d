"""Grey PNG files in plain Python: `read(bytes)` returns (width, height, bit depth, channels, samples of the first channel)."""
import struct
import zlib


def read(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    place, packed, header = 8, b"", None
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[place + 8 + length:place + 12 + length])[0], "checksum"
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        if kind == b"IDAT":
            packed += body
        place += 12 + length
    width, height, bits, color, _, _, interlaced = header
    assert bits in (8, 16) and not interlaced and color in (0, 2, 4, 6)
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[color]
    step = channels * bits // 8
    raw, line, above, samples = zlib.decompress(packed), width * step, bytearray(width * step), []
    assert len(raw) == (line + 1) * height, "rows"
    for row in range(height):
        kind, cells = raw[row * (line + 1)], bytearray(raw[row * (line + 1) + 1:(row + 1) * (line + 1)])
        for i in range(line):
            a, b, c = cells[i - step] if i >= step else 0, above[i], above[i - step] if i >= step else 0
            if kind == 4:
                p = a + b - c
                d = [abs(p - a), abs(p - b), abs(p - c)]
                guess = (a, b, c)[d.index(min(d))]
            else:
                guess = (0, a, b, (a + b) // 2)[kind]
            cells[i] = (cells[i] + guess) & 255
        above = cells
        for i in range(0, line, step):
            samples.append(cells[i] << 8 | cells[i + 1] if bits == 16 else cells[i])
    return width, height, bits, channels, samples
