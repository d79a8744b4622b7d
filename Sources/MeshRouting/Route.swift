public import MeshFormats
public import MeshModel

/// An operation of a route: a scene in, a scene out.
public enum RouteOperation: Hashable, Sendable {
    /// Makes a node of each instance.
    case expandInstances
    /// Freezes skins, morph targets and clips at a moment.
    case pose(Moment)
    /// Leaves out all clips but one.
    case keepClip(Int)
    /// Leaves out what nodes hide.
    case leaveOutHidden
    /// Bakes transforms into positions; instances become separate meshes.
    case bakeHierarchy
    /// Cuts polygons into triangles.
    case triangulate
    /// Changes the up axis or the unit: by nodes above the roots, or by moving the vertices.
    case convertFrame(SceneFrame, isRoot: Bool)
    /// Merges vertices: equal ones, or with a tolerance near ones; in some sets, or in all.
    case weld(sets: Set<Int>?, tolerance: Double?)
    /// Generates normals for vertices without any.
    case generateNormals(Correspondence.MadeNormals.Weight)
    /// Paints colours that no texture repeats into a texture; plain: materials get no double-sidedness, metalness or
    /// texture wrapping; sketch: only the size of the texture is found, for plans.
    case paintColors(isPlain: Bool, isSketch: Bool = false)
    /// Puts channels of several textures into one image; sketch: images are not made, for plans.
    case packTextures(isSketch: Bool = false)
    /// Applies the transforms of textures to texture coordinates; MTL's `-s` and `-o` stay or not.
    case placeTextures(keepsMTL: Bool)
    /// Gives vertices the colours of textures; materials keep the textures or not.
    case sampleTextures(keepsTextures: Bool)

    /// The name in reports.
    public var name: String {
        switch self {
        case .expandInstances: "expand-instances"
        case .pose: "pose"
        case .keepClip: "keep-clip"
        case .leaveOutHidden: "leave-out-hidden"
        case .bakeHierarchy: "bake-hierarchy"
        case .triangulate: "triangulate"
        case .convertFrame: "convert-frame"
        case .weld: "weld"
        case .generateNormals: "generate-normals"
        case .paintColors: "paint-colors"
        case .packTextures: "pack-textures"
        case .placeTextures: "place-textures"
        case .sampleTextures: "sample-textures"
        }
    }

    /// Whether the operation is left out of the route if it finds nothing to do, which depends on the values.
    public var mayFindNothing: Bool {
        switch self {
        case .leaveOutHidden, .weld, .generateNormals, .paintColors, .packTextures, .placeTextures, .sampleTextures:
            true
        case .expandInstances, .pose, .keepClip, .bakeHierarchy, .triangulate, .convertFrame: false
        }
    }
}

/// The result of an operation on a scene.
public struct Operated: Sendable {
    /// The scene afterwards.
    public var scene: MeshScene
    /// The record of the operation, for the comparison to check; nil: nothing changed.
    public var step: Correspondence.Step?
    /// The losses, in paths of the scene before.
    public var losses: [Loss]
    /// Counts the rounded positions among the vertices that get written, given where these come from: one that is
    /// written twice is rounded twice. Nil: no position was rounded.
    public var roundings: Roundings?

    /// Returns losses of rounding, given the sources of the vertices of a file.
    public typealias Roundings = @Sendable (Correspondence.Mapping) -> [Loss]

    /// Creates a result.
    public init(scene: MeshScene, step: Correspondence.Step? = nil, losses: [Loss] = []) {
        self.scene = scene
        self.step = step
        self.losses = losses
    }
}

/// A route from a document to a variant, with the losses that it will have.
public struct Route: Sendable {
    /// One step, worded for a report.
    public struct Step: Hashable, Sendable {
        /// The action: `read ply.binary`, `bake-hierarchy`, `write obj`.
        public var action: String
        /// The reason.
        public var why: String

        /// Creates a step.
        public init(_ action: String, why: String) {
            self.action = action
            self.why = why
        }
    }

    /// The variant that will be written.
    public var variant: String
    /// Whether the format's native document is written, without the scene.
    public var isNative: Bool
    /// The operations on the scene before it is written.
    public var operations: [RouteOperation]
    /// The steps, in order.
    public var steps: [Step]
    /// Exactly what will be lost, in paths of the source, worst first.
    public var losses: [Loss]
    /// The losses of the operations alone; `losses` contains them too.
    public var operationLosses: [Loss]
    /// Where each part of the result comes from, beginning with the document's scene; nil for a native route.
    public var correspondence: Correspondence?
    /// The origin of the scene to be written: one step for each operation that changed something.
    public var derivation: [Correspondence.Step]
    /// The rejected alternatives, and why.
    public var rejected: [Step]
    /// The plan for writing the scene after the operations; nil for a native route.
    public var plan: WritePlan?

    /// The worst severity, for choosing between routes; nil: nothing is lost.
    public var worst: Loss.Severity? { losses.map(\.severity).min() }

    /// Creates a route.
    public init(
        variant: String, isNative: Bool, operations: [RouteOperation], steps: [Step], losses: [Loss],
        operationLosses: [Loss] = [], correspondence: Correspondence? = nil, derivation: [Correspondence.Step] = [],
        rejected: [Step] = [], plan: WritePlan? = nil
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
        self.plan = plan
    }
}

extension [Loss] {
    /// Returns the losses of a scene after some steps with source paths; generated parts keep their paths.
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
