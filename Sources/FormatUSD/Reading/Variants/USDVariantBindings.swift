import MeshFormats

/// The materials of prims in the variants of a set of materials.
///
/// The stage is composed once for all variants. A prim's materials follow from those of its parent, so the work is that
/// of the specs of the variants and of the rows that are found.
struct USDVariantBindings {
    /// The material of a prim in a variant.
    struct Row {
        var variant: Int
        var worn: Worn
        /// Whether the variant binds something at the prim or above.
        var isTold: Bool

        /// The material, −1 for none.
        var material: Int { worn.material }
    }

    /// What is bound to a prim for each purpose, in the order of ``USDSceneBuilder/bindingNames``.
    struct Worn: Equatable {
        /// 0 for nothing, else one more than the number of the material; negative if the binding is stronger than those
        /// further down.
        var codes = SIMD3<Int32>()

        /// The material that is shown, −1 for none.
        var material: Int {
            for lane in 0..<3 where codes[lane] != 0 { return Int(codes[lane].magnitude) - 1 }
            return -1
        }

        /// What a prim wears that these are the own bindings of.
        func below(_ above: Worn) -> Worn {
            Worn(codes: codes.replacing(with: above.codes, where: above.codes .< 0 .| codes .== 0))
        }
    }

    /// The rows of prims that wear another material in a variant, or are told one: by variant.
    private var rows: [Int: [Row]] = [:]

    /// The rows that a stage may have, beside eight for each spec: far more than any asset needs.
    static let mostRows = 1 << 21
    /// The faces whose materials variants may name, once for each variant.
    static let mostFaces = 1 << 26

    /// Finds the rows; nil: there are too many.
    ///
    /// - Parameter materialOf: the material of each material prim.
    init?(_ stage: USDStage, _ set: USDMaterialVariantSet, materialOf: [Int: Int]) throws(ReadError) {
        let merged = USDMergedVariants(set, stage.layers)
        let other = try USDStage(merged.layers, choices: [set.name: USDMergedVariants.name])
        var room = stage.layers.layers.reduce(Self.mostRows) { $0 + 8 * $1.layer.specs.count }
        /// What the bindings of a prim say.
        func worn(_ bindings: [[USDOpinion]], _ source: USDStage) -> Worn {
            var own = Worn()
            for (lane, opinions) in bindings.enumerated() {
                guard let target = source.targets(opinions).first,
                    let material = stage.prim(at: target).flatMap({ materialOf[$0] })
                else { continue }
                let strength = source.composed(opinions, "bindMaterialAs")?.value.word
                own.codes[lane] = Int32(clamping: strength == "strongerThanDescendants" ? -1 - material : 1 + material)
            }
            return own
        }

        // What the scene shows without variants, and all rows that the children need.
        var usual = [Worn](repeating: Worn(), count: stage.prims.count)
        var found = [[Row]](repeating: [], count: stage.prims.count)
        var primOf = [Int](repeating: -1, count: stage.prims.count)
        primOf[0] = 0
        for prim in stage.prims.indices.dropFirst() {
            let parent = stage.prims[prim].parent
            let own = stage.bindings(of: prim)
            let ownWorn = worn(own, stage)
            usual[prim] = ownWorn.below(usual[parent])
            guard primOf[parent] >= 0, let place = other.child(stage.prims[prim].name, of: primOf[parent]) else {
                continue
            }
            primOf[prim] = place
            let bindings = other.bindings(of: place)
            let told = Set(bindings.joined().lazy.compactMap(merged.variants).joined())
            let isUsuallyTold = own.joined().contains(where: set.binds)
            if told.isEmpty, !isUsuallyTold, ownWorn == Worn() {
                found[prim] = found[parent]
                room -= found[prim].count
            } else {
                let above = found[parent]
                var variants = told
                if isUsuallyTold { variants = Set(set.names.indices) } else { variants.formUnion(above.map(\.variant)) }
                room -= variants.count * (1 + bindings.reduce(0) { $0 + $1.count })
                guard room >= 0 else { return nil }
                let plain = worn(bindings.map { merged.opinions($0, in: nil) }, other)
                var next = above[...]
                for variant in variants.sorted() {
                    var row = Row(variant: variant, worn: usual[parent], isTold: false)
                    if next.first?.variant == variant, let known = next.popFirst() { row = known }
                    let isTold = told.contains(variant)
                    let own = isTold ? worn(bindings.map { merged.opinions($0, in: variant) }, other) : plain
                    row.worn = own.below(row.worn)
                    row.isTold = row.isTold || isTold
                    if row.isTold || row.worn != usual[prim] { found[prim].append(row) }
                }
            }
            guard room >= 0 else { return nil }
            let seen = found[prim].filter { $0.isTold || $0.material != usual[prim].material }
            if !seen.isEmpty { rows[prim] = seen.count == found[prim].count ? found[prim] : seen }
        }
    }

    /// Without variants.
    init() {}

    /// The rows of a prim, by variant.
    subscript(_ prim: Int) -> [Row] { rows[prim] ?? [] }
}

extension USDStage {
    /// The opinions on the relationships that bind a material to a prim, strongest relationship first.
    fileprivate func bindings(of prim: Int) -> [[USDOpinion]] {
        USDSceneBuilder.bindingNames.map { property(prim, $0)?.opinions ?? [] }
    }
}
