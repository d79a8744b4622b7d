"""A scan to try things with: the corner of a room, as a depth camera sees it. Small, seeded, computed."""
import math
import random

from .ply import LE, load

SIDE = 33  # samples along each side of each of the three planes
STEP = 0.0625  # metres between samples: two metres of room
# Each plane: two directions in it, its normal, its colour (floor, left wall, right wall).
PLANES = (
    ((1, 0, 0), (0, 0, 1), (0, 1, 0), (148, 110, 74)),
    ((0, 0, 1), (0, 1, 0), (1, 0, 0), (222, 217, 206)),
    ((0, 1, 0), (1, 0, 0), (0, 0, 1), (205, 214, 222)),
)
COLUMNS = ["float x", "float y", "float z", "float nx", "float ny", "float nz", "uchar red", "uchar green", "uchar blue",
           "float confidence"]


def color(plane, i, j, base, noise):
    """Boards on the floor, a picture on the left wall, light that falls off from the corner's far side."""
    if plane == 0:
        base = [value - (18 if i // 4 % 2 else 0) for value in base]
    elif plane == 1 and 10 <= i <= 20 and 12 <= j <= 22:
        base = (180 - 6 * (j - 12), 60 + 8 * (i - 10), 70)
    light = 0.7 + 0.3 * (i + j) / (2 * SIDE)
    return [max(0, min(255, int(value * light + noise))) for value in base]


def cases():
    dice = random.Random(20260101)
    vertices, faces = [], []
    for plane, (along, across, normal, base) in enumerate(PLANES):
        first = len(vertices)
        for j in range(SIDE):
            for i in range(SIDE):
                # Sums of three: close enough to a bell curve, and the same on every machine. Two millimetres of noise.
                away = 0.002 * (dice.random() + dice.random() + dice.random() - 1.5)
                position = [round(STEP * (i * a + j * b) + away * n, 5) for a, b, n in zip(along, across, normal)]
                tilted = [n + 0.06 * (dice.random() - 0.5) for n in normal]
                length = math.sqrt(sum(value * value for value in tilted))
                confidence = round(1 - 0.5 * dice.random() * (i + j) / (2 * SIDE), 4)
                vertices.append((*position, *(value / length for value in tilted),
                                 *color(plane, i, j, base, 12 * (dice.random() - 0.5)), confidence))
        for j in range(SIDE - 1):
            for i in range(SIDE - 1):
                # A hole in the floor, where the camera saw nothing.
                if plane == 0 and (i - 22) ** 2 + (j - 22) ** 2 < 20:
                    continue
                corner = first + j * SIDE + i
                # Counter-clockwise seen from inside the room: along × across points out of it, so across comes first.
                faces.append(([corner, corner + SIDE, corner + 1],))
                faces.append(([corner + 1, corner + SIDE, corner + SIDE + 1],))
    case = load("corner", [("vertex", COLUMNS, vertices), ("face", ["list uchar int vertex_indices"], faces)],
                "a small scan: noise, normals, colours, confidence, a hole", LE,
                after_format=["comment the corner of a room, in metres, y up"])
    case.path, case.folder = "scan/corner.ply", "scan"
    yield case
