import MeshFormats

/// Composes layers: finds for each prim the sites that speak of it, by following sublayers, inherits, variants,
/// references, payloads and specializes from its own.
///
/// The order is that of USD (local, inherits, variants, references, payloads, specializes; deeper arcs first), found as
/// Pcp of OpenUSD finds it: a tree per prim that grows from that of its parent. Where a class is inherited inside of
/// something that is brought in, the class of that name further up is inherited too.
///
/// - Edge: arcs that lead nowhere or in circles are told in ``USDLayerLibrary/diagnostics`` and left out.
/// - Errors: what would need more sites than ``siteLimit``.
final class USDComposer {
    var layers: USDLayerLibrary
    var paths = USDPathTable()
    /// Mappings by number; the first changes nothing.
    private(set) var mappings = [USDNamespaceMapping.identity]
    private(set) var stacks: [USDLayerStack] = []
    /// Variants that the caller chose, by set.
    let choices: [String: String]
    /// Which of them were found.
    var foundChoices: Set<String> = []
    /// What nested trees are being built for, the outermost first.
    var frames: [Frame] = []

    /// What was read to find prims, and whether it led anywhere.
    private(set) var consumed: [USDFieldCensus.Key: USDFieldCensus.Fate] = [:]

    private var mappingNumbers: [USDNamespaceMapping: Int] = [.identity: 0]
    private var stackNumbers: [Int: Int] = [:]
    /// The spec of a path in each layer, −1 for none.
    private var specs: [[Int: Int]] = []
    private var siteCount = 0
    private var siteLimit: Int
    private let allowance: Int

    /// A tree that waits for one of its arcs to be followed.
    struct Frame {
        /// The site that the arc leads to.
        var requested: Int
        var graph: USDSiteTree
        var parent: Int
        var arc: USDSiteTree.Arc
        var skipsDuplicates: Bool
    }

    /// How many arcs to prims below others may be followed inside of each other.
    static let nestingLimit = 60
    /// How many sites may speak of one prim.
    static let sitesPerPrim = 3_000
    /// How many prims and variants may lead to a site: classes of each other would go on for ever.
    static let depthLimit = 300
    /// - Parameters:
    ///   - layers: the layers, the first of which is the root; others are read when something names them.
    ///   - choices: variants that the caller chose, by set.
    ///   - allowance: how many sites may be looked at, beside some for each spec.
    init(_ layers: USDLayerLibrary, choices: [String: String], allowance: Int) {
        self.layers = layers
        self.choices = choices
        self.allowance = allowance
        siteLimit = allowance
    }

    /// Counts sites that are made.
    func count(_ sites: Int) throws(ReadError) {
        siteCount += sites
        guard siteCount <= siteLimit else {
            throw ReadError(
                .limitExceeded, .whole, "expected a stage that needs at most \(siteLimit) sites, found more"
            )
        }
    }

    func number(of mapping: USDNamespaceMapping) -> Int {
        if let number = mappingNumbers[mapping] { return number }
        mappings.append(mapping)
        mappingNumbers[mapping] = mappings.count - 1
        return mappings.count - 1
    }

    // MARK: Layers

    /// The number of the stack of layers that begins with one.
    func stack(of layer: Int) throws(ReadError) -> Int {
        if let number = stackNumbers[layer] { return number }
        let stack = try USDLayerStack(layer, &layers)
        stacks.append(stack)
        stackNumbers[layer] = stacks.count - 1
        siteLimit = allowance + 32 * layers.layers.reduce(0) { $0 + $1.layer.specs.count }
        return stacks.count - 1
    }

    /// The spec of a path in a layer.
    func spec(_ path: Int, in layer: Int) -> Int? {
        while specs.count <= layer { specs.append([USDPathTable.root: 0]) }
        if let known = specs[layer][path] { return known < 0 ? nil : known }
        var open = [path]
        var spec = -1
        while let last = open.last {
            let parent = paths.parent(of: last)
            guard parent >= 0 else { break }
            if let known = specs[layer][parent] {
                spec = known
                break
            }
            open.append(parent)
        }
        while let next = open.popLast() {
            if spec >= 0 {
                switch paths.part(of: next) {
                case .prim(let name): spec = layers.layers[layer].child(name, of: spec) ?? -1
                case .variant(let set, let name):
                    spec = layers.layers[layer].variant(set, name, of: spec) ?? -1
                }
            }
            specs[layer][next] = spec
        }
        return spec < 0 ? nil : spec
    }

    /// The specs of a site, the strongest first.
    func specs(_ path: Int, in stack: Int) -> [(layer: Int, spec: Int, offset: USDOffset)] {
        stacks[stack].members.compactMap { member in
            spec(path, in: member.layer).map { (member.layer, $0, member.offset) }
        }
    }

    func hasSpecs(_ path: Int, in stack: Int) -> Bool {
        stacks[stack].members.contains { spec(path, in: $0.layer) != nil }
    }

    /// What arcs the specs of a site name.
    func arcs(_ path: Int, in stack: Int) -> USDArcs {
        var arcs: USDArcs = []
        for (layer, spec, _) in specs(path, in: stack) {
            arcs.formUnion(layers.layers[layer].arcs(of: spec))
        }
        return arcs
    }

    /// Says that a field was read, or that what it says was left out with a remark.
    func consume(_ layer: Int, _ spec: Int, _ field: String, _ fate: USDFieldCensus.Fate = .scene) {
        let key = USDFieldCensus.Key(layer: layer, spec: spec, field: field)
        if consumed[key] != .diagnostic { consumed[key] = fate }
    }

    func note(_ code: String, _ message: String, _ severity: Diagnostic.Severity = .warning) {
        layers.note(code, message, severity)
    }
}
