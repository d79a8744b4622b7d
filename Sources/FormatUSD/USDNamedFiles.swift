import MeshFormats

// Files that layers name and the scene does not have: they go from USD to USD, and nowhere else.

extension USDLayers {
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
        var counts: [String: Int] = [:]
        for index in layers.indices {
            var names: [String] = []
            var copy = layers[index].layer
            copy.changeAssets { name in
                names.append(name)
                return name
            }
            for name in names where !USDPackage.isLayer(name) && self.index(of: name, from: index) == nil {
                guard let place = location(name, from: index), seen.insert(place).inserted else { continue }
                if case .missing = find(place, spelled: name) { continue }
                counts[USDAssetPath.ending(name), default: 0] += 1
            }
        }
        return counts.sorted { $0.key < $1.key }.map {
            Residue(path: Self.filePath(ending: $0.key), kind: Self.fileKind, count: $0.value)
        }
    }

    /// The path of the residue of files with an ending.
    static func filePath(ending: String) -> String { ending.isEmpty ? "files" : "files \(ending)" }
}
