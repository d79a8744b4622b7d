/// Options of other programs that don't exist here, and what does.
package enum OptionWords {
    private static let foreign: [(options: [String], answer: String)] = [
        (
            ["draco", "compress", "compression", "meshopt", "quantize", "quantise", "optimize"],
            "meshconv doesn't compress meshes; to make them smaller: --faces COUNT"
        ),
        (
            ["texture-size", "texture-compress", "max-texture-size", "resize", "ktx2", "webp"],
            "textures keep their size and format; change the pictures before you convert"
        ),
        (["merge", "join", "append"], "each input has its own output; to put linked scans together: --combine"),
        (
            ["flip-normals", "flip", "flip-winding", "invert", "reverse", "recalculate-normals", "gen-normals"],
            "normals stay as they are; to make missing ones: --normals angle"
        ),
        (["scale", "resize-to", "unit-scale"], "to change the unit: --units mm --units-out m"),
        (
            ["rotate", "translate", "swap-yz", "axis", "z-up", "y-up"],
            "to turn what lies on its side: --up z --up-out y"
        ),
        (
            ["ascii", "text", "binary", "embed", "embedded"],
            "the variant says it: --to ply.ascii, stl.ascii, ply.binary, glb or gltf"
        ),
        (["simplify", "decimate", "ratio", "reduce", "target-faces"], "to make a mesh simpler: --faces COUNT"),
        (["format", "output-format", "export-format"], "to choose the format: --to VARIANT"),
        (["input-format"], "to name the input's format: --from FORMAT"),
        (["log", "log-file"], "for the report in a file: --report FILE; for the messages: 2> FILE"),
        (["recursive", "r", "R"], "folders are walked through anyway: meshconv FOLDER OUT/ --to glb"),
        (["jobs", "j", "parallel", "workers"], "to limit the threads: --threads N"),
        (["silent", "s"], "to print errors only: --quiet"),
        (["frame", "frames", "at", "pose", "animation", "anim"], "to freeze an animation: --time 1.5s, --clip NAME"),
        (["triangulate"], "polygons become triangles where the format needs it"),
        (["i"], "-i is not needed: meshconv INPUT -o OUTPUT"),
        (["in-place"], "an input is never replaced; write to a new name"),
        (["plan", "preview-only", "n"], "to see what would be lost: --dry-run"),
    ]

    /// Returns what helps instead of an option; nil: it is unknown.
    package static func answer(for name: String) -> String? { foreign.first { $0.options.contains(name) }?.answer }
}
