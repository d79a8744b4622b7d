public import MeshFormats
public import MeshModel

/// An operation of a route: model to model.
public enum RouteOperation: Hashable, Sendable {
    /// Transforms go into positions; instances become meshes of their own.
    case bakeHierarchy
    /// Polygons become triangles.
    case triangulate
    /// Another axis points up, or the unit is another one: by nodes above the roots, or by moving the vertices.
    case convertFrame(SceneFrame, isRoot: Bool)
    /// Vertices become one: equal ones, or with a tolerance near ones; of some sets, or of all.
    case weld(sets: Set<Int>?, tolerance: Double?)
    /// Vertices without normals get some.
    case generateNormals(Correspondence.MadeNormals.Weight)
    /// Colours that only colours show are painted into a texture, too; plain: what is made says nothing of sides, metal and
    /// edges of textures.
    case paintColors(isPlain: Bool)
    /// Vertices get the colours of textures; materials keep those or not.
    case sampleTextures(keepsTextures: Bool)

    /// The word for reports.
    public var name: String {
        switch self {
        case .bakeHierarchy: "bake-hierarchy"
        case .triangulate: "triangulate"
        case .convertFrame: "convert-frame"
        case .weld: "weld"
        case .generateNormals: "generate-normals"
        case .paintColors: "paint-colors"
        case .sampleTextures: "sample-textures"
        }
    }

    /// Whether it is no part of the route where it finds nothing to do, which only the values tell.
    public var mayFindNothing: Bool {
        switch self {
        case .weld, .generateNormals, .paintColors, .sampleTextures: true
        case .bakeHierarchy, .triangulate, .convertFrame: false
        }
    }
}

/// What an operation made of a scene.
public struct Operated: Sendable {
    /// The scene afterwards.
    public var scene: Scene
    /// Where it comes from, for the comparison to check; nil: nothing changed.
    public var step: Correspondence.Step?
    /// What was lost, in paths of the scene before.
    public var losses: [Loss]

    /// What was made, from its parts.
    public init(scene: Scene, step: Correspondence.Step? = nil, losses: [Loss] = []) {
        self.scene = scene
        self.step = step
        self.losses = losses
    }
}

/// A way from a document to a variant, with what it will lose.
public struct Route: Sendable {
    /// One step, in the words of a report.
    public struct Step: Hashable, Sendable {
        /// What is done: `read ply.binary`, `bake-hierarchy`, `write obj`.
        public var action: String
        /// Why.
        public var why: String

        /// A step from its parts.
        public init(_ action: String, why: String) {
            self.action = action
            self.why = why
        }
    }

    /// The variant that will be written.
    public var variant: String
    /// Whether the format's own structure is written and the scene is not involved.
    public var isNative: Bool
    /// What is done to the scene before it is written.
    public var operations: [RouteOperation]
    /// The steps, in order.
    public var steps: [Step]
    /// Exactly what will be lost, in paths of the source.
    public var losses: [Loss]
    /// What operations alone lose: they stand in `losses` too.
    public var operationLosses: [Loss]
    /// Where each part of the result comes from, beginning with the document's scene; nil for a native route.
    public var correspondence: Correspondence?
    /// Where the scene that will be written comes from: one step for each operation that changed something.
    public var derivation: [Correspondence.Step]
    /// What was not chosen, and why.
    public var rejected: [Step]
    /// The scene after the operations and what its writer will do; nil for a native route.
    public var writing: (scene: Scene, plan: WritePlan)?

    /// The worst that happens, for choosing between routes; nil: nothing is lost.
    public var worst: Loss.Severity? { losses.map(\.severity).min() }

    /// A route from its parts.
    public init(
        variant: String, isNative: Bool, operations: [RouteOperation], steps: [Step], losses: [Loss],
        operationLosses: [Loss] = [], correspondence: Correspondence? = nil, derivation: [Correspondence.Step] = [],
        rejected: [Step] = [],
        writing: (scene: Scene, plan: WritePlan)? = nil
    ) {
        self.variant = variant
        self.isNative = isNative
        self.operations = operations
        self.steps = steps
        self.losses = losses
        self.operationLosses = operationLosses
        self.correspondence = correspondence
        self.derivation = derivation
        self.rejected = rejected
        self.writing = writing
    }
}

extension [Loss] {
    /// The losses of a scene that steps made of a source, in the source's paths; generated things keep theirs.
    public func told(of derivation: [Correspondence.Step]) -> [Loss] {
        if derivation.isEmpty { return self }
        let origins = StepOrigins(derivation)
        return map { loss in
            var told = loss
            told.subject = origins.source(of: loss.subject, loss.code.facet)
            return told
        }
    }
}
