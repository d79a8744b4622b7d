import MeshBytes
import MeshFormats
import MeshModel

/// The composed stage of an input: prims with their opinions, composed as USD does.
///
/// - Order: prims are in depth-first order, parents before children. The first is the pseudo-root.
/// - Edge: missing files and unsupported features are reported in ``diagnostics``, never thrown.
struct USDStage: Sendable {
    /// The layers of the opinions.
    private(set) var layers: USDLayerLibrary
    /// All prims, except those below inactive prims.
    private(set) var prims: [USDPrim] = []
    /// The path mappings of opinions. The first is the identity.
    private(set) var maps: [USDPathMap] = [USDPathMap()]
    /// Fields that composition read to find prims: arcs, selections, order.
    private(set) var consumed: [USDFieldCensus.Key: USDFieldCensus.Fate] = [:]
    /// The value clips that prims name.
    private(set) var clipSets: [USDClipSet] = []
    /// The layers that only value clips name.
    private(set) var clipLayers: Set<Int> = []
    /// Whether any layer binds a material to a prim.
    private(set) var bindsMaterials = false
    private var childrenByName: [Int: [ExactText: Int]] = [:]

    /// The image that an asset path of a layer names, see ``USDLayerLibrary/image(_:from:)``.
    mutating func image(_ asset: String, from layer: Int) -> (image: SceneImage, remark: Wording?) {
        layers.image(asset, from: layer)
    }

    /// The tiles of a texture, see ``USDLayerLibrary/tiles(of:from:)``.
    mutating func tiles(of asset: String, from layer: Int) -> [USDTile] { layers.tiles(of: asset, from: layer) }

    /// Diagnostics of reading and composition.
    var diagnostics: [Diagnostic] { layers.diagnostics }

    /// The number of prims and opinions that a stage may have, in addition to some per spec. It is far beyond any
    /// asset, but ends references that double each other.
    static let allowance = 2_000_000
    /// Up to this count, children are searched one by one.
    private static let fewChildren = 16

    /// Composes the stage of an input and of all layers that it names.
    ///
    /// - Throws: if the input itself is unreadable or a limit is exceeded. Other unreadable layers are only reported.
    init(_ input: Input, options: ReadOptions = ReadOptions()) throws(ReadError) {
        try self.init(try USDLayerLibrary(input, options: options))
    }

    /// Composes a single layer in memory.
    init(_ layer: USDLayer) throws(ReadError) { try self.init(USDLayerLibrary(layer)) }

    /// Composes layers, root first.
    ///
    /// - Parameter choices: variants by set, before those that the options choose.
    init(
        _ layers: USDLayerLibrary, allowance: Int = USDStage.allowance, choices: [String: String] = [:]
    ) throws(ReadError) {
        self.layers = layers
        try compose(allowance, choices)
    }

    /// The prim at a path, such as `/Room/Wall`.
    func prim(at path: String) -> Int? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        var prim = 0
        for name in path.utf8.dropFirst().split(separator: UInt8(ascii: "/")) {
            guard let child = child(String(Substring(name)), of: prim) else { return nil }
            prim = child
        }
        return prim
    }

    /// The child of a prim with this name.
    func child(_ name: String, of prim: Int) -> Int? {
        if let names = childrenByName[prim] { return names[ExactText(name)] }
        return prims[prim].children.first { ExactText.areSame(prims[$0].name, name) }
    }

    func path(of prim: Int) -> String {
        var parts: [String] = []
        var current = prim
        while current > 0 {
            parts.append(prims[current].name)
            current = prims[current].parent
        }
        return "/" + parts.reversed().joined(separator: "/")
    }

    // MARK: Composition

    private mutating func compose(_ allowance: Int, _ choices: [String: String]) throws(ReadError) {
        let composer = USDComposer(
            layers, choices: VariantChoices.named(in: layers.options).merging(choices) { $1 }, allowance: 4 * allowance)
        var room = allowance
        var open = [(name: "", parent: -1, tree: composer.root(try composer.stack(of: 0)))]
        while let (name, parent, base) = open.popLast() {
            var tree = parent < 0 ? base : try composer.child(name, of: base)
            let index = prims.count
            var prim = composer.prim(name, below: parent < 0 ? nil : prims[parent], tree)
            prim.parent = parent
            let above = parent < 0 ? [] : prims[parent].clips
            if prim.namesClips || !above.isEmpty { try composer.addClips(&prim, tree, above: above) }
            room -= 1 + prim.opinions.count
            guard room >= -16 * composer.specCount else {
                throw ReadError(
                    .limitExceeded, .whole,
                    "the stage is too large: it has more than \(allowance) prims and opinions")
            }
            prims.append(prim)
            if parent >= 0 { prims[parent].children.append(index) }
            guard prim.isActive else { continue }
            if prim.isInstance { tree.keepShared(composer.paths) }
            for child in composer.childNames(tree).reversed() { open.append((child, index, tree)) }
        }
        for index in prims.indices where prims[index].children.count > Self.fewChildren {
            childrenByName[index] = Dictionary(
                prims[index].children.map { (ExactText(prims[$0].name), $0) }, uniquingKeysWith: { first, _ in first })
        }
        if choices.isEmpty {
            composer.evaluateExpressions()
            composer.noteLeftOut()
            try composer.checkChoices()
        }
        layers = composer.layers
        bindsMaterials = layers.layers.contains(where: \.places.bindsMaterials)
        maps = composer.pathMaps()
        clipSets = composer.clipSets
        clipLayers = composer.clipLayers
        consumed = composer.consumed
    }
}
