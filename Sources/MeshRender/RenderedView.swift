public import MeshModel

/// A picture of a scene, and what it doesn't show.
public struct RenderedView: Hashable, Sendable {
    /// The picture.
    public var picture: RenderedPicture
    /// The images that were wanted as base colour and couldn't be read, ascending: their faces are shown without.
    public var unreadImages: [Int]
    /// The number of elements with a position that is missing, not finite or beyond float32's range; counted again for
    /// each node that shows them.
    public var skippedElementCount: Int
}

extension MeshScene {
    /// Returns a picture of all that the scene shows. The view is chosen so that the scene fills it.
    ///
    /// Triangles, lines and points have their colours times the material's base colour and texture (bilinear, without
    /// mip maps), in linear light. A lamp at the viewer shades them by the normals of corners, vertices or elements,
    /// else by the faces'. Points are discs large enough to close a cloud, lines one pixel wide. Alpha cuts samples out
    /// as materials say; where they blend it is the share of samples that are drawn (ordered dithering), so nothing is
    /// sorted. Emission, reflections, normal maps and textures of alpha alone are left out. Without a known up axis
    /// Y is up.
    ///
    /// The same scene gives the same bytes on any number of threads and on every machine.
    ///
    /// - Parameters:
    ///   - options: size, viewpoint and look.
    ///   - workers: the threads; each reads some elements, then draws some rows.
    ///   - decode: returns the texels of an image; nil if it can't be read.
    /// - Throws: an error if nothing has a position, polygons aren't triangles, or an option can't be.
    public func rendered(
        _ options: ViewOptions = ViewOptions(), workers: some Workers = OneWorker(),
        decode: (SceneImage) -> Correspondence.SampledColors.Texels? = { _ in nil }
    ) throws(RenderError) -> RenderedView {
        try RenderError.check(width: options.width, height: options.height)
        let samples = options.samplesPerSide
        guard (1...4).contains(samples), options.width * options.height * samples * samples <= Self.mostSamples else {
            throw RenderError(
                "expected 1 to 4 samples each way and at most \(Self.mostSamples) in the picture, found \(samples) each "
                    + "way in \(options.width) × \(options.height) pixels")
        }
        let looks = SceneLooks(self, decode: decode)
        let shown = try ShownScene(self, looks)
        guard let box = SceneBounds(shown, workers) else {
            throw RenderError(
                "expected points, lines or triangles with positions, found \(shown.parts.count) primitives and "
                    + "not one finite position")
        }
        let camera = try ViewCamera(
            box, upAxis ?? .y, options,
            size: SIMD2(Double(options.width * samples), Double(options.height * samples)))
        let projection = ViewProjection(shown, looks, camera, options, workers)
        var canvas = Canvas(options)
        let empty = canvas.emptyElements
        var skipped = 0
        let view = DrawnView(isPerspective: camera.isPerspective, looks: looks.looks)
        // Some pieces at a time, so that memory doesn't grow with the scene.
        for first in stride(from: 0, to: shown.pieces.count, by: Self.piecesTogether) {
            let count = min(Self.piecesTogether, shown.pieces.count - first)
            let drawn = workers.map(count) { projection.elements(shown.pieces[first + $0], empty) }
            skipped += drawn.reduce(0) { $0 + $1.skippedCount }
            canvas.draw(drawn, view, workers)
        }
        return RenderedView(
            picture: canvas.picture(workers), unreadImages: looks.unreadImages, skippedElementCount: skipped)
    }

    private static let piecesTogether = 16
    /// 3 GB of samples: 8192 × 8192 pixels with four samples each.
    private static let mostSamples = 1 << 28
}
