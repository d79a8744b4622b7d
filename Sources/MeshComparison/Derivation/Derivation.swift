import MeshModel

/// Derives the scene that the writer must have got, from the source and the steps that a correspondence claims.
///
/// It shares no code with the operations. A claim that doesn't hold becomes a difference; the written file is compared
/// with the scene that the other claims give.
struct Derivation {
    /// The source after the steps.
    var scene: MeshScene
    /// The losses of the steps, and errors in their claims.
    private(set) var found: [Difference] = []
    /// The exact positions of moved vertices that operations store as float32, by path in `scene`, which has the
    /// rounded ones.
    var exactPositions: [String: Attribute] = [:]
    private(set) var origins = StepOrigins()

    init(_ source: MeshScene, _ steps: [Correspondence.Step]) {
        scene = source
        for step in steps {
            switch step {
            case .expanded(let instances): expand(instances)
            case .posed(let pose): self.pose(pose)
            case .keptClip(let clip): keepClip(clip)
            case .leftOutHidden(let rest): leaveOutHidden(rest)
            case .baked(let hierarchy): bake(hierarchy)
            case .triangulated(let triangulation): triangulate(triangulation)
            case .welded(let weld): self.weld(weld)
            case .framed(let framing): frame(framing)
            case .madeNormals(let normals): addNormals(normals)
            case .painted(let painted): wear(painted)
            case .packed(let packed): pack(packed)
            case .placed(let placed): place(placed)
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
