public import MeshModel

/// One thing that a conversion does not carry over unchanged, as typed data.
public struct Loss: Hashable, Sendable {
    /// A stable identifier for programs. Each belongs to one facet of the comparison.
    public struct Code: Hashable, Sendable {
        /// The identifier, such as `attribute.dropped`.
        public let rawValue: String
        /// The facet under which the comparison finds the difference.
        public let facet: Difference.Facet

        /// Creates a code.
        public init(_ rawValue: String, _ facet: Difference.Facet) {
            self.rawValue = rawValue
            self.facet = facet
        }

        /// The target can't hold an attribute.
        public static let attributeDropped = Self("attribute.dropped", .presence)
        /// An attribute is stored with less precision or range.
        public static let attributeNarrowed = Self("attribute.narrowed", .value)
        /// An attribute is stored in another form that gives back the same values.
        public static let attributeReencoded = Self("attribute.reencoded", .type)
        /// Elements without a value got one, since the target can't express "none".
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
        /// The target can't hold the elements.
        public static let topologyDropped = Self("topology.dropped", .presence)
        /// Polylines became single segments.
        public static let topologySegmented = Self("topology.segmented", .value)
        /// Nodes were merged into one; their transforms were applied to the positions.
        public static let hierarchyBaked = Self("hierarchy.baked", .presence)
        /// Primitives were merged into one.
        public static let primitivesMerged = Self("primitives.merged", .sharing)
        /// The target can't hold a name.
        public static let nameDropped = Self("name.dropped", .names)
        /// A name was changed to one that the target accepts.
        public static let nameChanged = Self("name.changed", .names)
        /// The target can't hold named sets of elements.
        public static let subsetDropped = Self("subset.dropped", .presence)
        /// The target can't hold a material.
        public static let materialDropped = Self("material.dropped", .presence)
        /// The target can't hold some of a material's settings.
        public static let materialApproximated = Self("material.approximated", .presence)
        /// A material was added because the target needs one.
        public static let materialGenerated = Self("material.generated", .generated)
        /// The target can't hold a variant of materials: its look can't be chosen.
        public static let variantDropped = Self("variant.dropped", .presence)
        /// A variant of materials was added because the target needs one for the usual look.
        public static let variantGenerated = Self("variant.generated", .generated)
        /// The target can't hold a texture or image.
        public static let textureDropped = Self("texture.dropped", .presence)
        /// An image that the source names was not found.
        public static let textureMissing = Self("texture.missing", .presence)
        /// A file that the source names is not there, not followed or of another kind.
        public static let referenceMissing = Self("reference.missing", .presence)
        /// The target can't hold a camera.
        public static let cameraDropped = Self("camera.dropped", .presence)
        /// The target can't hold a light.
        public static let lightDropped = Self("light.dropped", .presence)
        /// The target can't hold a table.
        public static let tableDropped = Self("table.dropped", .presence)
        /// The target can't hold metadata.
        public static let metadataDropped = Self("metadata.dropped", .presence)
        /// Facts that only the source's format can express; the scene doesn't hold them.
        public static let nativeUnmapped = Self("native.unmapped", .presence)
        /// The colours are written, but the target's material can't show them together with its texture.
        public static let colorUnseen = Self("color.unseen", .generated)
        /// Native facts have another form: a record that meshconv restores and other programs don't see, or floats of
        /// the same values where the source has integers.
        public static let nativeReencoded = Self("native.reencoded", .type)
        /// What the source hides is left out, as the target can't hide it.
        public static let hiddenDropped = Self("hidden.dropped", .presence)
        /// The unit is known, but the target can't express it.
        public static let unitDropped = Self("unit.dropped", .presence)
        /// The up axis is known, but the target can't express it.
        public static let axisDropped = Self("axis.dropped", .presence)

        /// Vertices that no element uses are read back as points.
        public static let topologyGenerated = Self("topology.generated", .generated)
        /// Nested nodes became siblings.
        public static let hierarchyFlattened = Self("hierarchy.flattened", .value)
        /// Textures with the same image were merged into one.
        public static let textureShared = Self("texture.shared", .value)
        /// The target can't hold texture options such as wrapping.
        public static let textureOptionsDropped = Self("texture.options-dropped", .value)
        /// Vertices were reordered.
        public static let vertexReordered = Self("vertex.reordered", .order)
        /// Named sets of elements were reordered.
        public static let subsetReordered = Self("subset.reordered", .order)

        /// Faces intersect themselves, so their triangles overlap.
        public static let topologyFolded = Self("topology.folded", .value)
        /// Meshes and vertices with several instances are repeated.
        public static let instanceRepeated = Self("instance.repeated", .sharing)
        /// Instances became nodes, one for each copy of a mesh.
        public static let instancesExpanded = Self("instances.expanded", .sharing)
        /// A mesh without a node got one.
        public static let nodeGenerated = Self("node.generated", .generated)
        /// The unit was changed as requested: lengths were scaled.
        public static let frameScaled = Self("frame.scaled", .type)
        /// The up axis was changed as requested: positions and directions were rotated.
        public static let frameTurned = Self("frame.turned", .type)
        /// Identical vertices were merged.
        public static let vertexWelded = Self("vertex.welded", .sharing)
        /// Vertices moved to a vertex nearby, as requested.
        public static let vertexMoved = Self("vertex.moved", .value)
        /// Normals were computed from faces, as requested.
        public static let normalsGenerated = Self("normals.generated", .generated)

        /// A texture was painted from the colours and shows them.
        public static let colorBaked = Self("color.baked", .generated)
        /// An image was put together from channels of several textures.
        public static let texturePacked = Self("texture.packed", .generated)
        /// A material shows channels of another image than before, with the same values.
        public static let textureRearranged = Self("texture.rearranged", .type)
        /// An image that was put together has fewer bits than one of its sources, or repeats the texels of a smaller one.
        public static let textureReduced = Self("texture.reduced", .value)
        /// A texture lies where it lay, by its coordinates alone: its transform was applied to them.
        public static let texturePlaced = Self("texture.placed", .value)
        /// Vertices got colours sampled from textures, as requested.
        public static let colorSampled = Self("color.sampled", .generated)

        /// A camera's parameters changed.
        public static let cameraChanged = Self("camera.changed", .value)
        /// A camera used by several nodes was duplicated.
        public static let cameraRepeated = Self("camera.repeated", .generated)
        /// A light's parameters changed.
        public static let lightChanged = Self("light.changed", .value)
        /// A light used by several nodes was duplicated.
        public static let lightRepeated = Self("light.repeated", .generated)

        /// Values were normalized as the target requires: normals and rotations have length 1.
        public static let valueNormalized = Self("value.normalized", .value)
        /// Elements were reordered.
        public static let elementReordered = Self("element.reordered", .order)
        /// The target can't hold a mesh.
        public static let meshDropped = Self("mesh.dropped", .presence)
        /// Settings of a material changed.
        public static let materialChanged = Self("material.changed", .value)
        /// The source does not define the up axis; all readers of the target assume one.
        public static let axisAssumed = Self("axis.assumed", .generated)
        /// The source does not define its unit; all readers of the target assume one.
        public static let unitAssumed = Self("unit.assumed", .generated)
        /// Root nodes were added that rotate and scale the scene into the target's frame.
        public static let frameRooted = Self("frame.rooted", .value)
        /// Positions were moved near the origin, and their nodes got the inverse translation.
        public static let frameRecentered = Self("frame.recentered", .type)

        /// A matrix became a translation, rotation and scale, or two nested nodes that have them.
        public static let frameDecomposed = Self("frame.decomposed", .type)

        /// The contents of a node moved into child nodes.
        public static let hierarchyNested = Self("hierarchy.nested", .value)
        /// A mesh was divided into one for each primitive.
        public static let meshDivided = Self("mesh.divided", .sharing)

        /// Curves of values over time became straight pieces.
        public static let animationResampled = Self("animation.resampled", .value)
        /// The target has one time line: a clip follows the first one.
        public static let animationClipsJoined = Self("animation.clips-joined", .presence)
        /// The target can't hold a skin, or not its matrices.
        public static let skinDropped = Self("skin.dropped", .presence)
        /// Points follow fewer joints than before.
        public static let skinInfluencesReduced = Self("skin.influences-reduced", .value)
        /// The target can't hold how a morph target changes an attribute.
        public static let morphAttributeDropped = Self("morph.attribute-dropped", .presence)
        /// Motion is in the file, but the usual viewers of the target don't play it.
        public static let animationUnseen = Self("animation.unseen", .presence)
        /// The target can't hold a clip: nothing moves.
        public static let animationDropped = Self("animation.dropped", .presence)
        /// A skin was applied: the shape is exact at one moment, but joints can't move it any more.
        public static let skinBaked = Self("skin.baked", .presence)
        /// Morph targets were applied: the shape is exact at one moment, but can't change any more.
        public static let morphBaked = Self("morph.baked", .presence)
        /// The target can't hold morph targets, and none of them has a weight.
        public static let morphDropped = Self("morph.dropped", .presence)

        /// Every code, for the schema and the tests.
        public static let all: [Code] = [
            .attributeDropped, .attributeNarrowed, .attributeReencoded, .attributeFilled, .colorReencoded,
            .valuesUnreferenced, .precisionReduced, .valueClamped, .interpolationSplit, .interpolationFlattened,
            .topologyTriangulated, .topologyDropped, .topologySegmented, .hierarchyBaked, .primitivesMerged,
            .nameDropped, .nameChanged, .subsetDropped, .materialDropped, .materialApproximated, .materialGenerated,
            .textureDropped, .textureMissing, .referenceMissing, .cameraDropped, .lightDropped, .tableDropped,
            .metadataDropped,
            .nativeUnmapped, .nativeReencoded, .colorUnseen, .hiddenDropped, .unitDropped,
            .axisDropped, .topologyGenerated, .hierarchyFlattened, .textureShared, .textureOptionsDropped,
            .vertexReordered, .subsetReordered, .topologyFolded, .instanceRepeated, .nodeGenerated, .frameScaled,
            .frameTurned, .vertexWelded, .vertexMoved, .normalsGenerated, .valueNormalized, .elementReordered,
            .meshDropped, .materialChanged, .axisAssumed, .unitAssumed, .frameRooted,
            .hierarchyNested, .meshDivided,
            .frameRecentered, .frameDecomposed, .colorBaked, .texturePacked, .textureRearranged,
            .textureReduced, .texturePlaced, .colorSampled, .cameraChanged, .cameraRepeated,
            .lightChanged, .lightRepeated, .animationResampled, .animationClipsJoined, .animationUnseen, .skinDropped,
            .skinInfluencesReduced,
            .morphAttributeDropped, .animationDropped, .skinBaked, .morphBaked, .morphDropped,
            .instancesExpanded, .variantDropped, .variantGenerated,
        ]
    }

    /// The severity of a loss, worst first.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// It is missing from the target.
        case dropped
        /// It is kept in another shape or with other values.
        case approximated
        /// It is kept with less precision or range.
        case narrowed
        /// It is kept, rounded as the precision rules allow.
        case rounded
        /// It is kept in another form that restores it exactly.
        case reencoded = "re-encoded"
        /// The source did not have it.
        case generated

        /// Orders worse severities first.
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The identifier for programs.
    public var code: Code
    /// The severity.
    public var severity: Severity
    /// The path in the source scene (in the target scene for what was generated): `/vertexSets/0/confidence`.
    public var subject: String
    /// The name for people: `confidence`, `colours`, `material Sofa`.
    public var name: String
    /// The number of affected elements.
    public var count: Int
    /// The kind of the elements, in the plural: `vertices`, `faces`, `corners`, `rows`, `lines`.
    public var unit: String
    /// The largest distance, for values.
    public var largestError: Double?
    /// The reason: `STL has no vertex attributes`.
    public var cause: String
    /// A target or setting that would have kept it; nil: there is none.
    public var remedy: Remedy?
    /// The files or frames that it is about, by their paths or names; empty: they are only counted.
    public var items: [String] = []
    /// How much it matters to people.
    public var rank: Rank

    /// Creates a loss. Without a rank it has the usual one of its code, severity and name.
    public init(
        _ code: Code, _ severity: Severity, subject: String, name: String, count: Int, unit: String,
        largestError: Double? = nil, cause: String, remedy: Remedy? = nil, items: [String] = [], rank: Rank? = nil
    ) {
        self.rank = rank ?? Rank(code, severity, name)
        self.code = code
        self.severity = severity
        self.subject = subject
        self.name = name
        self.count = count
        self.unit = unit
        self.largestError = largestError
        self.cause = cause
        self.remedy = remedy
        self.items = items
    }

    /// One line for people: `confidence (612480 vertices): OBJ has no custom attributes`.
    public var message: String {
        "\(name) (\(count) \(CountedNoun.text(count, unit))): \(cause)"
    }
}
