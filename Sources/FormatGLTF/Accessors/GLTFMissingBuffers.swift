import MeshBytes
import MeshFormats
import MeshModel

extension SideFileKind {
    /// A buffer. Nothing marks its bytes, so its name must say it: the media type `application/gltf-buffer` has these
    /// extensions.
    static let buffer = Self("a glTF buffer (.bin, .glbin, .glbuf)", isFollowedAnywhere: false) { path, _ in
        [".bin", ".glbin", ".glbuf"].contains { path.lowercased().hasSuffix($0) }
    }
}

/// Buffers of a tree that are not there, with what hangs on them.
enum GLTFMissingBuffers {
    /// The residue of missing buffers: files that the tree names.
    static func residue(_ tree: JSONValue, _ buffers: [GLTFBuffer]) -> [Residue] {
        let missing = buffers.indices.filter { buffers[$0].bytes == nil && buffers[$0].name != nil }
        guard !missing.isEmpty else { return [] }
        let uses = uses(of: tree)
        var result: [Residue] = []
        var paths: Set<String> = []
        for index in missing {
            let buffer = buffers[index]
            let own = uses[index] ?? [:]
            let parts = own.inKeyOrder.map { kind, numbers in
                numbers.count == 1
                    ? "1 \(kind == "meshes" ? "mesh" : String(kind.dropLast()))" : "\(numbers.count) \(kind)"
            }
            let effect = parts.isEmpty ? "nothing uses it" : "\(parts.joined(separator: ", ")) can't be read"
            let count = own.values.reduce(0) { $0 + $1.count }
            let residue = Residue(
                missing: buffer.name ?? "", count, own.count == 1 ? own.first?.key ?? "" : "parts",
                "\(buffer.reason): \(effect)", isShape: own["meshes"] != nil)
            if paths.insert(residue.path).inserted { result.append(residue) }
        }
        return result
    }

    /// The animations, skins, images and meshes that use each buffer, by kind.
    private static func uses(of tree: JSONValue) -> [Int: [String: Set<Int>]] {
        let views = tree.list("bufferViews")
        let accessors = tree.list("accessors")
        var uses: [Int: [String: Set<Int>]] = [:]
        func add(view: JSONValue?, _ kind: String, _ number: Int) {
            guard let view = view?.index, views.indices.contains(view) else { return }
            let owners = [views[view]] + GLTFExtensions.meshopt.compactMap { views[view]["extensions"]?[$0] }
            for buffer in owners.compactMap({ $0["buffer"]?.index }) {
                uses[buffer, default: [:]][kind, default: []].insert(number)
            }
        }
        func add(accessor: JSONValue?, _ kind: String, _ number: Int) {
            guard let index = accessor?.index, accessors.indices.contains(index) else { return }
            add(view: accessors[index]["bufferView"], kind, number)
            for part in ["indices", "values"] {
                add(view: accessors[index]["sparse"]?[part]?["bufferView"], kind, number)
            }
        }
        for (number, animation) in tree.list("animations").enumerated() {
            for sampler in animation.list("samplers") {
                add(accessor: sampler["input"], "animations", number)
                add(accessor: sampler["output"], "animations", number)
            }
        }
        for (number, skin) in tree.list("skins").enumerated() {
            add(accessor: skin["inverseBindMatrices"], "skins", number)
        }
        for (number, image) in tree.list("images").enumerated() { add(view: image["bufferView"], "images", number) }
        for (number, mesh) in tree.list("meshes").enumerated() {
            for primitive in mesh.list("primitives") {
                add(accessor: primitive["indices"], "meshes", number)
                let targets = primitive.list("targets")
                for attributes in [primitive["attributes"]].compactMap(\.self) + targets {
                    for (_, accessor) in attributes.object ?? [] { add(accessor: accessor, "meshes", number) }
                }
            }
        }
        return uses
    }
}
