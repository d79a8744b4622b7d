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
            if let points = try modelPoints() { return points }
            let points = measuredPoints.points
            measuredPoints.tell(points.count, &losses)
            return points
        case .given(let points):
            do { return try points() } catch { throw .rewriter(error, path: "points") }
        }
    }

    /// Whether the target has points.
    private var holdsPoints: Bool {
        switch variant {
        case .raw, .colmap, .colmapBinary: true
        case .scan4D, .polycam, .polycamKeyframes: false
        }
    }

    /// The points of the source's own model; nil: it has none.
    private mutating func modelPoints() throws(PackageWriteError) -> [PackagePoint]? {
        guard package.sparseModel?.pointsPath != nil, options.profile == .scan4D else { return nil }
        let points = try PackageWriteError.reading(package.points())
        losses.add(
            .nativeUnmapped, .dropped, "/points/tracks", "tracks of points",
            count: points.count { $0.trackLength > 0 }, unit: "points",
            cause: "where the photos show each point is not written")
        if variant == .raw {
            losses.add(
                .nativeUnmapped, .dropped, "/points/errors", "errors of points", count: points.count { $0.error > 0 },
                unit: "points", cause: "Nerfstudio doesn't use them", remedy: .variant("colmap"))
        }
        return points
    }

    /// Reports what the source's model has and the target can't hold.
    mutating func noteModel() {
        guard let model = package.sparseModel else { return }
        losses.add(
            .nativeUnmapped, .dropped, "/frames/*/observations", "observations", count: model.observationCount,
            unit: "observations", cause: "which point a photo shows where is not written")
        let used = Set(package.frames.compactMap { $0.modelNumbers?.camera })
        losses.add(
            .nativeUnmapped, .dropped, "/cameras", "cameras without photos",
            count: variant.holdsDepth ? model.cameras.count { !used.contains($0.id) } : 0,
            unit: "cameras", cause: "no photo uses them", remedy: .variant("colmap"))
        if model.pointsPath != nil, !holdsPoints {
            losses.add(
                .meshDropped, .dropped, "/points", "points of the model", unit: "files",
                cause: "the target can't store points", remedy: .variant("colmap"))
        }
    }
}
