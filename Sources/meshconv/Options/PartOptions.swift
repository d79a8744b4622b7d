import ArgumentParser
import MeshConvert

/// Options for files to add to a package.
struct PartOptions: ParsableArguments {
    @Option(
        name: .customLong("mesh"),
        help: ArgumentHelp(
            "A mesh in the scan's coordinates; the first of a format becomes mesh.obj, mesh.ply, …",
            valueName: "file"), completion: .file())
    var meshes: [String] = []

    @Option(
        help: ArgumentHelp("The file that becomes scan4d_metadata.json.", valueName: "file"), completion: .file())
    var metadata: String?

    @Option(
        name: .customLong("add"),
        help: ArgumentHelp(
            "Another file or folder by its name in the package, such as relocalization.worldmap=PATH.",
            valueName: "name=path"))
    var entries: [String] = []

    var parts: PackageParts {
        get throws(Failure) {
            var parts = PackageParts()
            parts.metadata = metadata
            parts.meshes = meshes
            for entry in entries {
                guard let mark = entry.firstIndex(of: "="), mark != entry.startIndex,
                    entry.index(after: mark) != entry.endIndex
                else { throw Failure(usage: "expected --add NAME=PATH, found '\(entry)'") }
                parts.entries.append(
                    .init(name: String(entry[..<mark]), path: String(entry[entry.index(after: mark)...])))
            }
            return parts
        }
    }
}
