import MeshFormats

// Files that layers name but the scene doesn't have. They are only kept from USD to USD.

extension USDLayerLibrary {
    /// An asset path as written in a layer.
    struct Spelling: Hashable, Sendable {
        var asset: String
        var layer: Int
    }

    /// The kind of their residue.
    static let fileKind = "file"

    /// The residue of files that layers name, by file extension. Layers, images of the scene and missing files don't
    /// count.
    ///
    /// - Parameter images: the asset paths of the scene's images.
    mutating func fileResidue(besides images: Set<Spelling>) -> [Residue] {
        var seen: Set<Location> = []
        for image in images.sorted(by: { ($0.layer, $0.asset) < ($1.layer, $1.asset) }) {
            if let place = location(image.asset, from: image.layer) { seen.insert(place) }
        }
        return files(of: layers.indices, &seen).map {
            Residue(path: Self.filePath(ending: $0.key), kind: Self.fileKind, count: $0.value)
        }
    }

    /// The residue of files that are named only by layers outside the stage, such as those of other variants.
    ///
    /// - Throws: only errors that end all reading, such as cancellation.
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

    /// Reads the layers that layers name and composition did not need.
    ///
    /// - Throws: only errors that end all reading, such as cancellation.
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

    /// The number of files that layers name, by file extension, without those already seen.
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

    /// The residue path of files that only layers outside the stage name, by file extension.
    static func unaskedPath(ending: String) -> String { "\(filePath(ending: ending)) of layers beside the stage" }

    /// The residue path of files, by file extension.
    static func filePath(ending: String) -> String { ending.isEmpty ? "files" : "files \(ending)" }
}
