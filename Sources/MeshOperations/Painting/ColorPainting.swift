public import MeshModel

/// Options for painting colours into a texture.
public struct ColorPaintingOptions: Hashable, Sendable {
    /// The largest width and height of the image in texels.
    public var maximumSide = 4096
    /// The colour space in which colours are interpolated, and in which a face's colour is the mean of its corners';
    /// nil: the space of the colours.
    public var blending: Frame.ColorSpace?
    /// The index of the new set of texture coordinates.
    public var texCoordSet = 0
    /// Whether materials get only the texture and white, for formats that can't express double-sided faces and texture
    /// wrapping.
    public var isPlain = false
    /// Whether only the size and the detail of the image are wanted: it is then white, and all coordinates are 0.
    package var isSketch = false

    /// Creates the default options.
    public init() {}
}

/// A reason why colours can't be painted.
public enum ColorPaintingError: Error, Hashable, Sendable {
    /// The elements are points or lines, which have no area for a texture.
    case notPolygons
    /// The attribute is ragged, or its number of components is not 1, 3 or 4.
    case notColors(components: Int)
    /// Even one texel for each distinct colour is too much; a square of this side would hold them.
    case tooLarge(neededSide: Int)
}

/// A texture that reproduces a primitive's colours, with its texture coordinates.
///
/// Each face has its own cell in the image; faces of one colour share a cell. The corners and the centre of a face lie
/// on centres of texels, where bilinear filtering gives the texel itself: the same in viewers that decode sRGB before
/// they filter (as UsdUVTexture with `sourceColorSpace = "sRGB"` and GPUs do) and in those that filter first. Between
/// these points the two differ, as for any texture.
///
/// - Image: `height` rows of `width` texels of `components` bytes, from the top; sRGB-encoded, alpha unchanged.
/// - Centre: the mean of a face's corners, of their colours and of their texture coordinates.
/// - Order: cells follow the faces, in blocks that keep neighbours together when the image is made smaller.
public struct ColorPainting: Sendable {
    /// The detail of the colours that the cells can hold, the least first.
    public enum Detail: Int, Hashable, Sendable, Comparable {
        /// One colour for each face, that of its centre.
        case faces
        /// Centres; corners too if the triangles that share a cell share an edge, else a mean of two.
        case centers
        /// Centres and corners.
        case corners

        /// Whether `a` has less detail.
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
    /// Float32 coordinates with a row for each corner of the primitive, counted from the bottom left as in USD.
    public var texCoords: Attribute
    /// The detail that the cells hold.
    public var detail: Detail
    /// The largest difference between a face's colour and a viewer's sample at its centre, in 1/255 of an encoded
    /// component: measured by sampling the image in both ways.
    public var centerDifference: Double
    /// The largest difference at the corners of faces. Polygons of five corners and more have theirs on a ring of
    /// texels; beyond 128 corners they mix.
    public var cornerDifference: Double
}

/// Paints the colours of a primitive's faces into an image.
///
/// - Parameters:
///   - colors: 1, 3 or 4 components; the frame has the colour space (sRGB if nil) and the stored value of 1.0. Values
///     are clamped to 0…1, NaN is 0.
///   - interpolation: whether the rows of `colors` belong to vertices, corners, faces or the primitive.
///   - indices: for corner colours the row of each corner; nil: corner `c` has row `c`.
///   - primitive: triangles or polygons.
///   - options: the size limit and the blending of colours.
/// - Returns: the image and the coordinates; a 1 × 1 white texel for a primitive without faces. The result is the same
///   on every machine.
/// - Edge: a corner without a colour, or with an index out of range, is white.
public func paintColors(
    _ colors: Attribute, _ interpolation: Interpolation, indices: Column? = nil, on primitive: Primitive,
    _ options: ColorPaintingOptions = ColorPaintingOptions()
) throws(ColorPaintingError) -> ColorPainting {
    try paintColors(
        [PaintedSurface(primitive: primitive, colors: colors, interpolation: interpolation, indices: indices)], options)
}

/// Paints the colours of some primitives into one image; the rows of coordinates are concatenated in their order.
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
    func coordinates(_ values: Column) -> Attribute {
        Attribute(.texCoord(options.texCoordSet), values, frame: .bottomLeftUV)
    }
    if options.isSketch {
        let zero = Column([0, 0] as [Float], components: 2)
        let zeros = Column(
            viewing: zero.storage, offset: zero.offset, stride: 0, count: faces.cornerCount, components: 2,
            type: .float32, byteOrder: zero.byteOrder)
        return ColorPainting(
            width: atlas.width, height: atlas.height, components: faces.colors.components,
            pixels: [UInt8](repeating: 0xFF, count: atlas.width * atlas.height * faces.colors.components),
            texCoords: coordinates(zeros ?? zero), detail: atlas.grain.detail, centerDifference: 0, cornerDifference: 0)
    }
    var painter = ColorPainter(faces, atlas)
    painter.paint()
    let difference = painter.differences()
    return ColorPainting(
        width: atlas.width, height: atlas.height, components: faces.colors.components, pixels: painter.pixels,
        texCoords: coordinates(Column(painter.coordinates, components: 2)),
        detail: atlas.grain.detail, centerDifference: difference.center, cornerDifference: difference.corner)
}
