public import MeshModel

/// Paints a surface with the pictures of frames, which are handed in one at a time, twice for a texture:
///
/// ```swift
/// let texturing = FrameTexturing(surface)
/// for frame in frames { try texturing.add(frame) }       // how bright the pictures are beside each other
/// try texturing.beginTexture()
/// for frame in frames { try texturing.add(frame) }       // the same frames again
/// let atlas = try texturing.atlas()
/// let colors = texturing.vertexColors()
/// ```
///
/// Each texel takes the weighted mean of the pictures that see it. Weights are powers of how well a picture sees it
/// (resolution, angle, distance from the picture's edge), so that the best picture wins and changes to its neighbour
/// without a seam; a texel, not a face, is the unit, because no picture sees a large face of a simplified mesh whole.
/// Pictures are made equally bright first.
///
/// Whether something is in front is decided by the mesh, drawn from each camera: it is what gets painted, it has no
/// holes where the sensor has none, and a simplified mesh is farther from measured depth than a limit that would be of
/// use. Measured depth only tells what was in front at the time and isn't in the mesh.
///
/// - Units and frame: metres, in the world of the frames' poses; triangles are counter-clockwise seen from outside, and
///   only that side is painted.
/// - Memory: about 150 bytes a face, 30 bytes a texel of the pages, one frame, and 8 bytes for each of at most 8,192
///   vertices that a frame shows; no frame is kept. Pages have at most ``TextureOptions/mostTexels``, and more only if
///   charts are so many that each gets little more than its padding: a million of single faces took 0.9 GB.
/// - Time: drawing the mesh takes a time that follows the pixels of all its faces, hidden ones too.
/// - Order: the same frames in the same order give the same bytes, on any number of threads.
/// - Threads: one call at a time; a call uses the threads of its `workers`.
public final class FrameTexturing {
    /// The options.
    public let options: TextureOptions
    /// The number of frames since the start, or since ``beginTexture(shouldStop:)``, whose pictures were used.
    public private(set) var frameCount = 0
    private let mesh: PaintedMesh
    private var colors: PaintedColors
    private var balance: PictureBalance
    private var layout: AtlasLayout?
    private var blocks = ContiguousArray<TexelBlock>()

    /// Starts with triangles.
    ///
    /// - Parameters:
    ///   - positions: three coordinates for each vertex; faces should share vertices, else each becomes a chart.
    ///   - triangles: three vertices for each face. A face that has no area, or vertices that don't exist or aren't
    ///     finite, is left out and counted.
    ///   - colors: three sRGB bytes for each vertex, for what no picture sees; nil: grey.
    ///   - options: the options.
    public init(
        positions: ContiguousArray<Float>, triangles: ContiguousArray<UInt32>, colors: ContiguousArray<UInt8>? = nil,
        options: TextureOptions = TextureOptions()
    ) {
        self.options = options
        mesh = PaintedMesh(positions, triangles, colors)
        self.colors = PaintedColors(vertexCount: mesh.positions.count)
        balance = PictureBalance(vertexCount: mesh.positions.count)
    }

    /// Starts with a surface.
    public convenience init(_ surface: ReconstructedSurface, options: TextureOptions = TextureOptions()) {
        self.init(
            positions: surface.positions, triangles: surface.triangles, colors: surface.colors, options: options)
    }

    /// Adds a frame.
    ///
    /// - Returns: whether it has a picture that could be used; if not, nothing changes.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop`, which is asked on any thread, said so: the frame is added
    ///   in part, and this object is of no more use.
    @discardableResult
    public func add(
        _ frame: DepthFrame, workers: some Workers = OneWorker(), shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> Bool {
        let texel = layout?.texel ?? Float(options.texelSize)
        guard let view = PictureView(frame, mesh, texel: texel, workers, shouldStop) else { return false }
        if shouldStop() { throw ReconstructionStopped() }
        let observations = PaintedColors.observations(view, mesh, workers)
        if shouldStop() { throw ReconstructionStopped() }
        frameCount += 1
        let gain = balance.gain(observations)
        colors.add(observations, gain: gain)
        guard let layout else {
            balance.add(observations)
            return true
        }
        let (mesh, blocks) = (mesh, blocks)
        let isDone = workers.map(blocks.count) { index -> Bool in
            if shouldStop() { return false }
            blocks[index].add(view, gain: gain, mesh, layout)
            return true
        }
        guard isDone.allSatisfy({ $0 }) else { throw ReconstructionStopped() }
        return true
    }

    /// Three sRGB bytes for each vertex: the weighted mean of the pictures that see it; where none does, the colour that
    /// the mesh had. Pictures are made equally bright only after ``beginTexture(shouldStop:)``, when all have been seen.
    public func vertexColors() -> (colors: ContiguousArray<UInt8>, seenCount: Int) {
        var bytes = ContiguousArray<UInt8>()
        bytes.reserveCapacity(mesh.positions.count * 3)
        for color in colors.colors(mesh) {
            let color = PaintedColors.bytes(color)
            for channel in 0..<3 { bytes.append(color[channel]) }
        }
        return (bytes, mesh.positions.indices.reduce(0) { $0 + (colors.isSeen($1) ? 1 : 0) })
    }

    /// Lays the faces out on pages; then hand in the frames again. Doing so twice starts the texture anew.
    ///
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so; nothing has changed then.
    public func beginTexture(shouldStop: () -> Bool = { false }) throws(ReconstructionStopped) {
        var solved = balance
        guard let layout = AtlasLayout(mesh, options, shouldStop), solved.solve(shouldStop) else {
            throw ReconstructionStopped()
        }
        let blocks = TexelBlock.blocks(mesh, layout)
        if shouldStop() { throw ReconstructionStopped() }
        balance = solved
        colors = PaintedColors(vertexCount: mesh.positions.count)
        (self.layout, self.blocks) = (layout, blocks)
        frameCount = 0
    }

    /// Returns the texture of the frames since ``beginTexture(shouldStop:)``; before that, one of vertices' colours.
    ///
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func atlas(
        workers: some Workers = OneWorker(), shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> TextureAtlas {
        if layout == nil { try beginTexture(shouldStop: shouldStop) }
        guard let layout else { throw ReconstructionStopped() }
        let (colors, mesh, blocks, padding) = (colors, mesh, blocks, options.padding)
        let vertexColors = colors.colors(mesh)
        let parts = workers.map(blocks.count) { index in
            shouldStop() ? nil : blocks[index].colors(vertexColors, isSeen: colors.isSeen, mesh, layout)
        }
        var atlas = TextureAtlas(layout, mesh)
        var pages = [PageFilling](repeating: PageFilling(side: layout.side), count: layout.pageCount)
        let area = layout.side * layout.side
        for part in parts {
            guard let part else { throw ReconstructionStopped() }
            atlas.texturedFaceCount += part.seenFaces
            for (texel, color) in zip(part.texels, part.colors) {
                pages[Int(texel) / area].set(Int(texel) % area, color)
            }
        }
        atlas.unseenFaceCount = mesh.faceCount - atlas.texturedFaceCount - atlas.unusableFaceCount
        let filled = pages
        atlas.pages = workers.map(filled.count) { filled[$0].page(padding: padding) }
        if shouldStop() { throw ReconstructionStopped() }
        return atlas
    }
}
