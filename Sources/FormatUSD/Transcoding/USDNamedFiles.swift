import MeshBytes
import MeshFormats
import MeshModel

// Files that layers name but the scene doesn't have. They are only kept from USD to USD.

extension USDLayerLibrary {
    /// An asset path as written in a layer.
    struct Spelling: Hashable, Sendable {
        var asset: String
        var layer: Int
    }

    /// The kind of their residue.
    static let fileKind = "file"

    /// The residue of files that layers name: those that are there, by file extension, without layers and images of the
    /// scene, and each one that is missing.
    ///
    /// - Parameter images: the asset paths of the scene's images.
    mutating func fileResidue(besides images: Set<Spelling>) -> [Residue] {
        var seen: Set<Location> = []
        for image in images.inOrder({ ($0.layer, $0.asset) < ($1.layer, $1.asset) }) {
            if let place = location(image.asset, from: image.layer) { seen.insert(place) }
        }
        return files(of: layers.indices, &seen).map { ending, names in
            var residue = Residue(path: Self.filePath(ending: ending), kind: Self.fileKind, count: names.count)
            residue.names = names
            if let kind = USDUnreadFile.kind(ending: ending) {
                let more = names.count > 1 ? " and \(names.count - 1) more" : ""
                residue.reference = UnreadReference(
                    name: "\(names[0].lastPathPart)\(more): \(kind.reason)", unit: "files", cause: kind.effect,
                    isMissing: false, isShape: true)
            }
            return residue
        } + missing(besides: images)
    }

    /// The residue of files that are not there, not followed or no layers, each with the places that name it.
    private mutating func missing(besides images: Set<Spelling>) -> [Residue] {
        let images = Set(
            images.flatMap { image in
                values(of: image.asset, in: image.layer).map { Spelling(asset: $0, layer: image.layer) } + [image]
            })
        var places: [String: MissingFile] = [:]
        var known: [Spelling: MissingFile?] = [:]
        var order: [String] = []
        for layer in layers.indices {
            for asset in assets(in: layer, besidesDeleted: true) where index(of: asset.name, from: layer) == nil {
                let spelling = Spelling(asset: asset.name, layer: layer)
                // What an asset calls itself is no reference.
                guard asset.field != "assetInfo", !images.contains(spelling) else { continue }
                let found = known[spelling] ?? missing(spelling)
                known[spelling] = .some(found)
                guard let found else { continue }
                if places[asset.name] == nil { order.append(asset.name) }
                places[asset.name, default: found].add(layers[layer].layer.path(of: asset.spec))
            }
        }
        return order.compactMap { name in places[name]?.residue(name) }
    }

    /// A file that is missing or no layer, and the places that name it.
    private struct MissingFile {
        var reason: Wording
        var isThere: Bool
        var isLayer: Bool
        var paths: [String] = []
        var count = 0

        mutating func add(_ path: String) {
            count += 1
            if paths.count < 2, !paths.contains(path) { paths.append(path) }
        }

        func residue(_ name: String) -> Residue {
            let more = count > paths.count ? " and \(count - paths.count) more" : ""
            let places = paths == ["/"] ? "the layer" : paths.joined(separator: ", ")
            return Residue(
                missing: name, count, "references", "\(reason); used by \(places)\(more)", isThere: isThere,
                isShape: isLayer)
        }
    }

    /// What an asset path leads to where that is missing or no layer; nil: it is there.
    private mutating func missing(_ name: Spelling) -> MissingFile? {
        let isLayer = USDAssetPath.isLayer(name.asset) || USDAssetPath.packaged(name.asset) != nil
        if let place = location(name.asset, from: name.layer), isLayer, let reason = unreadable[place] {
            return MissingFile(
                reason: "\(title(of: place)) can't be read as a layer: \(reason)", isThere: true, isLayer: true)
        }
        guard case .missing(let reason) = find(name.asset, from: name.layer) else { return nil }
        let isUnreadShape = USDUnreadFile.kind(ending: USDAssetPath.ending(name.asset)) != nil
        return MissingFile(reason: reason, isThere: false, isLayer: isLayer || isUnreadShape)
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
            Residue(path: Self.unaskedPath(ending: $0.ending), kind: Self.fileKind, count: $0.names.count)
        }
    }

    /// Reads the layers that layers name and composition did not need.
    ///
    /// - Throws: only errors that end all reading, such as cancellation.
    mutating func loadNamed() throws(ReadError) {
        var next = 0
        while next < layers.count {
            for name in assets(in: next).map(\.name)
            where USDAssetPath.isLayer(name) || USDAssetPath.packaged(name) != nil {
                _ = try layer(name, from: next)
            }
            next += 1
        }
    }

    /// Evaluates the expressions of a layer's asset paths.
    mutating func evaluateAll(in layer: Int, _ variables: USDVariables) {
        var copy = layers[layer].layer
        var found: [String] = []
        copy.changeAssets(at: layers[layer].places.files) { name, _, _ in
            if USDAssetPath.isExpression(name) || USDTile.names(name) { found.append(name) }
            return name
        }
        for name in found {
            guard let value = evaluated(name, in: layer, variables), USDTile.names(value) else { continue }
            let spelling = Spelling(asset: value, layer: layer)
            if tilesOf[spelling] == nil { tilesOf[spelling] = tiles(of: value, from: layer) }
        }
    }

    /// - Parameter besidesDeleted: whether to leave out references that the layer only takes away from weaker ones.
    private func assets(
        in layer: Int, besidesDeleted: Bool = false
    ) -> [(name: String, spec: Int, field: String)] {
        var assets: [(name: String, spec: Int, field: String)] = []
        var copy = layers[layer].layer
        let places = layers[layer].places.files
        if besidesDeleted { copy.forgetDeletedReferences(at: places) }
        copy.changeAssets(at: places) { name, spec, field in
            let values = self.values(of: name, in: layer)
            // One without a value stays, to be missed; one that names nothing is nothing.
            for value in values.isEmpty ? [name] : values where !value.isEmpty {
                let tiles = tilesOf[Spelling(asset: value, layer: layer)] ?? []
                for file in tiles.isEmpty ? [value] : tiles.map(\.asset) { assets.append((file, spec, field)) }
            }
            return name
        }
        return assets
    }

    /// The names of files that layers name, by file extension, without those already seen.
    private mutating func files(
        of range: Range<Int>, _ seen: inout Set<Location>
    ) -> [(ending: String, names: [String])] {
        var names: [String: [String]] = [:]
        for index in range {
            for name in assets(in: index).map(\.name)
            where !USDAssetPath.isLayer(name) && self.index(of: name, from: index) == nil {
                guard let place = location(name, from: index), seen.insert(place).inserted else { continue }
                if case .missing = find(place, spelled: name, from: index, as: .usdAsset) { continue }
                names[USDAssetPath.ending(name), default: []].append(name)
            }
        }
        return names.inKeyOrder.map { ($0.key, $0.value) }
    }

    /// The residue path of files that only layers outside the stage name, by file extension.
    static func unaskedPath(ending: String) -> String { "\(filePath(ending: ending)) of layers beside the stage" }

    /// The residue path of files, by file extension.
    static func filePath(ending: String) -> String { ending.isEmpty ? "files" : "files \(ending)" }
}
