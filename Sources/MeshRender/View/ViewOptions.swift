/// The look of a rendered view.
public struct ViewOptions: Hashable, Sendable {
    /// The way in which space becomes flat.
    public enum Projection: String, Hashable, Sendable, CaseIterable {
        /// Near things are larger. The eye is three radii away from the middle of the scene.
        case perspective
        /// Parallel lines stay parallel.
        case orthographic
    }

    /// What is shown of surfaces.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Colours, textures and light, with the normals of corners where there are some.
        case shaded
        /// Colours, textures and light; each face has one normal, its own.
        case flat
        /// Colours and textures without light.
        case colors
        /// Light on a grey surface, whatever its material.
        case clay
        /// The directions of normals in world space, as stored: x as red, y as green, z as blue, −1 dark and 1 bright.
        case normals
        /// As shaded, with the edges of triangles drawn on top.
        case edges
        /// Only the edges of triangles, also those behind others.
        case wireframe

        /// Whether materials and colours count.
        var showsMaterials: Bool { self != .clay && self != .normals && self != .wireframe }
    }

    /// The faces that are left out because they look away from the viewer.
    public enum Culling: String, Hashable, Sendable, CaseIterable {
        /// Those of materials with one side; and all of them if the scene is a room, whose faces look inwards: one
        /// looks into it as into a doll's house.
        case automatic
        /// None.
        case none
    }

    /// The width in pixels, 1 to 8192.
    public var width = 1024
    /// The height in pixels, 1 to 8192.
    public var height = 768
    /// Where the viewer is.
    public var direction = ViewDirection.threeQuarter
    /// The way in which space becomes flat.
    public var projection = Projection.perspective
    /// What is shown of surfaces.
    public var mode = Mode.shaded
    /// Whether corners and gaps are darker, where less light from around arrives. Modes without light show none.
    public var hasOcclusion = true
    /// What the picture is fitted to; nil: all that the scene shows.
    public var frame: ViewFrame?
    /// The faces that are left out.
    public var culling = Culling.automatic
    /// The colour behind everything, sRGB-encoded.
    public var background = SIMD3<UInt8>(54, 58, 64)
    /// The colour of faces that look away and are drawn, sRGB-encoded; nil: their own.
    public var backFaceColor: SIMD3<UInt8>?
    /// The samples of a pixel each way, 1 to 4: 2 means four samples.
    public var samplesPerSide = 2

    /// Creates the default options.
    public init() {}

    /// Checks the size.
    func check() throws(RenderError) {
        try RenderError.check(width: width, height: height)
        let side = samplesPerSide
        guard (1...4).contains(side), width * height * side * side <= Self.mostSamples else {
            throw RenderError(
                "expected 1 to 4 samples each way and at most \(Self.mostSamples) in the picture, found \(side) each "
                    + "way in \(width) × \(height) pixels")
        }
    }

    /// 3 GB of samples: 8192 × 8192 pixels with four samples each.
    private static let mostSamples = 1 << 28

    /// Whether light from around is held back.
    var showsOcclusion: Bool { hasOcclusion && mode != .colors && mode != .normals && mode != .wireframe }
}

/// The direction from a scene to its viewer, whichever axis of the scene points up.
public struct ViewDirection: Hashable, Sendable {
    /// The share to the right, seen from the front. The length of the three together doesn't matter.
    public var right: Double
    /// The share upwards.
    public var up: Double
    /// The share towards the front, which is +Z where Y is up (as in glTF), −Y where Z is.
    public var front: Double

    /// Creates a direction.
    public init(right: Double, up: Double, front: Double) {
        self.right = right
        self.up = up
        self.front = front
    }

    /// From the front, the right and above.
    public static let threeQuarter = Self(right: 0.6, up: 0.6, front: 0.9)
    /// From the front.
    public static let front = Self(right: 0, up: 0, front: 1)
    /// From behind.
    public static let back = Self(right: 0, up: 0, front: -1)
    /// From the left.
    public static let left = Self(right: -1, up: 0, front: 0)
    /// From the right.
    public static let right = Self(right: 1, up: 0, front: 0)
    /// From above; the front is at the lower edge.
    public static let top = Self(right: 0, up: 1, front: 0)
    /// From below; the front is at the upper edge.
    public static let bottom = Self(right: 0, up: -1, front: 0)
    /// From the front, the right and above, all three alike: edges along the axes have one length.
    public static let isometric = Self(right: 1, up: 1, front: 1)
}
