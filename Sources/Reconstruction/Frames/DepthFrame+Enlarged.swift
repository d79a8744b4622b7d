public import MeshModel

extension DepthFrame {
    /// The most pixels that an enlarged depth image has.
    public static let enlargedPixelLimit = 1 << 26

    /// Returns the frame with a larger depth image, whose new pixels are made of the measured ones between which they lie.
    ///
    /// Surfaces are continued up to the edges that the picture shows; no pixel is a mixture of what is in front of a
    /// jump of depth and what is behind it.
    ///
    /// - The view stays the same: pixel (x, y) covers `factor` × `factor` new pixels, and the middles of pixels are where
    ///   they were.
    /// - New pixels without measurement stay empty: those that lie in a pixel without one.
    /// - The confidence of a new pixel is that of the pixel in which it lies, and it is made of pixels that are at least
    ///   as sure.
    /// - Without a picture, the edges are as smooth as the pixels allow.
    ///
    /// - Parameters:
    ///   - factor: 2, 3 or 4; more counts as 4, and as less where the image would have more than ``enlargedPixelLimit``
    ///     pixels or a side beyond ``sideLimit``. Below 2 the frame stays as it is.
    ///   - workers: the threads; the result doesn't depend on them.
    ///   - shouldStop: asked often, on any thread; true ends the work within milliseconds.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func enlarged(
        _ factor: Int, workers: some Workers = OneWorker(), shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> DepthFrame {
        var factor = min(factor, 4)
        while factor > 1,
            max(width, height) * factor > Self.sideLimit || width * height * factor * factor > Self.enlargedPixelLimit
        { factor -= 1 }
        guard factor > 1 else { return self }
        let (newWidth, newHeight) = (width * factor, height * factor)
        guard let camera = camera.scaled(toWidth: newWidth, height: newHeight) else { return self }
        let enlargement = DepthEnlargement(self, factor)
        let rows = workers.map(enlargement.rowCount) { row in
            shouldStop() ? nil : enlargement.rows(row)
        }
        var depth = ContiguousArray<Float>()
        var levels = self.levels.map { _ in ContiguousArray<UInt8>() }
        depth.reserveCapacity(newWidth * newHeight)
        levels?.reserveCapacity(newWidth * newHeight)
        for row in rows {
            guard let row else { throw ReconstructionStopped() }
            depth += row.depth
            levels? += row.levels
        }
        return DepthFrame(self, depth: depth, levels: levels, camera: camera, enlargement: self.enlargement * factor)
    }
}
