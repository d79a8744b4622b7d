#!/usr/bin/env python3
"""Checks with usd-core and Pillow whether the texture of a usdz shows the colours that it was painted from.

usage: painted.py FILE.usdz ...        each mesh that has displayColor and a texture

A face's colour is the mean of its corners'; the texture is sampled bilinearly at the mean of their coordinates, before and
after decoding. It prints the largest difference, in 1/255 of an encoded component; more than 4 is an error. Colours are
mixed as bytes (`encoded`) or as light (`linear`): the better of both counts, since sources mix them in either way.

Needs usd-core, numpy and Pillow; without them it says so and succeeds.
"""
import importlib.util
import io
import sys
import zipfile

MISSING = [name for name in ("pxr", "numpy", "PIL") if importlib.util.find_spec(name) is None]


def encode(linear):
    import numpy as np
    linear = np.clip(linear, 0, 1)
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055) * 255


def decode(code):
    import numpy as np
    code = np.asarray(code, float) / 255
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)


def sampled(image, uv):
    """The results of bilinear filtering of encoded texels and of decoded ones."""
    import numpy as np
    height, width = image.shape[:2]
    x, y = uv[:, 0] * width - 0.5, (1 - uv[:, 1]) * height - 0.5
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    before, after = np.zeros((len(uv), 3)), np.zeros((len(uv), 3))
    for dx in (0, 1):
        for dy in (0, 1):
            weight = ((1 - np.abs(x - left - dx)) * (1 - np.abs(y - top - dy)))[:, None]
            texel = image[np.clip(top + dy, 0, height - 1), np.clip(left + dx, 0, width - 1), :3]
            before += weight * texel
            after += weight * decode(texel)
    return before, encode(after)


def corner_values(primvar, counts, indices):
    """A row for each corner."""
    import numpy as np
    values = np.asarray(primvar.ComputeFlattened(), float)
    kind = primvar.GetInterpolation()
    if kind == "faceVarying":
        return values
    if kind == "vertex":
        return values[indices]
    if kind == "uniform":
        return np.repeat(values, counts, axis=0)
    return np.repeat(values, len(indices), axis=0)


def painted_texture(mesh):
    """The asset and the name of the coordinates of the texture of a mesh's material; None: it has none."""
    from pxr import UsdShade
    material = UsdShade.MaterialBindingAPI(mesh).ComputeBoundMaterial()[0]
    surface = material.ComputeSurfaceSource()[0] if material else None
    color = surface.GetInput("diffuseColor") if surface else None
    source = color.GetConnectedSources()[0] if color else None
    if not source:
        return None
    shader = UsdShade.Shader(source[0].source.GetPrim())
    if shader.GetIdAttr().Get() != "UsdUVTexture":
        return None
    reader = UsdShade.Shader(shader.GetInput("st").GetConnectedSources()[0][0].source.GetPrim())
    return shader.GetInput("file").Get().path, str(reader.GetInput("varname").Get())


def differences(path):
    import numpy as np
    from PIL import Image
    from pxr import Usd, UsdGeom
    stage = Usd.Stage.Open(path)
    archive = zipfile.ZipFile(path)
    for prim in stage.TraverseAll():
        if not prim.IsA(UsdGeom.Mesh):
            continue
        api = UsdGeom.PrimvarsAPI(prim)
        colors, texture = api.GetPrimvar("displayColor"), painted_texture(prim)
        mesh = UsdGeom.Mesh(prim)
        counts = np.asarray(mesh.GetFaceVertexCountsAttr().Get(), int)
        if not colors.HasValue() or texture is None or not counts.sum():
            continue
        indices = np.asarray(mesh.GetFaceVertexIndicesAttr().Get(), int)
        image = np.asarray(Image.open(io.BytesIO(archive.read(texture[0].removeprefix("./")))).convert("RGB"), float)
        uv = corner_values(api.GetPrimvar(texture[1]), counts, indices)
        assert uv.min() >= 0 and uv.max() <= 1, "coordinates outside of the image"
        linear = np.nan_to_num(corner_values(colors, counts, indices), nan=0, posinf=1, neginf=0)
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])[counts > 0]
        sizes = counts[counts > 0][:, None]

        def mean(values):
            return np.add.reduceat(values, starts, axis=0) / sizes

        seen = sampled(image, mean(uv))
        wanted = {"encoded": mean(encode(linear)), "linear": encode(mean(np.clip(linear, 0, 1)))}
        # The worst face counts; of both ways of mixing the better one.
        yield prim.GetPath(), len(sizes), {
            name: max(np.abs(one - want).max() for one in seen) for name, want in wanted.items()}


def main(paths):
    if MISSING:
        return print(f"not checked: {', '.join(MISSING)} missing")
    seen = wrong = 0
    for path in paths:
        for prim, faces, found in differences(path):
            seen += 1
            best = min(found, key=found.get)
            wrong += found[best] > 4
            if len(paths) < 10 or found[best] > 4:
                print(f"{path}:{prim}: {faces} faces, largest difference {found[best]:.2f} of 255 ({best})")
    print(f"{seen} painted meshes in {len(paths)} files, {wrong} differ by more than 4")
    sys.exit(1 if wrong else 0)


main(sys.argv[1:])
