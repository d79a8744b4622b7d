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
    /// Triangles, lines and points have their colours times the material's base colour and texture, in linear light;
    /// textures have mip maps. A lamp at the viewer shades them by the normals of corners, vertices or elements, else
    /// by the faces'; less of the light from around arrives in corners. Points are discs large enough to close a cloud,
    /// lines one pixel wide, Gaussian splats ellipses with the colour that all sides share. Emission is added. Alpha
    /// cuts out or mixes as materials say: what lets light through is sorted by its middle. Reflections, normal maps
    /// and textures of alpha alone are left out. Without a known up axis Y is up.
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
        try options.check()
        return try rendered(
            options, ViewTextures(self, workers: workers, decode: decode), workers: workers)
    }

    /// Returns a picture of all that the scene shows, with textures that were read before.
    ///
    /// - Throws: as the other form.
    public func rendered(
        _ options: ViewOptions = ViewOptions(), _ textures: ViewTextures,
        workers: some Workers = OneWorker()
    ) throws(RenderError) -> RenderedView {
        try options.check()
        let samples = options.samplesPerSide
        let looks = SceneLooks(self, options.mode, textures)
        var source = self
        _ = source.addSplatColors()
        let shown = try ShownScene(source, looks)
        let box = SceneBounds(shown, workers).map { ViewFrame(lowest: $0.lowest, highest: $0.highest) }
        // In a given frame nothing may be seen for a while.
        guard let frame = options.frame ?? box else {
            throw RenderError(
                "expected points, lines or triangles with positions, found \(shown.parts.count) primitives and "
                    + "not one finite position")
        }
        let size = SIMD2(Double(options.width * samples), Double(options.height * samples))
        var camera = try ViewCamera(frame, upAxis ?? .y, options, size: size)
        if options.frame == nil { camera = camera.fitted(to: shown, size, workers) }
        let isEncoded = options.mode == .normals || shown.isSplats
        let projection = ViewProjection(shown, looks, camera, options, isEncoded: isEncoded, workers)
        var canvas = Canvas(options, isEncoded: isEncoded)
        let empty = canvas.emptyElements
        var skipped = 0
        var sheer: [ScreenElements] = []
        let view = DrawnView(isPerspective: camera.isPerspective, looks: looks.looks)
        // Some pieces at a time, so that memory doesn't grow with the scene, except for what lets light through.
        for first in stride(from: 0, to: shown.pieces.count, by: Self.piecesTogether) {
            let count = min(Self.piecesTogether, shown.pieces.count - first)
            let drawn = workers.map(count) { projection.elements(shown.pieces[first + $0], empty) }
            skipped += drawn.reduce(0) { $0 + $1.skippedCount }
            canvas.draw(drawn.map(\.solid), view, workers)
            sheer += drawn.map(\.sheer).filter { !$0.elements.isEmpty }
        }
        canvas.blend(sheer, view, workers)
        let occlusion = options.showsOcclusion && !isEncoded ? Occlusion(canvas, camera, workers) : nil
        return RenderedView(
            picture: canvas.picture(occlusion, workers), unreadImages: looks.unreadImages,
            skippedElementCount: skipped)
    }

    private static let piecesTogether = 48
}
