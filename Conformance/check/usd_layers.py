#!/usr/bin/env python3
"""Converts USD layers through every encoding and compares them with usd-core's reading.

usage: usd_layers.py MESHCONV FILE_OR_FOLDER... [--jobs N] [--keep FOLDER]
       usd_layers.py scenes MESHCONV FILE_OR_FOLDER...

Each USD file is converted to usda, usdc and usdz, and by the chains usda → usdc → usda and usdc → usdz → usda. The layers,
and those that they name, are compared spec by spec and field by field; names of files are equal if the files are.
`meshconv diff --exact` has to agree. Files that neither can read are counted and skipped; those that only meshconv refuses to
read or write are listed. Files that a package can't have according to the report are counted separately. So are copies with a
record of values that their encoding has no form for: these have to equal what usd-core reads in the source.

With `scenes`, files of other formats are converted to usda and to usdc: usd-core's text of both layers, and of both stages
flattened, has to be equal except for the names of images.

Needs usd-core (`pip install usd-core`); without it, it says so and succeeds.
"""
import collections
import concurrent.futures
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import usd_zoo

ENDINGS = {".usd", ".usda", ".usdc", ".usdz"}
CHAINS = (("usda",), ("usdc",), ("usdz",), ("usda", "usdc", "usda"), ("usdc", "usdz", "usda"))


def open_layer(path):
    from pxr import Sdf, Tf

    try:
        return Sdf.Layer.FindOrOpen(str(path))
    except Tf.ErrorException:
        return None


class Names:
    """The files that names in a pair of layers refer to."""

    def __init__(self, one, other, told):
        self.layers = one, other
        self.pairs = []
        self.told = told

    def meaning(self, layer, name):
        """The layer or the bytes that a name leads to; the name itself where it leads nowhere."""
        from pxr import Ar

        if not name or name.startswith("`"):
            return "name", name
        path = layer.ComputeAbsolutePath(name)
        packed = Ar.IsPackageRelativePath(layer.identifier) or layer.identifier.endswith(".usdz")
        if packed and not Ar.IsPackageRelativePath(path):
            # Files beside a package are not part of it.
            return "name", name
        if pathlib.Path(name.rstrip("]")).suffix.lower() in ENDINGS and inside(layer, path):
            found = open_layer(path)
            if found:
                return "layer", found
        resolved = Ar.GetResolver().Resolve(path) if inside(layer, path) else None
        asset = Ar.GetResolver().OpenAsset(resolved) if resolved else None
        return ("file", hashlib.sha256(bytes(asset.GetBuffer())).hexdigest()) if asset else ("name", name)

    def are_same(self, one, other):
        (kind, a), (kind_of_other, b) = self.meaning(self.layers[0], one), self.meaning(self.layers[1], other)
        if kind == kind_of_other == "layer":
            self.pairs.append((a, b))
            return True
        if kind == "file" and kind_of_other == "name" and ending(one) in self.told:
            self.told[ending(one)] += 1
            return True
        return (kind, a) == (kind_of_other, b)


def with_record(layer, specs, told):
    """The specs of a copy, with the values in meshconv's record, which its encoding has no form for."""
    from pxr import Sdf

    data = dict(layer.customLayerData)
    record = dict(data.get("meshconv", {})).get("values")
    text = json.loads(record).get("layer") if record else None
    if not record:
        return specs
    told["record"] = told.get("record", 0) + 1
    own = dict(data.pop("meshconv"))
    del own["values"]
    if own:
        data["meshconv"] = own
    root = specs["/"][1]
    del root["customLayerData"]
    if data:
        root["customLayerData"] = plain(data)
    recorded = Sdf.Layer.CreateAnonymous(".usda")
    recorded.ImportFromString(text or "#usda 1.0\n")
    for path, (_, fields) in contents(recorded).items():
        for key, value in fields.items():
            if not key.startswith("<") and key not in ("specifier", "typeName", "custom", "variability"):
                specs[path][1][key] = value
    return specs


def ending(name):
    return pathlib.Path(name.rstrip("]")).suffix.lower()


def inside(layer, path):
    """Whether a path is in the folder of the layer's file: others are ignored."""
    top = os.path.dirname(os.path.abspath(layer.identifier.split("[")[0]))
    return os.path.abspath(path.split("[")[0]).startswith(top + os.sep)


def same(names, one, other):
    """Whether two values are equal; files by their contents."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        if one[:1] == ("<file>",) and other[:1] == ("<file>",):
            return names.are_same(one[1], other[1])
        return all(same(names, a, b) for a, b in zip(one, other))
    return one == other


def plain(one):
    """A value as something to compare, with names of files marked."""
    from pxr import Sdf, Vt

    kind = type(one).__name__
    if isinstance(one, Sdf.AssetPath):
        return "<file>", one.path
    if isinstance(one, (Sdf.Reference, Sdf.Payload)):
        offset = usd_zoo.bits(one.layerOffset.offset), usd_zoo.bits(one.layerOffset.scale)
        data = plain(dict(one.customData)) if isinstance(one, Sdf.Reference) else ()
        return kind, ("<file>", one.assetPath), str(one.primPath), offset, data
    if kind == "Spline":
        return kind, spline(one)
    if kind.endswith("ArrayEdit"):
        return kind, edit_text(one)
    if isinstance(one, dict):
        return kind, tuple((key, plain(entry)) for key, entry in sorted(one.items()))
    if "ListOp" in kind:
        lists = ("explicitItems", "addedItems", "prependedItems", "appendedItems", "deletedItems", "orderedItems")
        return kind, one.isExplicit, tuple(tuple(plain(item) for item in getattr(one, name)) for name in lists)
    if kind == "AssetPathArray":
        return kind, tuple(plain(part) for part in one)
    return usd_zoo.plain(one)


def spline(one):
    """All properties of a curve; tangents without effect are not in text, and left out."""
    def ends(way):
        return str(way.mode), usd_zoo.bits(way.slope)

    knots, before = [], None
    for knot in one.GetKnots().values():
        parts = [knot.GetTime(), plain(knot.GetValue()), str(knot.GetNextInterpolation()), knot.IsDualValued()]
        if knot.IsDualValued():
            parts.append(plain(knot.GetPreValue()))
        if before is None or before.endswith("Curve"):
            parts += [plain(knot.GetPreTanSlope()), str(knot.GetPreTanAlgorithm())]
        before = str(knot.GetNextInterpolation())
        if before.endswith("Curve"):
            parts += [plain(knot.GetPostTanSlope()), str(knot.GetPostTanAlgorithm())]
        knots.append(tuple(parts) + (plain(dict(knot.GetCustomData())),))
    loop = one.GetInnerLoopParams()
    loops = loop.protoStart, loop.protoEnd, loop.numPreLoops, loop.numPostLoops, loop.valueOffset
    return str(one.GetCurveType()), ends(one.GetPreExtrapolation()), ends(one.GetPostExtrapolation()), loops, tuple(knots)


def edit_text(one):
    from pxr import Sdf

    layer = Sdf.Layer.CreateAnonymous(".usda")
    prim = Sdf.CreatePrimInLayer(layer, "/A")
    prim.SetInfo("customData", {})
    attribute = Sdf.AttributeSpec(prim, "a", Sdf.ValueTypeNames.IntArray)
    try:
        attribute.SetInfo("default", one)
        return layer.ExportToString()
    except Exception:
        return str(one)


def read(layer, spec, key):
    """Fields that name files, relocate prims, or that usd-core has no value of Python for."""
    if key == "subLayers":
        return tuple(("<file>", name) for name in layer.subLayerPaths)
    if key == "relocates":
        return tuple(sorted((str(a), str(b)) for a, b in spec.relocates.items()))
    if key in ("timeSamples", "subLayerOffsets", "layerRelocates"):
        return None
    try:
        return plain(spec.GetInfo(key))
    except (TypeError, UnicodeDecodeError) as error:
        return "unreadable: %s" % type(error).__name__


def contents(layer):
    """Each spec of a layer with its fields, except for implied values."""
    specs = usd_zoo.contents(layer, plain, read)
    for _, fields in specs.values():
        for key in ("subLayers", "subLayerOffsets"):
            if fields.get(key) == ():
                del fields[key]
        # `over` and `custom = false` are the same whether stated or not.
        for key, implied in (("custom", ("bool", "False")), ("variability", ("Variability", "Sdf.VariabilityVarying")),
                             ("specifier", ("Specifier", "Sdf.SpecifierOver"))):
            if fields.get(key) == implied:
                del fields[key]
    return specs


def differences(one, other, told):
    """The differences between two layers and those that they name, a line each; the numbers of specs and fields compared.

    `told` has the endings of files that the report says were left out, and counts how often they are missed.
    """
    lines, specs, fields = [], 0, 0
    waiting, known = [(one, other)], set()
    while waiting:
        a, b = waiting.pop()
        if (a.identifier, b.identifier) in known:
            continue
        known.add((a.identifier, b.identifier))
        names = Names(a, b, told)
        first, second = contents(a), with_record(b, contents(b), told)
        specs += len(first)
        for path in list(first) + [path for path in second if path not in first]:
            if path not in first or path not in second:
                lines.append("%s: only in the %s" % (path, "source" if path in first else "copy"))
                continue
            if first[path][0] != second[path][0]:
                lines.append("%s: %s, %s" % (path, first[path][0], second[path][0]))
            for key in sorted(set(first[path][1]) | set(second[path][1])):
                fields += 1
                x, y = first[path][1].get(key), second[path][1].get(key)
                if not same(names, x, y):
                    lines.append("%s: %s: %.160s | %.160s" % (path, key, x, y))
        waiting += names.pairs
    return lines, specs, fields


def meshconv(program, *words):
    done = subprocess.run([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
    return done.returncode, (done.stderr.strip() or done.stdout.strip())


def check(program, source, folder):
    """The result of each chain: a word, and lines with details."""
    results = []
    layer = open_layer(source)
    folder.mkdir(parents=True, exist_ok=True)
    for chain in CHAINS:
        here, refusal, told = source, None, {}
        for step, ending in enumerate(chain):
            inner = folder / ("%s.%d" % ("-".join(chain), step))
            inner.mkdir(exist_ok=True)
            target = inner / ("copy." + ending)
            report = inner / "report.json"
            code, text = meshconv(program, str(here), str(target), "--quiet", "--report", str(report))
            if code != 0:
                refusal = code, text
                break
            told.update(left_out(report))
            here = target
        if refusal:
            word = "refused"
            if "[input." in refusal[1]:
                word = "unreadable" if layer is None else "read by usd-core alone"
            results.append((chain, word, [refusal[1].splitlines()[0][-300:]], 0, 0))
            continue
        code, text = meshconv(program, "diff", "--exact", str(source), str(here))
        own = [] if code == 0 else ["diff --exact: " + line for line in text.splitlines()[1:-1]]
        if layer is None:
            results.append((chain, "differs" if own else "unknown to usd-core", own, 0, 0))
            continue
        copy = open_layer(here)
        if copy is None:
            results.append((chain, "differs", ["usd-core can't read the copy"] + own, 0, 0))
            continue
        lines, specs, fields = differences(layer, copy, told)
        has_record = told.pop("record", 0) > 0
        missed = sum(told.values())
        if len(own) == missed:
            # Each is the name of a file that the report says was left out.
            own = []
        word = "differs" if lines or own else "lacks files as told" if missed else "equal"
        if word == "equal" and has_record:
            word = "equal by a record"
        results.append((chain, word, lines[:8] + own[:6], specs, fields))
    return results


def left_out(report):
    """The endings of files that a report says were left out."""
    losses = json.loads(report.read_text())["losses"]
    return {"." + loss["name"].rsplit(".", 1)[-1].split(" ")[0].lower(): 0 for loss in losses
            if loss["code"] in ("native.unmapped", "texture.dropped")}


def files(arguments, endings=frozenset(ENDINGS)):
    for argument in map(pathlib.Path, arguments):
        if argument.is_dir():
            yield from (path for path in sorted(argument.rglob("*")) if path.suffix.lower() in endings)
        else:
            yield argument


def scene_texts(path):
    """The texts of a layer and of its stage flattened, with the names of files without their folders."""
    from pxr import Sdf, Usd

    layer = Sdf.Layer.FindOrOpen(str(path))
    texts = layer.ExportToString(), Usd.Stage.Open(layer).Flatten().ExportToString()
    return [re.sub(r"@[^@]*/([^/@]*)@", r"@\1@", text).replace(path.name, "ROOT") for text in texts]


def scenes(program, sources):
    """Compares scenes written as text and as crates; returns the number of those that differ."""
    counts = collections.Counter()
    for source in sources:
        with tempfile.TemporaryDirectory() as folder:
            targets = [pathlib.Path(folder) / ("scene" + ending) for ending in (".usda", ".usdc")]
            codes = [meshconv(program, str(source), str(target), "--quiet")[0] for target in targets]
            if codes[0] or codes[1]:
                counts["refused" if codes[0] == codes[1] else "differ"] += 1
                continue
            try:
                text, crate = map(scene_texts, targets)
            except Exception as error:
                text, crate = str(error), None
            counts["equal" if text == crate else "differ"] += 1
            if text != crate:
                print("%s: %s" % (source, "other text" if crate else text[-300:]))
    print("%d scenes; %s" % (sum(counts.values()), ", ".join("%d %s" % (n, word) for word, n in sorted(counts.items()))))
    return counts["differ"]


def run_one(program, source, keep):
    """Runs in a separate process: usd-core keeps every layer that it opened, and may end the process."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(keep) if keep else pathlib.Path(folder)
        for chain, word, lines, specs, fields in check(program, pathlib.Path(source), place):
            print("\t".join([" → ".join(chain), word, str(specs), str(fields)]))
            for line in lines:
                print("  " + line)


def main(arguments):
    if importlib.util.find_spec("pxr") is None:
        print("usd-core is not installed: nothing was compared")
        return 0
    keep, jobs, words = None, 2, []
    queue = collections.deque(arguments)
    while queue:
        word = queue.popleft()
        if word == "--keep":
            keep = queue.popleft()
        elif word == "--jobs":
            jobs = int(queue.popleft())
        else:
            words.append(word)
    if len(words) < 2:
        print(__doc__)
        return 64
    if words[0] == "one":
        run_one(words[1], words[2], keep)
        return 0
    if words[0] == "scenes":
        sources = files(words[2:], {".obj", ".ply", ".stl", ".gltf", ".glb"})
        return 1 if scenes(shutil.which(words[1]) or os.path.abspath(words[1]), sources) else 0
    program = shutil.which(words[0]) or os.path.abspath(words[0])
    sources = list(dict.fromkeys(path.resolve() for path in files(words[1:])))

    def job(numbered):
        number, source = numbered
        extra = ["--keep", os.path.join(keep, str(number))] if keep else []
        return source, subprocess.run([sys.executable, __file__, "one", program, str(source), *extra],
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    counts, specs, fields = collections.Counter(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for source, done in pool.map(job, enumerate(sources)):
            if done.returncode != 0:
                counts["failed"] += 1
                print("%s: usd-core ended with %d" % (source, done.returncode))
            shows = False
            for line in done.stdout.splitlines():
                if line.startswith("  "):
                    if shows:
                        print(line)
                    continue
                chain, word, some, more = line.split("\t")
                counts[word] += 1
                specs, fields = specs + int(some), fields + int(more)
                shows = word in ("differs", "refused", "read by usd-core alone")
                if shows:
                    print("%s: %s: %s" % (source, chain, word))
    print("%d files; %s; %d specs, %d fields compared" % (
        len(sources), ", ".join("%d %s" % (count, word) for word, count in sorted(counts.items())), specs, fields))
    return 1 if counts["differs"] or counts["failed"] or counts["refused"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
