"""A small scan package, as the app writes its RAW package: poses as columns, depth in the wrong byte order, one frame
without depth. It is no case of the manifest, which lists single files; transcripts and tests convert it."""
import json
import struct
import zlib


def png(width, height, depth, color, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    data = b"".join(b"\0" + row for row in rows)
    # Level 0: stored, the same bytes from every zlib.
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(data, 0)) + chunk(b"IEND", b""))


def files():
    made, frames = {}, []
    for index in range(3):
        name = f"frame_{index:05}.png"
        rows = [bytes(v for x in range(16) for v in (15 * x, 20 * y, 60 * index)) for y in range(12)]
        made[f"package/room/images/{name}"] = png(16, 12, 8, 2, rows)
        frame = {"file_path": f"images/{name}",
                 "transform_matrix": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0.5 * index, 1.5, -0.25 * index, 1]]}
        if index != 1:
            rows = [struct.pack("<8H", *(1500 + 20 * x + 10 * y + index for x in range(8))) for y in range(6)]
            made[f"package/room/depth/{name}"] = png(8, 6, 16, 0, rows)
            frame["depth_file_path"] = f"depth/{name}"
        frames.append(frame)
    head = {"camera_model": "OPENCV", "fl_x": 12.5, "fl_y": 12.5, "cx": 8.25, "cy": 5.75, "w": 16, "h": 12, "frames": frames}
    made["package/room/transforms.json"] = (json.dumps(head, indent=1) + "\n").encode()
    return made
