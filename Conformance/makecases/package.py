"""A small scan package, as the app writes its RAW package: poses as columns, depth in the wrong byte order, one frame
without depth; one with a mesh; and one with several, one of them textured. Then folders of ordinary models, as apps hand them
out. They are not in the manifest, which lists single files; transcripts and tests
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
    made.update(capture())
    made.update(models())
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


def grid(size, height=0.0, texture=None, name="mesh"):
    """An OBJ of size x size squares within one metre."""
    lines = [f"mtllib {texture}", "usemtl photo"] if texture else []
    lines += [f"v {x / size:g} {height:g} {y / size:g}" for y in range(size + 1) for x in range(size + 1)]
    if texture:
        lines += [f"vt {x / size:g} {1 - y / size:g}" for y in range(size + 1) for x in range(size + 1)]
    for y in range(size):
        for x in range(size):
            a = y * (size + 1) + x + 1
            corners = (a, a + size + 1, a + size + 2, a + 1)
            lines.append("f " + " ".join(f"{c}/{c}" if texture else str(c) for c in corners))
    return ("\n".join(lines) + "\n").encode()


def picture(seed):
    return png(4, 4, 8, 2, [bytes(v for x in range(4) for v in (60 * x, 60 * y, seed)) for y in range(4)])


def capture():
    """3D Scanner App: one frame, and three meshes in an order that names alone would get wrong. The largest has no texture."""
    frame = {"cameraPoseARFrame": [1, 0, 0, 0, 0, 1, 0, 1.5, 0, 0, 1, 0, 0, 0, 0, 1], "intrinsics": [12.5, 0, 8, 0, 12.5, 6, 0, 0, 1],
             "time": 1.5, "projectionMatrix": [1.5625, 0, 0, 0, 0, 2.0833333333333335, 0, 0, 0, 0, -1, 0, 0, 0, -1, 0]}
    rows = [bytes(v for x in range(16) for v in (15 * x, 20 * y, 90)) for y in range(12)]
    return {
        "package/capture/frame_00000.json": (json.dumps(frame) + "\n").encode(),
        "package/capture/frame_00000.png": png(16, 12, 8, 2, rows),
        "package/capture/export.obj": grid(1),
        "package/capture/export_refined.obj": grid(4),
        "package/capture/textured_output.obj": grid(2, texture="textured_output.mtl"),
        "package/capture/textured_output.mtl": b"newmtl photo\nKd 1 1 1\nmap_Kd textured_output.png\n",
        "package/capture/textured_output.png": picture(120),
        "package/capture/thumb_00000.png": picture(30),
    }


def models():
    """What apps hand out: an OBJ with its files in folders of their own, twins, a tree with a broken file."""
    triangle = b"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    triangle += b"element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
    return {
        # Ending and names in other case, slashes of Windows, a texture beside the folder of the model.
        "package/asset/source/Chair.OBJ": grid(2, texture="chair.mtl"),
        "package/asset/source/chair.mtl": b"newmtl photo\nmap_Kd ..\\Textures\\WOOD.PNG\n",
        "package/asset/textures/wood.png": picture(200),
        "package/asset/license.txt": b"CC0\n",
        "package/twins/room.obj": grid(2, texture="room.mtl"),
        "package/twins/room.mtl": b"newmtl photo\nmap_Kd room.png\n",
        "package/twins/room.png": picture(60),
        "package/twins/room.ply": triangle,
        "package/tree/a/x.ply": triangle,
        "package/tree/a/x.obj": grid(1),
        "package/tree/b/broken.ply": triangle[:-20],
        "package/tree/b/c/y.obj": grid(2),
        "package/tree/.hidden/z.ply": triangle,
        "package/tree/notes.txt": b"not a model\n",
        "package/pictures/one.png": picture(1),
        "package/pictures/two.PNG": picture(2),
    }
