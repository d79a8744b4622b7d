import MeshFormats

/// Composes layers: finds the sites with opinions on each prim, by following sublayers, inherits, variants, references,
/// payloads and specializes.
///
/// The strength order is that of USD (local, inherits, variants, references, payloads, specializes; deeper arcs first).
/// The method is that of OpenUSD's Pcp: one tree per prim, which grows from its parent's tree. A class that a
/// referenced prim inherits is also inherited from the referencing layers.
///
/// - Edge: arcs that lead nowhere or in circles are reported in ``USDLayerLibrary/diagnostics`` and left out.
/// - Errors: a stage that needs more sites than ``siteLimit``.
final class USDComposer {
    var layers: USDLayerLibrary
    var paths = USDPathTable()
    /// Mappings by number. The first is the identity.
    private(set) var mappings = [USDNamespaceMapping.identity]
    var stacks: [USDLayerStack] = []
    /// The caller's variant choices, by set.
    let choices: [String: String]
    /// The sets whose chosen variant was found.
    var foundChoices: Set<String> = []
    /// The value clips of all prims.
    var clipSets: [USDClipSet] = []
    /// How many files the templates of value clips may still name: one of 300 bytes names as many as it likes.
    var clipRoom = USDClipList.mostFiles
    /// Trees that wait for a nested tree, outermost first.
    var frames: [Frame] = []

    /// The mappings of arcs to prims below which layers move prims.
    var relocatedArcs: [RelocatedArc: USDNamespaceMapping] = [:]

    /// Fields read to find prims, and whether they had an effect.
    private(set) var consumed: [USDFieldCensus.Key: USDFieldCensus.Fate] = [:]

    private var mappingNumbers: [USDNamespaceMapping: Int] = [.identity: 0]
    private var stackNumbers: [StackKey: Int] = [:]
    private var siteCount = 0
    private var siteLimit: Int
    private let allowance: Int
    /// The number of sites from which on it is looked how far the references lead.
    private var nextLook = 100_000

    /// The identity of a stack of layers: expressions have other values with other variables.
    private struct StackKey: Hashable {
        var layer: Int
        var variables: USDVariables
    }

    /// A tree that waits until one of its arcs has been followed.
    struct Frame {
        /// The site that the arc leads to.
        var requested: Int
        var graph: USDSiteTree
        var parent: Int
        var arc: USDSiteTree.Arc
        var skipsDuplicates: Bool
    }

    /// The maximum nesting of arcs to prims below others.
    static let nestingLimit = 60
    /// The maximum number of sites per prim.
    static let sitesPerPrim = 3_000
    /// The maximum number of prims and variants in a path. Classes that contain each other would nest without end.
    static let depthLimit = 300
    /// - Parameters:
    ///   - layers: the layers, root first. Others are read when a layer names them.
    ///   - choices: the caller's variant choices, by set.
    ///   - allowance: the number of sites allowed, in addition to some per spec.
    init(_ layers: USDLayerLibrary, choices: [String: String], allowance: Int) {
        self.layers = layers
        self.choices = choices
        self.allowance = allowance
        siteLimit = allowance
    }

    /// Counts new sites towards the limit.
    func count(_ sites: Int) throws(ReadError) {
        siteCount += sites
        var isOver = siteCount > siteLimit
        // Only where there are four times as many sites as specs: most stages have fewer.
        if siteCount > nextLook, siteCount > (siteLimit - allowance) / 8 {
            nextLook = 4 * siteCount
            isOver = isOver || reach() / 4 > siteLimit
        }
        guard !isOver else {
            throw ReadError(
                .limitExceeded, .whole, "the stage is too large: it needs more than \(siteLimit) sites"
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

    /// The number of the layer stack with this root layer.
    ///
    /// - Parameter other: the stack that refers to it, whose variables are stronger.
    func stack(of layer: Int, from other: Int? = nil) throws(ReadError) -> Int {
        let stronger = other.map { stacks[$0].variables } ?? USDVariables()
        let variables = USDVariables(layers.layers[layer].layer, under: stronger)
        let key = StackKey(layer: layer, variables: variables)
        if let number = stackNumbers[key] { return number }
        var stack = try USDLayerStack(layer, variables, &layers)
        stack.relocates = relocates(of: stack)
        stacks.append(stack)
        stackNumbers[key] = stacks.count - 1
        siteLimit = allowance + 32 * layers.layers.reduce(0) { $0 + $1.layer.specs.count }
        return stacks.count - 1
    }

    /// The specs of a site, strongest first.
    func specs(_ path: Int, in stack: Int) -> [USDStackSpecs.Place] {
        stacks[stack].specs.places(at: path, &paths, layers.layers)
    }

    func hasSpecs(_ path: Int, in stack: Int) -> Bool { !specs(path, in: stack).isEmpty }

    /// The kinds of arcs that the specs of a site name.
    func arcs(_ path: Int, in stack: Int) -> USDArcs {
        var arcs: USDArcs = []
        for (layer, spec, _) in specs(path, in: stack) {
            arcs.formUnion(layers.layers[layer].arcs(of: spec))
        }
        return arcs
    }

    /// Records that a field was read, or that it was left out with a diagnostic.
    func consume(_ layer: Int, _ spec: Int, _ field: String, _ fate: USDFieldCensus.Fate = .scene) {
        let key = USDFieldCensus.Key(layer: layer, spec: spec, field: field)
        if consumed[key] != .diagnostic { consumed[key] = fate }
    }

    func note(_ code: String, _ message: Wording, _ severity: Diagnostic.Severity = .warning) {
        layers.note(code, message, severity)
    }
}
