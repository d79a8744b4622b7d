#!/usr/bin/env python3
"""Gaussian splats between PLY, USD and glTF, judged by usd-core and numpy.

    splats.py PROGRAM [FOLDER]

Draws splats of degree 0 to 3 with the numbers of trainers (logarithms, logits, rotations of any length), converts them
with PROGRAM to .usda, .usdc, .usdz and .glb, and compares what usd-core reads in the attributes of
ParticleField3DGaussianSplat with exp, the logistic function and unit quaternions of the PLY. UsdValidation must find
nothing. Then PLY -> USD -> PLY must give the same numbers bit by bit, and USD -> GLB -> USD the same plain ones.
Needs usd-core 26.03 or later, and numpy.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from pxr import Usd, UsdValidation, UsdVol


def names(degree):
    rest = [f"f_rest_{i}" for i in range(3 * ((degree + 1) ** 2 - 1))]
    return (
        ["x", "y", "z", "nx", "ny", "nz", "f_dc_0", "f_dc_1", "f_dc_2"] + rest + ["opacity"]
        + [f"scale_{i}" for i in range(3)] + [f"rot_{i}" for i in range(4)]
    )


def write_ply(path, degree, count, rng):
    own = names(degree)
    values = rng.normal(size=(count, len(own)), scale=3).astype("<f4")
    values[:, 3:6] = 0
    lines = "".join(f"property float {name}\n" for name in own)
    head = f"ply\nformat binary_little_endian 1.0\nelement vertex {count}\n{lines}end_header\n"
    path.write_bytes(head.encode() + values.tobytes())
    return dict(zip(own, values.T))


def read_ply(path):
    data = path.read_bytes()
    end = data.index(b"end_header\n") + len(b"end_header\n")
    own, count = [], 0
    for line in data[:end].decode().splitlines():
        words = line.split()
        if words[:2] == ["element", "vertex"]:
            count = int(words[2])
        elif words[0] == "property":
            assert words[1] == "float", line
            own.append(words[2])
    values = np.frombuffer(data, "<f4", count * len(own), end).reshape(count, len(own))
    return dict(zip(own, values.T))


def fields(path):
    stage = Usd.Stage.Open(str(path))
    prims = [p for p in stage.Traverse() if p.IsA(UsdVol.ParticleField3DGaussianSplat)]
    assert len(prims) == 1, f"{path}: {len(prims)} fields of splats"
    field = UsdVol.ParticleField3DGaussianSplat(prims[0])
    degree = field.GetRadianceSphericalHarmonicsDegreeAttr().Get()
    turns = [(q.GetReal(), *q.GetImaginary()) for q in field.GetOrientationsAttr().Get()]
    each = (degree + 1) ** 2
    return stage, degree, {
        "places": np.array(field.GetPositionsAttr().Get()),
        "turns": np.array(turns),
        "scales": np.array(field.GetScalesAttr().Get()),
        "opacities": np.array(field.GetOpacitiesAttr().Get()),
        "harmonics": np.array(field.GetRadianceSphericalHarmonicsCoefficientsAttr().Get()).reshape(-1, each, 3),
    }


def expected(ply, degree):
    turns = np.stack([ply[f"rot_{i}"] for i in range(4)], 1).astype(float)
    each = (degree + 1) ** 2 - 1
    harmonics = [[ply[f"f_dc_{c}"] for c in range(3)]]
    harmonics += [[ply[f"f_rest_{c * each + i}"] for c in range(3)] for i in range(each)]
    return {
        "places": np.stack([ply[n] for n in "xyz"], 1),
        "turns": turns / np.linalg.norm(turns, axis=1, keepdims=True),
        "scales": np.exp(np.stack([ply[f"scale_{i}"] for i in range(3)], 1).astype(float)),
        "opacities": 1 / (1 + np.exp(-ply["opacity"].astype(float))),
        "harmonics": np.array(harmonics).transpose(2, 0, 1),
    }


def far(a, b):
    """The largest difference as a share of the number; shapes must agree."""
    assert a.shape == b.shape, f"{a.shape} is not {b.shape}"
    return float(np.max(np.abs(a - b) / np.maximum(np.abs(b), 1e-6), initial=0))


def run(program, source, target, *options):
    done = subprocess.run([program, str(source), str(target), "--force", *options], capture_output=True, text=True)
    assert done.returncode == 0, f"{source} -> {target}: {done.stdout}{done.stderr}"


def main():
    program = str(Path(sys.argv[1]).resolve())
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    context = UsdValidation.ValidationContext(validators)
    rng = np.random.default_rng(7)
    bad = 0
    for degree in range(4):
        ply = folder / f"s{degree}.ply"
        numbers = write_ply(ply, degree, 1000, rng)
        wanted = expected(numbers, degree)
        for ending in ["usda", "usdc", "usdz"]:
            usd = folder / f"s{degree}.{ending}"
            run(program, ply, usd, "--verify")
            stage, found_degree, found = fields(usd)
            worst = {name: far(found[name], wanted[name]) for name in wanted}
            remarks = [e.GetName() for e in context.Validate(stage)]
            back = folder / f"back{degree}{ending}.ply"
            run(program, usd, back, "--verify")
            again = read_ply(back)
            same = set(again) == set(numbers) and all(
                again[n].tobytes() == numbers[n].tobytes() for n in numbers)
            glb, third = folder / f"s{degree}{ending}.glb", folder / f"third{degree}{ending}.usdc"
            run(program, usd, glb, "--verify")
            run(program, glb, third, "--verify")
            round_trip = {name: far(fields(third)[2][name], found[name]) for name in found}
            good = (
                found_degree == degree and max(worst.values()) < 3e-7 and not remarks and same
                and max(round_trip.values()) == 0)
            bad += not good
            print(
                f"degree {degree} {ending}: {max(worst.values()):.1e} from the PLY, {len(remarks)} remarks {remarks}, "
                f"{'same' if same else 'OTHER'} PLY, {max(round_trip.values()):.1e} through GLB"
                f"{'' if good else '  <-'}")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
