"""Well-known complaints: losses of other programs, described in public threads, each as a small file of our own.

`threads` are repositories and numbers; the first gives the case its name. A conversion states what its result must keep and
which losses it reports (the manifest's notes explain the terms). Nothing here is taken from the threads' attachments.
"""
from .case import Case

PROGRAMS = {
    "CesiumGS/obj2gltf": "obj2gltf", "CloudCompare/CloudCompare": "CloudCompare", "Danny02/OpenCTM": "OpenCTM",
    "Innoptech/OpenSTL": "OpenSTL", "OpenDroneMap/Obj2Tiles": "Obj2Tiles", "PDAL/PDAL": "PDAL",
    "ParallelSpaceInc/poly-web": "poly-web", "PyMesh/PyMesh": "PyMesh", "Twinklebear/tobj": "tobj",
    "Ultimaker/Cura": "Cura", "JuliaGeometry/GeometryBasics.jl": "GeometryBasics.jl", "aslze/minirender": "minirender",
    "assimp/assimp": "assimp", "cnr-isti-vclab/PyMeshLab": "PyMeshLab", "cnr-isti-vclab/meshlab": "MeshLab",
    "cnr-isti-vclab/vcglib": "vcglib", "compas-dev/compas": "compas", "g4edge/pyg4ometry": "pyg4ometry",
    "google/draco": "Draco", "google/model-viewer": "model-viewer", "google/usd_from_gltf": "usd_from_gltf",
    "isl-org/Open3D": "Open3D", "kcoley/gltf2usd": "gltf2usd", "manyfold3d/manyfold": "Manyfold",
    "mikedh/trimesh": "trimesh", "mrdoob/three.js": "three.js", "nmwsharp/happly": "happly",
    "nschloe/meshio": "meshio", "opencv/opencv": "OpenCV", "sreiter/stl_reader": "stl_reader",
    "syoyo/tinygltf": "tinygltf", "tinyobjloader/tinyobjloader": "tinyobjloader", "vengi-voxel/vengi": "vengi",
    "warrenm/GLTFKit2": "GLTFKit2", "wolph/numpy-stl": "numpy-stl", "zeux/meshoptimizer": "gltfpack",
}


def to(target, keeps=None, reports=(), options=""):
    """A conversion of a case: its target, the kept features, and the codes of all losses."""
    row = {"to": target}
    if options:
        row["options"] = options
    return row | {"keeps": keeps or {}, "reports": sorted(reports)}


class Complaint(Case):
    """A case of another maker, with its threads, what was lost there, and conversions."""

    def __init__(self, slug, threads, lost, case, *conversions, sides=None):
        self.threads = [(thread.split("#")[0], int(thread.split("#")[1])) for thread in threads]
        repository, number = self.threads[0]
        name = f"{PROGRAMS[repository].lower()}-{number}-{slug}"
        self.path, self.folder = f"complaints/{name}.{case.ext}", "complaints"
        self.format, self.ext, self.data = case.format, case.ext, case.data
        self.about, self.expect, self.facts = lost, case.expect, case.facts
        beside = {path.split("/", 1)[1]: data for path, data in case.sides.items()} | (sides or {})
        self.sides = {f"complaints/{path}": data for path, data in beside.items()}
        self.conversions = list(conversions)

    def entry(self):
        complaints = [{"program": PROGRAMS[repository], "repository": repository, "number": number}
                      for repository, number in self.threads]
        return super().entry() | {"complaints": complaints, "conversions": self.conversions}


def cases():
    from . import complaints_gltf, complaints_obj, complaints_ply, complaints_stl
    for maker in (complaints_gltf, complaints_obj, complaints_ply, complaints_stl):
        yield from maker.cases()
