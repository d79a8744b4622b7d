/// Derives from a source the scene that its writer must have got, by what a correspondence claims of the operations.
///
/// Nothing of it is shared with the operations: a claim that does not hold is a difference, and what follows from the
/// claims that hold is what the file that was written is compared with.
struct Derivation {
    /// What the source is after the steps.
    var scene: Scene
    /// What the steps lost, and what is wrong with their claims.
    private(set) var found: [Difference] = []
    /// The exact places of moved vertices that an operation stores as float32, by path in `scene`, which holds them so.
    var exactPositions: [String: Attribute] = [:]
    /// Where the parts of `scene` come from.
    private(set) var origins = StepOrigins()

    init(_ source: Scene, _ steps: [Correspondence.Step]) {
        scene = source
        for step in steps {
            switch step {
            case .baked(let hierarchy): bake(hierarchy)
            case .triangulated(let triangulation): triangulate(triangulation)
            case .welded(let weld): self.weld(weld)
            case .framed(let framing): frame(framing)
            case .madeNormals(let normals): addNormals(normals)
            case .painted(let painted): wear(painted)
            case .sampled(let sampled): takeColors(sampled)
            }
            origins.append(step)
        }
    }

    mutating func add(
        _ facet: Difference.Facet, _ subject: String, count: Int, valueClass: Difference.ValueClass? = nil,
        largestError: Double? = nil
    ) {
        guard count > 0 else { return }
        found.append(
            Difference(
                facet, origins.source(of: subject, facet), count: count, valueClass: valueClass,
                largestError: largestError))
    }
}
