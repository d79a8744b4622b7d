"""Inputs that the script makes itself: something that moves. Standard library only."""
import array
import json
import math
import struct


def motion(path, nodes=500, keys=400):
    """A GLB of small moving boxes: `nodes` nodes, each with `keys` keys of translation and rotation."""
    corners = array.array("f", [value for x in (0, 1) for y in (0, 1) for z in (0, 1) for value in (x, y, z)])
    faces = array.array("H", [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3])
    times = array.array("f", [key / 30 for key in range(keys)])
    blocks, views, accessors = [], [], []

    def add(values, kind, type, count, **more):
        data = values.tobytes()
        views.append({"buffer": 0, "byteOffset": sum(map(len, blocks)), "byteLength": len(data)})
        blocks.append(data + bytes(-len(data) % 4))
        accessors.append({"bufferView": len(views) - 1, "componentType": kind, "type": type, "count": count} | more)
        return len(accessors) - 1

    position = add(corners, 5126, "VEC3", 8, min=[0, 0, 0], max=[1, 1, 1])
    index = add(faces, 5123, "SCALAR", len(faces))
    time = add(times, 5126, "SCALAR", keys, min=[times[0]], max=[times[-1]])
    channels, samplers = [], []
    for node in range(nodes):
        moved = array.array("f", [f(key * 0.05 + node) for key in range(keys) for f in (math.sin, math.cos, math.sin)])
        turned = array.array("f")
        for key in range(keys):
            angle = key * 0.02 + node
            turned.extend((0, math.sin(angle / 2), 0, math.cos(angle / 2)))
        for values, type, path_name in ((moved, "VEC3", "translation"), (turned, "VEC4", "rotation")):
            samplers.append({"input": time, "output": add(values, 5126, type, keys)})
            channels.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": path_name}})
    tree = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(nodes))}],
        "nodes": [{"mesh": 0, "name": f"box {node}"} for node in range(nodes)],
        "meshes": [{"primitives": [{"attributes": {"POSITION": position}, "indices": index}]}], "bufferViews": views,
        "accessors": accessors, "animations": [{"channels": channels, "samplers": samplers}],
        "buffers": [{"byteLength": sum(map(len, blocks))}]}
    text = json.dumps(tree, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    size = sum(map(len, blocks))
    with open(path, "wb") as file:
        file.write(struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + size, len(text), 0x4E4F534A) + text)
        file.write(struct.pack("<II", size, 0x004E4942) + b"".join(blocks))


def sheet(path, triangles):
    """A binary PLY of a wavy sheet with normals and colours, with about so many triangles. Written row by row."""
    side = max(2, math.isqrt(triangles // 2) + 1)
    vertex, face = struct.Struct("<6f3B"), struct.Struct("<B3i")
    waves = [math.sin(12 * place / side) * 0.1 for place in range(side)]
    with open(path, "wb") as file:
        properties = "".join(f"property float {name}\n" for name in ("x", "y", "z", "nx", "ny", "nz"))
        properties += "".join(f"property uchar {name}\n" for name in ("red", "green", "blue"))
        file.write((f"ply\nformat binary_little_endian 1.0\nelement vertex {side * side}\n{properties}element face "
                    f"{2 * (side - 1) ** 2}\nproperty list uchar int vertex_indices\nend_header\n").encode())
        for row in range(side):
            file.write(b"".join(vertex.pack(row / side * 6, waves[row] + waves[column], column / side * 6, 0, 1, 0, row & 255,
                                            column & 255, (row + column) & 255) for column in range(side)))
        for row in range(side - 1):
            first, parts = row * side, []
            for column in range(side - 1):
                corner = first + column
                parts.append(face.pack(3, corner, corner + 1, corner + side + 1) + face.pack(3, corner, corner + side + 1, corner + side))
            file.write(b"".join(parts))
    return 2 * (side - 1) ** 2
