public import MeshModel

/// One thing that a conversion does not carry over as it was: typed data, never a log line.
public struct Loss: Hashable, Sendable {
    /// A stable word for programs; each belongs to one facet of the comparison.
    public struct Code: Hashable, Sendable {
        /// The word, such as `attribute.dropped`.
        public let rawValue: String
        /// The side of the thing on which the comparison finds the difference.
        public let facet: Difference.Facet

        /// A code from its parts.
        public init(_ rawValue: String, _ facet: Difference.Facet) {
            self.rawValue = rawValue
            self.facet = facet
        }

        /// An attribute has no place in the target.
        public static let attributeDropped = Self("attribute.dropped", .presence)
        /// An attribute is stored with less precision or range.
        public static let attributeNarrowed = Self("attribute.narrowed", .value)
        /// An attribute is stored in another form that gives back the same values.
        public static let attributeReencoded = Self("attribute.reencoded", .type)
        /// Elements that had no value got one, since the target has no word for "none".
        public static let attributeFilled = Self("attribute.filled", .generated)
        /// Colours are stored in another form that gives back the same values.
        public static let colorReencoded = Self("color.reencoded", .type)
        /// Values that nothing refers to are left out.
        public static let valuesUnreferenced = Self("values.unreferenced", .presence)
        /// Values changed by no more than the precision rules allow.
        public static let precisionReduced = Self("precision.reduced", .value)
        /// Values outside of the target's range became the nearest one inside.
        public static let valueClamped = Self("value.clamped", .value)
        /// Vertices were repeated so that each corner keeps its own values.
        public static let interpolationSplit = Self("interpolation.split", .sharing)
        /// Values that corners shared by index are repeated for each corner.
        public static let interpolationFlattened = Self("interpolation.flattened", .sharing)
        /// Polygons became triangles.
        public static let topologyTriangulated = Self("topology.triangulated", .value)
        /// Elements have no place in the target.
        public static let topologyDropped = Self("topology.dropped", .presence)
        /// Polylines became single segments.
        public static let topologySegmented = Self("topology.segmented", .value)
        /// Nodes became one; their transforms went into the positions.
        public static let hierarchyBaked = Self("hierarchy.baked", .presence)
        /// Primitives became one.
        public static let primitivesMerged = Self("primitives.merged", .sharing)
        /// A name has no place in the target.
        public static let nameDropped = Self("name.dropped", .names)
        /// A name was changed to one that the target accepts.
        public static let nameChanged = Self("name.changed", .names)
        /// Named sets of elements have no place in the target.
        public static let subsetDropped = Self("subset.dropped", .presence)
        /// A material has no place in the target.
        public static let materialDropped = Self("material.dropped", .presence)
        /// Some of a material's settings have no place in the target.
        public static let materialApproximated = Self("material.approximated", .presence)
        /// A material that the source does not have was made, since the target needs one.
        public static let materialGenerated = Self("material.generated", .generated)
        /// A texture or image has no place in the target.
        public static let textureDropped = Self("texture.dropped", .presence)
        /// An image that the source names was not found.
        public static let textureMissing = Self("texture.missing", .presence)
        /// A camera has no place in the target.
        public static let cameraDropped = Self("camera.dropped", .presence)
        /// A light has no place in the target.
        public static let lightDropped = Self("light.dropped", .presence)
        /// A table has no place in the target.
        public static let tableDropped = Self("table.dropped", .presence)
        /// Metadata has no place in the target.
        public static let metadataDropped = Self("metadata.dropped", .presence)
        /// What only the source's own format can say, and no part of the scene holds.
        public static let nativeUnmapped = Self("native.unmapped", .presence)
        /// Colours are there, and a material of the target does not show them beside what it has.
        public static let colorUnseen = Self("color.unseen", .generated)
        /// What the variant has no form for stands in a record, which meshconv gives back and others don't see.
        public static let nativeReencoded = Self("native.reencoded", .type)
        /// The unit is known and the target can't say it.
        public static let unitDropped = Self("unit.dropped", .presence)
        /// The up axis is known and the target can't say it.
        public static let axisDropped = Self("axis.dropped", .presence)

        /// Vertices that no element uses are read back as points.
        public static let topologyGenerated = Self("topology.generated", .generated)
        /// Nodes in nodes stand beside each other.
        public static let hierarchyFlattened = Self("hierarchy.flattened", .value)
        /// Textures of one image became one.
        public static let textureShared = Self("texture.shared", .value)
        /// How a texture is laid on has no place in the target.
        public static let textureOptionsDropped = Self("texture.options-dropped", .value)
        /// Vertices stand in another order.
        public static let vertexReordered = Self("vertex.reordered", .order)
        /// Named sets of elements stand in another order.
        public static let subsetReordered = Self("subset.reordered", .order)

        /// Faces cross themselves: their triangles lie on each other.
        public static let topologyFolded = Self("topology.folded", .value)
        /// Meshes and vertices that were shown in several places are repeated.
        public static let instanceRepeated = Self("instance.repeated", .sharing)
        /// A mesh that no node showed got a node.
        public static let nodeGenerated = Self("node.generated", .generated)
        /// The unit is another one, as asked for: lengths were multiplied.
        public static let frameScaled = Self("frame.scaled", .type)
        /// Another axis points up, as asked for: positions and directions were turned.
        public static let frameTurned = Self("frame.turned", .type)
        /// Vertices that nothing told apart became one.
        public static let vertexWelded = Self("vertex.welded", .sharing)
        /// Vertices moved to the place of one nearby, as asked for.
        public static let vertexMoved = Self("vertex.moved", .value)
        /// Normals were made of faces, as asked for.
        public static let normalsGenerated = Self("normals.generated", .generated)

        /// Colours are shown by a texture that was painted from them.
        public static let colorBaked = Self("color.baked", .generated)
        /// Vertices have colours that were taken from textures, as asked for.
        public static let colorSampled = Self("color.sampled", .generated)

        /// A camera has other numbers.
        public static let cameraChanged = Self("camera.changed", .value)
        /// A camera that several nodes have is several.
        public static let cameraRepeated = Self("camera.repeated", .generated)
        /// A light has other numbers.
        public static let lightChanged = Self("light.changed", .value)
        /// A light that several nodes have is several.
        public static let lightRepeated = Self("light.repeated", .generated)

        /// Values that have a form in the target were brought to it: normals and rotations of length 1.
        public static let valueNormalized = Self("value.normalized", .value)
        /// Elements stand in another order.
        public static let elementReordered = Self("element.reordered", .order)
        /// A mesh has no place in the target.
        public static let meshDropped = Self("mesh.dropped", .presence)
        /// Settings of a material have other values.
        public static let materialChanged = Self("material.changed", .value)
        /// The source does not say which axis points up; all readers of the target take one for granted.
        public static let axisAssumed = Self("axis.assumed", .generated)
        /// The source does not say its unit; all readers of the target take one for granted.
        public static let unitAssumed = Self("unit.assumed", .generated)
        /// Nodes above all others turn and scale the scene into the frame of the target.
        public static let frameRooted = Self("frame.rooted", .value)
        /// Positions are counted from a place among them, and what shows them stands there.
        public static let frameRecentered = Self("frame.recentered", .type)

        /// A matrix is a translation, a rotation and scales, or two nodes that have them, one inside the other.
        public static let frameDecomposed = Self("frame.decomposed", .type)

        /// What a node shows stands in nodes below it.
        public static let hierarchyNested = Self("hierarchy.nested", .value)
        /// A mesh became several, one for each primitive.
        public static let meshDivided = Self("mesh.divided", .sharing)

        /// Every code, for the schema and the tests.
        public static let all: [Code] = [
            .attributeDropped, .attributeNarrowed, .attributeReencoded, .attributeFilled, .colorReencoded,
            .valuesUnreferenced, .precisionReduced, .valueClamped, .interpolationSplit, .interpolationFlattened,
            .topologyTriangulated, .topologyDropped, .topologySegmented, .hierarchyBaked, .primitivesMerged,
            .nameDropped, .nameChanged, .subsetDropped, .materialDropped, .materialApproximated, .materialGenerated,
            .textureDropped, .textureMissing, .cameraDropped, .lightDropped, .tableDropped, .metadataDropped,
            .nativeUnmapped, .nativeReencoded, .colorUnseen, .unitDropped,
            .axisDropped, .topologyGenerated, .hierarchyFlattened, .textureShared, .textureOptionsDropped,
            .vertexReordered, .subsetReordered, .topologyFolded, .instanceRepeated, .nodeGenerated, .frameScaled,
            .frameTurned, .vertexWelded, .vertexMoved, .normalsGenerated, .valueNormalized, .elementReordered,
            .meshDropped, .materialChanged, .axisAssumed, .unitAssumed, .frameRooted,
            .hierarchyNested, .meshDivided,
            .frameRecentered, .frameDecomposed, .colorBaked, .colorSampled, .cameraChanged, .cameraRepeated,
            .lightChanged, .lightRepeated,
        ]
    }

    /// What happened, worst first.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// It is gone.
        case dropped
        /// It is there in another shape or with other values.
        case approximated
        /// It is there with less precision or range.
        case narrowed
        /// It is there, rounded as the precision rules allow.
        case rounded
        /// It is there in another form that gives it back exactly.
        case reencoded = "re-encoded"
        /// The source did not have it.
        case generated

        /// Worse is less.
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The word for programs.
    public var code: Code
    /// What happened.
    public var severity: Severity
    /// The path in the source scene (in the target scene for what was generated): `/vertexSets/0/confidence`.
    public var subject: String
    /// What a person calls it: `confidence`, `colours`, `material Sofa`.
    public var name: String
    /// How many elements it concerns, and what they are: vertices, faces, corners, rows, lines.
    public var count: Int
    /// The word for one of the elements, in the plural: `vertices`.
    public var unit: String
    /// For values: the largest distance.
    public var largestError: Double?
    /// Why: `STL has no vertex attributes`.
    public var cause: String
    /// What would have kept it, as something to type after the command: `--to ply.binary`; nil: nothing would.
    public var remedy: String?

    /// A loss from its parts.
    public init(
        _ code: Code, _ severity: Severity, subject: String, name: String, count: Int, unit: String,
        largestError: Double? = nil, cause: String, remedy: String? = nil
    ) {
        self.code = code
        self.severity = severity
        self.subject = subject
        self.name = name
        self.count = count
        self.unit = unit
        self.largestError = largestError
        self.cause = cause
        self.remedy = remedy
    }

    /// One line for people: `confidence (612480 vertices): OBJ has no custom attributes`.
    public var message: String {
        "\(name) (\(count) \(unit)): \(cause)"
    }
}
