"""Prints what Blender finds in a file, as JSON: for reader_facts.py.

usage: blender -b --factory-startup --python blender_facts.py -- FILE
"""
import json
import sys

import bpy

path = sys.argv[sys.argv.index("--") + 1]
ending = path.rsplit(".", 1)[1]
bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
if ending == "obj":
    bpy.ops.wm.obj_import(filepath=path)
elif ending in ("ply", "stl"):
    getattr(bpy.ops.import_mesh, ending)(filepath=path)
else:
    import numpy

    # Blender 3.4's importer says numpy.bool, which numpy no longer has.
    vars(numpy).setdefault("bool", bool)
    bpy.ops.import_scene.gltf(filepath=path)

facts = {"points": [], "triangles": [], "lines": 0, "color": None, "face color": None, "uv sets": 0}
for thing in bpy.context.scene.objects:
    if thing.type != "MESH":
        continue
    mesh, base = thing.data, len(facts["points"])
    for vertex in mesh.vertices:
        x, y, z = thing.matrix_world @ vertex.co
        # Blender has Z up; OBJ and glTF are turned on import.
        facts["points"].append([x, z, -y] if ending in ("obj", "gltf") else [x, y, z])
    # A mirrored object is drawn with its faces reversed.
    turn = -1 if thing.matrix_world.determinant() < 0 else 1
    facts["triangles"] += [[v + base for v in polygon.vertices][::turn] for polygon in mesh.polygons]
    facts["lines"] += sum(edge.is_loose for edge in mesh.edges)
    if mesh.color_attributes:
        facts["color"] = mesh.color_attributes[0].data[0].color[0]
    facts["uv sets"] = max(facts["uv sets"], len(mesh.uv_layers))
print("FACTS " + json.dumps(facts))
