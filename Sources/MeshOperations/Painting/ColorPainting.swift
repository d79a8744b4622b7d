public import MeshModel

/// How colours are painted into a texture.
public struct ColorPaintingOptions: Hashable, Sendable {
    /// The largest width and height of the image in texels.
    public var maximumSide = 4096
    /// The space in which colours are mixed between corners, and in which a face's colour is the mean of its corners'; nil:
    /// the one that the colours are given in.
    public var blending: Frame.ColorSpace?
    /// The set that the texture coordinates are named as.
    public var texCoordSet = 0
    /// Whether what is made says nothing but the texture and white: for formats without words for sides of faces, and for
    /// what lies beyond the edges of textures.
    public var isPlain = false

    /// The defaults.
    public init() {}
}

/// Why colours can't be painted.
public enum ColorPaintingError: Error, Hashable, Sendable {
    /// The elements are points or lines, which have no area for a texture.
    case notPolygons
    /// The attribute is ragged, or has this many components, not 1, 3 or 4.
    case notColors(components: Int)
    /// Even one texel for each different colour is too much; a square of this side would hold them.
    case tooLarge(neededSide: Int)
}

/// A texture that shows what a primitive's colours show, with the coordinates that put it there.
///
/// Each face has a cell of the image to itself, but faces of one colour, which share a cell for each colour. The corners
/// and the centre of a face lie on centres of texels, where bilinear filtering gives the texel itself: the same in viewers
/// that decode sRGB before they filter (as UsdUVTexture with `sourceColorSpace = "sRGB"` and GPUs do) and in those that
/// filter first. Between these places the two differ, as they do for any texture.
///
/// - Image: `height` rows of `width` texels of `components` bytes, from the top; sRGB-encoded, alpha as it is.
/// - Centre: the mean of a face's corners, of their colours and of their texture coordinates.
/// - Order: cells follow the faces, in blocks that keep neighbours together when the image is made smaller.
public struct ColorPainting: Sendable {
    /// How much of the colours the cells could hold, the most first.
    public enum Detail: Int, Hashable, Sendable, Comparable {
        /// One colour for each face, that of its centre.
        case faces
        /// Centres; corners too where the triangles that share a cell share an edge, else a mean of two.
        case centers
        /// Centres and corners.
        case corners

        /// Whether the first holds less.
        public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// The width of the image in texels.
    public var width: Int
    /// The height of the image in texels.
    public var height: Int
    /// The bytes of a texel: 3, red, green and blue; or 4, with alpha.
    public var components: Int
    /// The texels, row after row from the top.
    public var pixels: [UInt8]
    /// Float32 coordinates, a row for each corner of the primitive, that count from the bottom left as in USD.
    public var texCoords: Attribute
    /// What the cells hold.
    public var detail: Detail
    /// The largest difference between a face's colour and what a viewer sees at its centre, in 1/255 of a component of the
    /// encoded colour: found by sampling the image in both ways.
    public var centerDifference: Double
    /// The same at the corners of faces; polygons of five corners and more have theirs on a ring of texels, beyond 128 so
    /// close that they mix.
    public var cornerDifference: Double
}

/// Paints the colours of a primitive's faces into an image.
///
/// - Parameters:
///   - colors: 1, 3 or 4 components; their frame says whether they are linear or sRGB-encoded (if nothing: sRGB) and
///     what 1.0 is stored as. Values are clamped to 0…1, NaN is 0.
///   - interpolation: what the rows of `colors` belong to.
///   - indices: for colours of corners the row of each corner; nil: corner `c` has row `c`.
///   - primitive: triangles or polygons.
///   - options: the largest size, and how colours mix.
/// - Returns: the image and the coordinates; 1 × 1 white texel for a primitive without faces. The same on every machine.
/// - Edge: a corner without a colour, or with an index that points at none, is white.
public func paintColors(
    _ colors: Attribute, _ interpolation: Interpolation, indices: Column? = nil, on primitive: Primitive,
    _ options: ColorPaintingOptions = ColorPaintingOptions()
) throws(ColorPaintingError) -> ColorPainting {
    try paintColors(
        [PaintedSurface(primitive: primitive, colors: colors, interpolation: interpolation, indices: indices)], options)
}

/// Paints the colours of some primitives into one image; rows of coordinates are the corners of the first, the second …
func paintColors(
    _ surfaces: [PaintedSurface], _ options: ColorPaintingOptions
) throws(ColorPaintingError) -> ColorPainting {
    for surface in surfaces {
        guard surface.primitive.topology == .polygons else { throw .notPolygons }
        guard surface.colors.offsets == nil, [1, 3, 4].contains(surface.colors.values.components) else {
            throw .notColors(components: surface.colors.values.components)
        }
    }
    let space = options.blending ?? surfaces.first?.colors.frame.colorSpace ?? .srgb
    let faces = FaceColors(surfaces, FaceColorRows(surfaces.map(\.colors), blending: space))
    let atlas = try ColorAtlas.fitting(faces, side: max(1, options.maximumSide))
    var painter = ColorPainter(faces, atlas)
    painter.paint()
    let difference = painter.differences()
    return ColorPainting(
        width: atlas.width, height: atlas.height, components: faces.colors.components, pixels: painter.pixels,
        texCoords: Attribute(
            .texCoord(options.texCoordSet), Column(painter.coordinates, components: 2), frame: .bottomLeftUV),
        detail: atlas.grain.detail, centerDifference: difference.center, cornerDifference: difference.corner)
}
