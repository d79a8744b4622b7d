import MeshFormats

// Files that layers name and the scene does not have: they go from USD to USD, and nowhere else.

extension USDLayerLibrary {
    /// An asset path as a layer spells it.
    struct Spelling: Hashable, Sendable {
        var asset: String
        var layer: Int
    }

    /// The kind of residue that they are.
    static let fileKind = "file"

    /// What becomes of the files that layers name, by the endings of their names; layers and images of the scene are no
    /// such files, and neither is what was not found.
    ///
    /// - Parameter images: the names of the scene's images.
    mutating func fileResidue(besides images: Set<Spelling>) -> [Residue] {
        var seen: Set<Location> = []
        for image in images.sorted(by: { ($0.layer, $0.asset) < ($1.layer, $1.asset) }) {
            if let place = location(image.asset, from: image.layer) { seen.insert(place) }
        }
        return files(of: layers.indices, &seen).map {
            Residue(path: Self.filePath(ending: $0.key), kind: Self.fileKind, count: $0.value)
        }
    }

    /// The files that only layers name which composition did not ask for: those of other variants, and the like.
    ///
    /// - Throws: only what ends all reading, such as cancelling.
    mutating func unaskedFiles() throws(ReadError) -> [Residue] {
        let count = layers.count
        try loadNamed()
        guard layers.count > count else { return [] }
        var seen: Set<Location> = []
        _ = files(of: 0..<count, &seen)
        return files(of: count..<layers.count, &seen).map {
            Residue(path: Self.unaskedPath(ending: $0.key), kind: Self.fileKind, count: $0.value)
        }
    }

    /// Reads the layers that layers name and composition did not ask for.
    ///
    /// - Throws: only what ends all reading, such as cancelling.
    mutating func loadNamed() throws(ReadError) {
        var next = 0
        while next < layers.count {
            for name in names(in: next) where USDPackage.isLayer(name) || USDAssetPath.packaged(name) != nil {
                _ = try layer(name, from: next)
            }
            next += 1
        }
    }

    private func names(in layer: Int) -> [String] {
        var names: [String] = []
        var copy = layers[layer].layer
        copy.changeAssets { name in
            names.append(name)
            return name
        }
        return names
    }

    /// How many files of each ending some layers name, beside those that were seen.
    private mutating func files(
        of range: Range<Int>, _ seen: inout Set<Location>
    ) -> [(key: String, value: Int)] {
        var counts: [String: Int] = [:]
        for index in range {
            for name in names(in: index) where !USDPackage.isLayer(name) && self.index(of: name, from: index) == nil {
                guard let place = location(name, from: index), seen.insert(place).inserted else { continue }
                if case .missing = find(place, spelled: name, from: index) { continue }
                counts[USDAssetPath.ending(name), default: 0] += 1
            }
        }
        return counts.sorted { $0.key < $1.key }
    }

    /// The path of the residue of files with an ending that only layers name which composition did not ask for.
    static func unaskedPath(ending: String) -> String { "\(filePath(ending: ending)) of layers beside the stage" }

    /// The path of the residue of files with an ending.
    static func filePath(ending: String) -> String { ending.isEmpty ? "files" : "files \(ending)" }
}
