/// Derives from a source the scene that its writer must have got, by what a correspondence claims of the operations.
///
/// Nothing of it is shared with the operations: a claim that does not hold is a difference, and what follows from the
/// claims that hold is what the file that was written is compared with.
struct Derivation {
    /// An attribute whose values were moved: the scene holds them as an operation stores them, this the exact ones.
    struct Moved {
        /// Float64 values of the same shape.
        var exact: Attribute
        /// Whether they are directions: those are equal within the rounding of their stored type, since a length of one
        /// is no exact number in any type. Positions are compared as they are.
        var isDirection: Bool
    }

    /// What the source is after the steps.
    var scene: Scene
    /// What the steps lost, and what is wrong with their claims.
    private(set) var found: [Difference] = []
    /// By path in `scene`.
    var moved: [String: Moved] = [:]
    /// Where the parts of `scene` come from.
    private(set) var origins = StepOrigins()

    init(_ source: Scene, _ steps: [Correspondence.Step]) {
        scene = source
        for step in steps {
            switch step {
            case .baked(let hierarchy): bake(hierarchy)
            case .triangulated(let triangulation): triangulate(triangulation)
            }
            origins.append(step)
        }
    }

    mutating func add(
        _ facet: Difference.Facet, _ subject: String, count: Int, valueClass: Difference.ValueClass? = nil
    ) {
        guard count > 0 else { return }
        found.append(Difference(facet, origins.source(of: subject), count: count, valueClass: valueClass))
    }
}
