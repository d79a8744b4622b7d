#!/usr/bin/env python3
"""Makes USD layers with a value of every kind, and compares layers as usd-core reads them.

usage: usd_zoo.py make FOLDER             writes the zoo in each version of crate files, and as text
       usd_zoo.py compare ONE OTHER...    compares pairs of layers spec by spec and field by field
       usd_zoo.py run COMMAND [FILE...]   converts the zoo (and files) with COMMAND, which has {in} and {out}, and compares

Needs usd-core (`pip install usd-core`); without it, it says so and succeeds.
"""
import importlib.util
import os
import pathlib
import shlex
import struct
import subprocess
import sys
import tempfile

VERSIONS = ("0.4.0", "0.6.0", "0.7.0", "0.8.0", "0.13.0", "0.14.0", "0.16.0")
SCALARS = """bool uchar int uint int64 uint64 half float double timecode duration string token asset pathExpression matrix2d
    matrix3d matrix4d quatd quatf quath double2 float2 half2 int2 double3 float3 half3 int3 double4 float4 half4 int4
    point3f normal3f vector3d color3f color4h texCoord2f frame4d""".split()
# Types that older versions lack.
SINCE = {"timecode": 9, "pathExpression": 10, "duration": 16}
TEXTS = ["", "a", "wall", "Grüße 響", 'quote " and\nline', "x" * 300]


def component(base, seed, kind):
    """One number of a sequence of the given kind."""
    whole = base.startswith(("int", "uint", "uchar", "bool"))
    mixed = (seed * 2654435761 + 12345) & 0xFFFFFFFF
    if base == "bool":
        return bool(mixed >> 7 & 1)
    if base == "uchar":
        return mixed >> 5 & 255
    if kind == "equal":
        return 3 if whole else 3.0
    if kind == "whole":
        return seed % 11 if base.startswith("u") else seed % 11 - 5 if whole else float(seed % 11 - 5)
    if kind == "few":
        return seed % 3 if whole else (0.5, -1.25, 1024.0)[seed % 3]
    if whole:
        bits = 64 if base.endswith("64") else 32
        value = (mixed << 32 | mixed ^ 0x5BD1E995) & ((1 << bits) - 1)
        value >>= (seed % 5) * (bits // 6)
        return value if base.startswith("u") else value - (1 << bits) if value >> (bits - 1) else value
    return (mixed % 20001 - 10000) / 256.0


def value(name, seed, kind="any"):
    """A value of a type."""
    from pxr import Gf, Sdf

    if name in ("string", "token"):
        return TEXTS[seed % len(TEXTS)]
    if name == "asset":
        return Sdf.AssetPath("./textures/%d äö.png" % (seed % 4))
    if name == "pathExpression":
        return Sdf.PathExpression("/World//part%d" % (seed % 4))
    if name == "timecode":
        return Sdf.TimeCode(component("double", seed, kind))
    if name == "duration":
        return Gf.Duration(component("double", seed, kind))
    default = Sdf.ValueTypeNames.Find(name).defaultValue
    made = type(default)
    if name.startswith(("matrix", "frame")):
        rows = made.dimension[0]
        return made(*[component("double", seed * 17 + index, kind) for index in range(rows * rows)])
    if name.startswith("quat"):
        parts = [component("float", seed * 5 + index, kind) for index in range(4)]
        return made(parts[0], *parts[1:])
    if hasattr(made, "dimension"):
        base = "int" if name.startswith("int") else "float"
        return made(*[component(base, seed * 7 + index, kind) for index in range(made.dimension)])
    return component(name, seed, kind)


def typed(name, plain):
    """A Python value of the type; some types are narrower than Python's own."""
    from pxr import Vt

    makers = {"uchar": Vt.UChar, "uint": Vt.UInt, "int64": Vt.Int64, "uint64": Vt.UInt64, "half": Vt.Half,
              "float": Vt.Float, "token": Vt.Token}
    maker = makers.get(name)
    return maker(plain) if maker else plain


def array(name, values):
    from pxr import Sdf, Vt

    made = type(Sdf.ValueTypeNames.Find(name + "[]").defaultValue)
    return made(values)


def special(name):
    """Numbers at the limits of a type; none may change by a bit."""
    if name in ("half", "float", "double", "timecode"):
        tiny = {"half": 2.0 ** -24, "float": 2.0 ** -149}.get(name, 5e-324)
        large = {"half": 65504.0, "float": 3.4028234663852886e38}.get(name, 1.7976931348623157e308)
        return [0.0, -0.0, 1.0, -128.0, 127.0, 0.1, tiny, -tiny, large, -large, float("inf"), float("-inf"), float("nan")]
    if name == "bool":
        return [False, True]
    width = {"uchar": 8, "int": 32, "uint": 32, "int64": 64, "uint64": 64}.get(name)
    if width:
        low, high = (0, (1 << width) - 1) if name.startswith("u") else (-(1 << width - 1), (1 << width - 1) - 1)
        return [low, 0, 1, high, high - 1, min(high, 1 << 31), max(low, -(1 << 31)), min(high, (1 << 32) - 1)]
    return []


def fill(layer, minor):
    """Fills a layer with everything that a crate file of version 0.minor can hold."""
    from pxr import Gf, Sdf, Vt

    root = layer.pseudoRoot
    layer.documentation = "Everything"
    layer.comment = "one of each"
    layer.defaultPrim = "World"
    layer.subLayerPaths = ["./below.usda", "./far/below.usda"]
    layer.subLayerOffsets[1] = Sdf.LayerOffset(12.5, 0.5)
    layer.startTimeCode, layer.endTimeCode, layer.timeCodesPerSecond = 1, 48.25, 24
    for key, one in (("upAxis", "Z"), ("metersPerUnit", 0.01)):
        root.SetInfo(key, one)
    layer.customLayerData = {
        "empty": {}, "one": 1, "deep": {"deeper": {"deepest": Vt.DoubleArray([0.25, 1.5])}, "word": "b"},
        "texts": Vt.StringArray(TEXTS), "point": Gf.Vec3d(1, 2, 3.25), "no": False}
    world = Sdf.CreatePrimInLayer(layer, "/World")
    world.specifier, world.typeName, world.kind = Sdf.SpecifierDef, "Xform", "assembly"
    world.nameChildrenOrder, world.propertyOrder = ["Second", "First"], ["b", "a"]
    world.active, world.hidden, world.instanceable = True, True, True
    world.documentation, world.permission = "a\nb", Sdf.PermissionPrivate
    world.customData = {"a": 1, "b": {"c": Gf.Matrix4d(2)}}
    world.assetInfo = {"identifier": Sdf.AssetPath("x.usd")}
    world.SetInfo("apiSchemas", Sdf.TokenListOp.Create(["A", "B"], ["C"], ["D"]))
    world.SetInfo("clipSets", Sdf.StringListOp.CreateExplicit(["s", "t"]))
    for name in ("Second", "First"):
        child = Sdf.PrimSpec(world, name, Sdf.SpecifierOver)
        Sdf.PrimSpec(child, "Under", Sdf.SpecifierClass)
    lists(world, minor)
    variants(world)
    attributes(layer, minor)
    if minor >= 11:
        layer.relocates = [("/World/First", "/World/Moved"), ("/World/Second/Under", "/World/Second/Elsewhere")]
    else:
        # Text and newer crates have them.
        pass


def lists(world, minor):
    from pxr import Gf, Sdf

    world.inheritPathList.Prepend("/_class")
    world.inheritPathList.Append("/_other")
    world.specializesList.explicitItems = ["/_class"]
    references = world.referenceList
    references.Prepend(Sdf.Reference("./a.usda", "/A", Sdf.LayerOffset(3, 2), {"note": "why", "n": {"m": 4}}))
    references.Append(Sdf.Reference("", "/World/First"))
    references.Append(Sdf.Reference("./b.usda"))
    references.deletedItems.append(Sdf.Reference("./old.usda", "/Old"))
    loads = Sdf.CreatePrimInLayer(world.layer, "/Loads")
    one = Sdf.PrimSpec(loads, "One", Sdf.SpecifierDef)
    one.payloadList.explicitItems = [Sdf.Payload("./one.usda", "/One")]
    none = Sdf.PrimSpec(loads, "None", Sdf.SpecifierDef)
    none.payloadList.ClearEditsAndMakeExplicit()
    if minor >= 8:
        offset = Sdf.PrimSpec(loads, "Offset", Sdf.SpecifierDef)
        offset.payloadList.explicitItems = [Sdf.Payload("./one.usda", "/One", Sdf.LayerOffset(-1, 0.25))]
        more = Sdf.PrimSpec(loads, "More", Sdf.SpecifierDef)
        more.payloadList.Prepend(Sdf.Payload("./p.usda", "/P"))
        more.payloadList.Append(Sdf.Payload("", "/World"))
        inner = Sdf.PrimSpec(loads, "Inner", Sdf.SpecifierDef)
        inner.payloadList.explicitItems = [Sdf.Payload("", "/World")]
    ids = Sdf.CreatePrimInLayer(world.layer, "/Ids")
    numbers = Sdf.Int64ListOp()
    numbers.explicitItems = [1, -(1 << 40), 3]
    ids.SetInfo("inactiveIds", numbers)


def variants(world):
    from pxr import Sdf

    world.variantSelections.update({"lod": "high", "color": "red"})
    world.variantSetNameList.Prepend("lod")
    world.variantSetNameList.Append("color")
    for set_name, names in (("lod", ("high", "low")), ("color", ("red", "dark-blue", "1st|b"))):
        variant_set = Sdf.VariantSetSpec(world, set_name)
        for name in names:
            inside = Sdf.VariantSpec(variant_set, name).primSpec
            Sdf.PrimSpec(inside, "Part", Sdf.SpecifierDef, "Mesh")
            Sdf.AttributeSpec(inside, "size", Sdf.ValueTypeNames.Double).default = 2.5
            inner = Sdf.VariantSpec(Sdf.VariantSetSpec(inside, "inner"), "x").primSpec
            Sdf.AttributeSpec(inner, "depth", Sdf.ValueTypeNames.Int).default = 2


def attributes(layer, minor):
    from pxr import Gf, Sdf, Vt

    for name in SCALARS:
        if SINCE.get(name, 0) > minor:
            continue
        prim = Sdf.CreatePrimInLayer(layer, "/Types/T_" + name)
        prim.specifier = Sdf.SpecifierDef
        kind, kinds = Sdf.ValueTypeNames.Find(name), Sdf.ValueTypeNames.Find(name + "[]")
        for index, sort in enumerate(("any", "equal", "whole", "few")):
            Sdf.AttributeSpec(prim, "one_" + sort, kind).default = typed(name, value(name, index + 3, sort))
            for count in (0, 1, 3, 15, 16, 17, 70):
                attribute = Sdf.AttributeSpec(prim, "some_%s_%d" % (sort, count), kinds, Sdf.VariabilityUniform)
                attribute.default = array(name, [value(name, seed, sort) for seed in range(count)])
        for index, edge in enumerate(special(name)):
            one = Sdf.TimeCode(edge) if name == "timecode" else typed(name, edge)
            Sdf.AttributeSpec(prim, "edge_%d" % index, kind).default = one
        if special(name) and name != "timecode":
            Sdf.AttributeSpec(prim, "edges", kinds).default = array(name, special(name) * 3)
        sampled = Sdf.AttributeSpec(prim, "sampled", kind)
        for time in (-3, 0, 0.1, 7):
            layer.SetTimeSample(sampled.path, time, typed(name, value(name, int(time) + 9)))
        layer.SetTimeSample(sampled.path, 8, Sdf.ValueBlock())
        moving = Sdf.AttributeSpec(prim, "moving", kinds)
        for time in (0, 1, 2):
            layer.SetTimeSample(moving.path, time, array(name, [value(name, seed + time) for seed in range(20)]))
        Sdf.AttributeSpec(prim, "blocked", kind).default = Sdf.ValueBlock()
        Sdf.AttributeSpec(prim, "silent", kind)
    prim = Sdf.CreatePrimInLayer(layer, "/Types/Edges")
    for name, one in (("minusZero", Gf.Vec3f(-0.0, 1, 2)), ("bytes", Gf.Vec4d(-128, 127, 0, 1)),
                      ("tooLarge", Gf.Vec2i(128, -129)), ("half", Gf.Vec2h(0.5, -0.0))):
        base = {3: "float3", 4: "double4"}.get(len(one), "int2" if "Large" in name else "half2")
        Sdf.AttributeSpec(prim, name, Sdf.ValueTypeNames.Find(base)).default = one
    for name, one in (("identity", Gf.Matrix4d(1)), ("scaled", Gf.Matrix4d(3)), ("minus", Gf.Matrix4d(-0.0))):
        Sdf.AttributeSpec(prim, name, Sdf.ValueTypeNames.Matrix4d).default = one
    same = Sdf.CreatePrimInLayer(layer, "/Types/Same")
    for index in range(3):
        attribute = Sdf.AttributeSpec(same, "a%d" % index, Sdf.ValueTypeNames.FloatArray, Sdf.VariabilityVarying, True)
        attribute.default = Vt.FloatArray([seed * 0.3 for seed in range(100)])
        attribute.SetInfo("interpolation", "vertex") if index else attribute.SetInfo("customData", {"k": "v"})
        attribute.connectionPathList.Prepend("/Types/Same.a%d" % ((index + 1) % 3))
        attribute.connectionPathList.Append("/World/Part.x")
    relation = Sdf.RelationshipSpec(same, "targets")
    relation.targetPathList.explicitItems = ["/World/First", "/World/First.x", "/Types/Same.targets"]
    relation = Sdf.RelationshipSpec(same, "edited", custom=True)
    relation.targetPathList.Prepend("/World")
    relation.targetPathList.Append("/Types")
    relation.targetPathList.deletedItems.append("/Gone/Away")
    Sdf.RelationshipSpec(same, "empty").targetPathList.ClearEditsAndMakeExplicit()
    Sdf.RelationshipSpec(same, "silent")
    if minor >= 12:
        add_spline(same)


def add_spline(prim):
    from pxr import Sdf, Ts

    attribute = Sdf.AttributeSpec(prim, "spline", Sdf.ValueTypeNames.Double)
    spline = Ts.Spline("double")
    for time, height in ((1.0, 8.0), (6.0, 20.0)):
        knot = Ts.Knot("double")
        knot.SetTime(time)
        knot.SetValue(height)
        knot.SetNextInterpolation(Ts.InterpCurve)
        spline.SetKnot(knot)
    attribute.SetInfo("spline", spline) if not hasattr(attribute, "SetSpline") else attribute.SetSpline(spline)


def text_only(layer):
    """Content that only text can have here: names that no schema defines."""
    source = layer.ExportToString()
    return source.replace('    defaultPrim = "World"', '    defaultPrim = "World"\n    nobodyKnows = "this"\n'
                          "    norThis = {\n        int a = 3\n        dictionary b = {\n            string c = \"d\"\n        }\n    }", 1)


# MARK: Comparing


def bits(number):
    """Floats by their bits, but all NaNs are equal."""
    return "nan" if number != number else struct.pack(">d", number).hex()


def plain(one):
    """A value with its type, as something that can be compared."""
    kind = type(one).__name__
    if isinstance(one, dict):
        return kind, tuple(sorted((str(key), plain(entry)) for key, entry in one.items()))
    if isinstance(one, float):
        return kind, bits(one)
    if kind == "UnregisteredValue":
        return kind, plain(one.value)
    if kind in ("TimeCode", "Duration"):
        return kind, bits(float(one.GetValue()))
    if kind == "Spline":
        return kind, tuple((key, str(one.Eval(key))) for key in one.GetKnots().keys())
    if "ListOp" in kind:
        names = ("explicitItems", "addedItems", "prependedItems", "appendedItems", "deletedItems", "orderedItems")
        return kind, one.isExplicit, tuple(tuple(plain(item) for item in getattr(one, name)) for name in names)
    if hasattr(one, "__len__") and not isinstance(one, str):
        return kind, tuple(plain(part) for part in one)
    if kind.startswith("Quat"):
        return kind, plain(one.real), plain(one.imaginary)
    return kind, repr(one)


def contents(layer, plain=plain, read=lambda layer, spec, key: None):
    """Each spec of a layer with its fields and the order of its children; `read` returns values that need another form."""
    from pxr import Sdf

    specs = {}

    def visit(path):
        spec = layer.GetObjectAtPath(path)
        if spec is None:
            return
        fields = {}
        for key in spec.ListInfoKeys():
            own = read(layer, spec, key)
            if own is not None:
                fields[key] = own
            elif key == "timeSamples":
                times = layer.ListTimeSamplesForPath(path)
                fields[key] = tuple((bits(time), plain(layer.QueryTimeSample(path, time))) for time in times)
            elif key == "subLayerOffsets":
                fields[key] = tuple((offset.offset, offset.scale) for offset in layer.subLayerOffsets)
            elif key == "layerRelocates":
                fields[key] = tuple((str(pair[0]), str(pair[1])) for pair in layer.relocates)
            else:
                fields[key] = plain(spec.GetInfo(key))
        if isinstance(spec, Sdf.PrimSpec):
            fields["<children>"] = tuple(child.name for child in spec.nameChildren)
            fields["<properties>"] = tuple(child.name for child in spec.properties)
            fields["<variant sets>"] = tuple(spec.variantSets.keys())
        specs[str(path)] = type(spec).__name__, fields

    layer.Traverse(Sdf.Path.absoluteRootPath, visit)
    return specs


def differences(one, other):
    """The differences between two files, a line each, and the numbers of specs and fields compared."""
    from pxr import Sdf

    first, second = (contents(Sdf.Layer.OpenAsAnonymous(str(path))) for path in (one, other))
    lines, fields = [], 0
    for path in list(first) + [path for path in second if path not in first]:
        if path not in first or path not in second:
            lines.append("%s: only in %s" % (path, one if path in first else other))
            continue
        if first[path][0] != second[path][0]:
            lines.append("%s: %s, %s" % (path, first[path][0], second[path][0]))
        for key in sorted(set(first[path][1]) | set(second[path][1])):
            fields += 1
            a, b = first[path][1].get(key), second[path][1].get(key)
            if a != b:
                lines.append("%s: %s: %.200s | %.200s" % (path, key, a, b))
    return lines, len(first), fields


def make(folder):
    """Writes the zoo: each version in a separate process, since usd-core reads its environment once."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for version in VERSIONS:
        path = folder / ("zoo-%s.usdc" % version)
        environment = dict(os.environ, USD_WRITE_NEW_USDC_FILES_AS_VERSION=version)
        subprocess.run([sys.executable, __file__, "one", version, str(path)], check=True, env=environment,
                       stderr=subprocess.DEVNULL)
        found = ".".join(str(number) for number in path.read_bytes()[8:11])
        if found != version:
            raise SystemExit("%s: expected version %s, found %s" % (path, version, found))
        made.append(path)
    return made


def make_one(version, path):
    from pxr import Sdf

    layer = Sdf.Layer.CreateAnonymous(".usda")
    fill(layer, int(version.split(".")[1]))
    text = pathlib.Path(path).with_suffix(".usda")
    text.write_text(text_only(layer), encoding="utf-8")
    Sdf.Layer.FindOrOpen(str(text)).Export(str(path))


def report(one, other):
    lines, specs, fields = differences(one, other)
    for line in lines[:20]:
        print("  " + line)
    print("%s: %d specs, %d fields, %d differences, %d → %d bytes" % (
        one, specs, fields, len(lines), pathlib.Path(one).stat().st_size, pathlib.Path(other).stat().st_size))
    return len(lines)


def run(command, files):
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for source in make(pathlib.Path(folder) / "zoo") + [pathlib.Path(name) for name in files]:
            target = pathlib.Path(folder) / ("out" + source.suffix)
            target.unlink(missing_ok=True)
            words = [word.replace("{in}", str(source)).replace("{out}", str(target)) for word in shlex.split(command)]
            done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode != 0 or not target.exists():
                print("%s: %s" % (source, done.stdout.strip()[:300]))
                failed += 1
                continue
            failed += report(source, target) > 0
    return failed


def main(arguments):
    if importlib.util.find_spec("pxr") is None:
        print("usd-core is not installed: nothing was compared")
        return 0
    if len(arguments) == 2 and arguments[0] == "make":
        for path in make(pathlib.Path(arguments[1])):
            print(path)
        return 0
    if len(arguments) >= 3 and arguments[0] == "compare" and len(arguments) % 2 == 1:
        return 1 if sum(map(report, arguments[1::2], arguments[2::2])) else 0
    if len(arguments) >= 2 and arguments[0] == "run":
        return 1 if run(arguments[1], arguments[2:]) else 0
    if len(arguments) == 3 and arguments[0] == "one":
        make_one(arguments[1], arguments[2])
        return 0
    print(__doc__)
    return 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
