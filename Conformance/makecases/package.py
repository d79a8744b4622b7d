"""A small scan package, as the app writes its RAW package: poses as columns, depth in the wrong byte order, one frame
without depth; and one with a mesh. They are not in the manifest, which lists single files; transcripts and tests
convert them."""
import json
import math
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
    made.update(scan())
    return made


def scan():
    """Two blocks of a mesh as the app keeps them, not welded at their seam, and two vertices left over from a person."""
    vertices, faces, colors, classes = [], [], [], []
    for block in range(2):
        base = len(vertices)
        for row in range(3):
            for column in range(3):
                seam = 0.0004 if block == 1 and column == 0 else 0
                vertices.append((block + column / 2 + seam, 0, row / 2))
                colors.append(((51 + 128 * block) / 255, 51 * column / 255, 85 * row / 255, 1))
        for row in range(2):
            for column in range(2):
                a = base + 3 * row + column
                faces += [(a, a + 3, a + 1), (a + 1, a + 3, a + 4)]
                classes += [2, block]
    for person in range(2):
        vertices.append((5, person, 5))
        colors.append((0.5, 0.5, 0.5, 1))
    lines = ["v %g %g %g" % v for v in vertices] + ["f %d %d %d" % tuple(i + 1 for i in f) for f in faces]
    c, s = math.sqrt(3) / 2, 0.5
    registration = {"version": 2, "applied": True, "transform": [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 1, 0, 2, 1]}
    metadata = {"timestamp": 1750000000, "device": "iPhone", "os_name": "iOS", "os_version": "26.0",
                "app_version": "0.5", "build_type": "debug", "privacy_filter": True}
    return {
        "package/scan/mesh.obj": ("\n".join(lines) + "\n").encode(),
        "package/scan/colors.bin": b"".join(struct.pack("<4f", *color) for color in colors),
        "package/scan/face_classes.bin": bytes(classes),
        "package/scan/registration.json": (json.dumps(registration) + "\n").encode(),
        "package/scan/scan4d_metadata.json": (json.dumps(metadata) + "\n").encode(),
    }
