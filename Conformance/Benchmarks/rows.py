"""The conversions that are measured, with the least ratios of CPU and of wall time to the fastest peer that loses nothing."""
import dataclasses

ALL = {"vertices", "faces", "colors", "normals"}
SHAPE = {"vertices", "faces"}


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    source: str
    target: str
    kept: set  # what the output has to keep
    cpu: float | None = None  # the floors; None: measured, but not compared
    wall: float | None = None
    words: tuple = ()


ROWS = [
    Row("ply-glb", "room.ply", "out.glb", ALL, 35, 25),
    Row("ply-stl", "room.ply", "out.stl", {"faces"}, 14, 10),
    Row("ply-obj", "room.ply", "out.obj", ALL, 12, 12),
    Row("ply-usdz", "room.ply", "out.usdz", ALL),
    Row("plya-ply", "room.ascii.ply", "out.ply", ALL, 8.5, 12),
    Row("clouda-cloud", "cloud.ascii.ply", "out.ply", {"vertices", "colors", "others"}, 18, 22),
    # trimesh loses the confidence.
    Row("cloud-glb", "cloud.ply", "out.glb", {"vertices", "colors"}, 35, 20),
    Row("obj-glb", "room.obj", "out.glb", ALL, 14, 16),
    Row("obj-ply", "room.obj", "out.ply", ALL, 15, 18),
    Row("obj-usdz", "room.obj", "out.usdz", ALL, 30, 35),
    Row("objtex-glb", "tex.obj", "out.glb", {"faces", "texcoords"}, 12, 12),
    Row("stl-glb", "room.stl", "out.glb", {"faces"}, 28, 22),
    Row("stl-obj", "room.stl", "out.obj", SHAPE, 28, 28),
    Row("stl-ply", "room.stl", "out.ply", {"faces"}, 5),
    Row("stla-stl", "room.ascii.stl", "out.stl", {"faces"}, 6, 8),
    Row("glb-obj", "room.glb", "out.obj", ALL, 11, 12),
    Row("glb-ply", "room.glb", "out.ply", ALL, 12, 9),
    Row("glb-stl", "room.glb", "out.stl", {"faces"}, 5),
    Row("glb-usdz", "room.glb", "out.usdz", ALL, 40, 30),
    Row("usdz-glb", "room.usdz", "out.glb", ALL, 22, 16),
    Row("usdz-obj", "room.usdz", "out.obj", ALL, 25, 22),
    Row("usda-usdc", "room.usda", "out.usdc", ALL, 8, 11),
    Row("usdc-usda", "room.usdc", "out.usda", ALL, 7, 10),
    # No peer does the same: their times are in the table, and in the picture of all versions.
    Row("motion", "motion.glb", "out.usdz", set()),
    Row("motion-back", "motion.usdz", "out.glb", set()),
    Row("reconstruction", "scan.zip", "out.ply", set(), words=("--reconstruct", "tsdf", "--voxel", "2cm")),
    Row("package", "scan.zip", "colmap.zip", set(), words=("--to", "colmap", "--set", "privacy-consent=true")),
]
