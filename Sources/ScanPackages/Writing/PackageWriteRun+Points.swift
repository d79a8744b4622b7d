import MeshFormats

/// The points that the target starts from.
extension PackageWriteRun {
    /// Whether points are made of the depth of frames.
    var wantsMeasuredPoints: Bool {
        guard case .measured = options.points, options.profile == .scan4D else { return false }
        switch variant {
        case .colmap, .colmapBinary: return true
        case .raw: return transforms("ply_file_path") == nil
        case .scan4D, .polycam, .polycamKeyframes: return false
        }
    }

    /// Returns the points, and reports those that were made.
    mutating func points() throws(PackageWriteError) -> [PackagePoint] {
        switch options.points {
        case .none: return []
        case .measured:
            let points = measuredPoints.points
            measuredPoints.tell(points.count, &losses)
            return points
        case .given(let points):
            do { return try points() } catch { throw .rewriter(error, path: "points") }
        }
    }
}
