import MeshBytes
import MeshFormats

/// What the layers of an input say together: prims with their opinions, composed as USD does.
///
/// - Order: prims stand in depth-first order, parents before children; the first is the pseudo-root.
/// - Edge: what can't be found or is not composed is in ``diagnostics``; it is never an error.
struct USDStage: Sendable {
    /// The layers that opinions point into.
    var layers: USDLayers
    /// All prims, without those below prims that are not active.
    private(set) var prims: [USDPrim] = []
    /// What opinions' paths go through.
    private(set) var maps: [USDPathMap] = [USDPathMap()]
    /// What the owner may want to know.
    private(set) var diagnostics: [Diagnostic] = []
    private var places: [String: Int] = ["/": 0]

    /// Composes the stage of an input and of everything that it names.
    ///
    /// - Throws: what makes the input itself unreadable; other layers are remarks when they are.
    init(_ input: Input, options: ReadOptions = ReadOptions()) throws(ReadError) {
        self.init(try USDLayers(input, options: options))
    }

    /// Composes one layer that names no others.
    init(_ layer: USDLayer) { self.init(USDLayers(layer)) }

    init(_ layers: USDLayers) {
        self.layers = layers
        compose()
    }

    /// The prim at a path, such as `/Room/Wall`.
    func prim(at path: String) -> Int? { places[path] }

    /// The path of a prim.
    func path(of prim: Int) -> String {
        var parts: [String] = []
        var current = prim
        while current > 0 {
            parts.append(prims[current].name)
            current = prims[current].parent
        }
        return "/" + parts.reversed().joined(separator: "/")
    }

    private mutating func compose() {
        guard let layer = layers.layers.first?.layer else { return }
        var open: [(spec: Int, parent: Int)] = [(0, -1)]
        while let (spec, parent) = open.popLast() {
            let index = prims.count
            let source = layer.specs[spec]
            var prim = USDPrim(name: source.name, parent: parent)
            if case .text(_, let name)? = source["typeName"] { prim.typeName = name }
            if case .specifier(let specifier)? = source["specifier"] { prim.specifier = specifier }
            if case .integer(_, 0)? = source["active"] { prim.isActive = false }
            prim.isAbstract = prim.specifier == .class || (parent >= 0 && prims[parent].isAbstract)
            prim.isDefined = parent < 0 || (prims[parent].isDefined && prim.specifier != .over)
            prim.opinions = [USDOpinion(layer: 0, spec: spec)]
            prims.append(prim)
            if parent >= 0 {
                prims[parent].children.append(index)
                places[path(of: index)] = index
            }
            guard prim.isActive else { continue }
            for child in source.children.reversed() { open.append((child, index)) }
        }
    }
}
