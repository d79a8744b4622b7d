import MeshFormats

/// A layer and all its sublayers.
struct USDLayerStack {
    /// The layers, strongest first, with the offsets to the times of the first.
    private(set) var members: [(layer: Int, offset: USDOffset)] = []

    /// The specs of the layers, by path.
    var specs: USDStackSpecs

    /// The variables of expressions.
    let variables: USDVariables

    /// The prims that the layers move.
    var relocates = USDRelocates()

    /// The root layer of the stack.
    var root: Int { members.first?.layer ?? 0 }

    /// The maximum nesting of sublayers.
    private static let depthLimit = 100

    init(_ root: Int, _ variables: USDVariables, _ layers: inout USDLayerLibrary) throws(ReadError) {
        self.variables = variables
        specs = USDStackSpecs([])
        var open: [(layer: Int, offset: USDOffset, above: [Int])] = [(root, USDOffset(), [])]
        while let (layer, offset, above) = open.popLast() {
            members.append((layer, offset))
            guard members.count <= layers.options.limits.sideFileCount else {
                throw ReadError(
                    beyond: .sideFiles, .whole,
                    "expected at most \(layers.options.limits.sideFileCount) sublayers, found more")
            }
            let names = layers.layers[layer].subLayers
            guard !names.isEmpty else { continue }
            let offsets = layers.layers[layer].subLayerOffsets
            var found: [(layer: Int, offset: USDOffset, above: [Int])] = []
            for (index, name) in names.enumerated() {
                guard let name = layers.evaluated(name, in: layer, variables),
                    let sublayer = try layers.layer(name, from: layer)
                else { continue }
                guard sublayer != layer, !above.contains(sublayer), above.count < Self.depthLimit else {
                    layers.note(
                        "usd.cycle", "\(layers.layers[layer].path) includes itself as a sublayer through '\(name)'")
                    continue
                }
                var own = index < offsets.count ? offsets[index] : USDOffset()
                if !own.isUsable {
                    layers.note("usd.offset", "the time offset of the sublayer '\(name)' is invalid and is ignored")
                    own = USDOffset()
                }
                let (times, ownTimes) = (layers.layers[layer].timeCodes, layers.layers[sublayer].timeCodes)
                if times != ownTimes { own.scale *= times / ownTimes }
                found.append((sublayer, offset.after(own), above + [layer]))
            }
            open += found.reversed()
        }
        specs = USDStackSpecs(members)
    }
}

extension USDLayerEntry {
    /// The asset paths of the sublayers as written, strongest first.
    var subLayers: [String] { if case .texts(_, let names)? = layer.specs[0]["subLayers"] { names } else { [] } }

    /// The offsets of the sublayers, in the same order.
    var subLayerOffsets: [USDOffset] {
        if case .offsets(let offsets)? = layer.specs[0]["subLayerOffsets"] { offsets } else { [] }
    }

    /// The number of time codes per second.
    var timeCodes: Double {
        for name in ["timeCodesPerSecond", "framesPerSecond"] {
            guard case .real(_, let value)? = layer.specs[0][name] else { continue }
            return value.isFinite && value > 0 ? value : 24
        }
        return 24
    }

    /// The path of the default prim, or nil if there is none.
    var defaultPrim: String? {
        guard case .text(_, let name)? = layer.specs[0]["defaultPrim"], !name.isEmpty else { return nil }
        return name.hasPrefix("/") ? name : "/" + name
    }
}
