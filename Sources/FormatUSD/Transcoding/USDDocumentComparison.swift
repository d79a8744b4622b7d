import MeshArchive
import MeshBytes
import MeshFormats
import MeshModel

/// Compares two documents layer by layer: the root layers, then each pair of layers that corresponding asset paths
/// name.
///
/// Asset paths are equal if they lead to two layers, which are then compared too, or to files with the same bytes.
/// Paths that lead nowhere are equal if they are spelled alike.
final class USDDocumentComparison: USDAssetComparison {
    private var first: USDLayerLibrary
    private var second: USDLayerLibrary
    private let isBetweenPackages: Bool
    /// Pairs of layers still to be compared, by index.
    private var open = [Pair(first: 0, second: 0)]
    private var known: Set<Pair> = []
    private var current = Pair(first: 0, second: 0)
    /// The results for asset paths, so that each pair of files is read once.
    private var answers: [Names: Bool] = [:]
    /// The locations of files that asset paths lead to.
    private var named: (first: Set<USDLayerLibrary.Location>, second: Set<USDLayerLibrary.Location>) = ([], [])

    private struct Pair: Hashable {
        var first: Int
        var second: Int
    }

    private struct Names: Hashable {
        var layers: Pair
        var first: String
        var second: String
    }

    /// The maximum number of pairs to compare. Layers that name each other under many names would go on for long.
    private static let pairLimit = 10_000

    init(_ first: USDDocument, _ second: USDDocument) {
        self.first = first.layers
        self.second = second.layers
        isBetweenPackages = first.layers.encoding == .usdz && second.layers.encoding == .usdz
        // A copy lists what the original has a template for.
        if !isBetweenPackages {
            _ = self.first.listClipFiles()
            _ = self.second.listClipFiles()
        }
    }

    /// All differences, layer by layer.
    func differences() -> [NativeDifference] {
        var found: [NativeDifference] = []
        while let pair = open.popLast(), known.count < Self.pairLimit {
            guard known.insert(pair).inserted else { continue }
            current = pair
            let layer = first.layers[pair.first]
            // The user named the root layer. Other layers need their path.
            let place = pair.first == 0 ? "" : "\(layer.path): "
            found += USDLayerDifference.differences(
                layer.layer, second.layers[pair.second].layer, limit: .max, assets: self
            ).map { NativeDifference($0.facet, place + $0.path + ($0.field.map { " \($0)" } ?? ""), $0.what) }
        }
        if !open.isEmpty {
            // Layers that weren't compared must not pass as equal.
            found.append(
                NativeDifference(
                    .value, "/", "more than \(Self.pairLimit) pairs of layers: the others were not compared"))
        }
        return found + (isBetweenPackages ? otherFiles() : [])
    }

    // MARK: Names

    func isSame(_ first: String, _ second: String) -> Bool {
        let names = Names(layers: current, first: first, second: second)
        if let answer = answers[names] { return answer }
        let answer = compare(first, second)
        answers[names] = answer
        return answer
    }

    private func compare(_ first: String, _ second: String) -> Bool {
        // A copy has the value of an expression.
        compareValues(
            self.first.spelled(first, in: current.first) ?? first,
            self.second.spelled(second, in: current.second) ?? second)
    }

    private func compareValues(_ one: String, _ other: String) -> Bool {
        let areAlike = one.utf8.elementsEqual(other.utf8)
        guard !one.isEmpty, !other.isEmpty else { return areAlike }
        if USDTile.names(one), USDTile.names(other) { return haveSameTiles(one, other) }
        if Self.isLayer(one) || Self.isLayer(other) {
            // Files that can't be read as layers may still be equal.
            let (a, b) = (try? first.layer(one, from: current.first), try? second.layer(other, from: current.second))
            if let a, let b {
                open.append(Pair(first: a, second: b))
                return true
            }
        }
        let (a, b) = (first.find(one, from: current.first), second.find(other, from: current.second))
        if let place = first.location(one, from: current.first) { named.first.insert(place) }
        if let place = second.location(other, from: current.second) { named.second.insert(place) }
        switch (a, b) {
        case (.missing, .missing): return areAlike
        case (.missing, _), (_, .missing): return false
        default: return Self.haveSameBytes(a, b)
        }
    }

    private func haveSameTiles(_ one: String, _ other: String) -> Bool {
        let (a, b) = (first.tiles(of: one, from: current.first), second.tiles(of: other, from: current.second))
        guard !a.isEmpty || !b.isEmpty else { return one.utf8.elementsEqual(other.utf8) }
        guard a.map(\.number) == b.map(\.number) else { return false }
        return zip(a, b).allSatisfy { tile, copy in
            if let place = first.location(tile.asset, from: current.first) { named.first.insert(place) }
            if let place = second.location(copy.asset, from: current.second) { named.second.insert(place) }
            return Self.haveSameBytes(
                first.find(tile.asset, from: current.first), second.find(copy.asset, from: current.second))
        }
    }

    private static func isLayer(_ name: String) -> Bool {
        USDPackage.isLayer(name) || USDAssetPath.packaged(name).map { USDPackage.isLayer($0.file) } ?? false
    }

    private static func haveSameBytes(_ first: USDLayerLibrary.Found, _ second: USDLayerLibrary.Found) -> Bool {
        if case .file(let one, _, _) = first, case .file(let other, _, _) = second, one == other { return true }
        guard let one = input(first), let other = input(second) else { return false }
        return (try? one.hasSameBytes(as: other)) ?? false
    }

    private static func input(_ found: USDLayerLibrary.Found) -> Input? {
        switch found {
        case .missing: nil
        case .bytes(let bytes): .bytes(bytes, name: "")
        case .file(let path, let folder, _): try? Input.regularFile(path, inside: folder)
        case .entry(let entry, let package): (try? package.bytes(of: entry)).map { .bytes($0, name: entry.name) }
        }
    }

    // MARK: Packages

    /// Files of one package that no layer names and the other package lacks.
    private func otherFiles() -> [NativeDifference] {
        let (ones, others) = (Self.files(first, besides: named.first), Self.files(second, besides: named.second))
        var left = others
        var found: [NativeDifference] = []
        for one in ones {
            if let place = left.firstIndex(where: { Self.haveSameBytes($0.found, one.found) }) {
                left.remove(at: place)
            } else {
                found.append(NativeDifference(.presence, "file \(one.name)", "only here"))
            }
        }
        return found + left.map { NativeDifference(.generated, "file \($0.name)", "only there") }
    }

    private static func files(
        _ layers: USDLayerLibrary, besides named: Set<USDLayerLibrary.Location>
    ) -> [(name: String, found: USDLayerLibrary.Found)] {
        guard let package = layers.packages.first?.package else { return [] }
        let known = named.union(layers.layers.map(\.location))
        return package.files.filter { !known.contains(USDLayerLibrary.Location(package: 0, path: $0.name)) }
            .map { ($0.name, .entry($0, package)) }
    }
}

extension USDLayerDifference {
    fileprivate var facet: Difference.Facet {
        switch kind {
        case .missing: .presence
        case .added: .generated
        case .moved: .order
        case .changed: .value
        }
    }
}
