import MeshBytes
package import MeshFormats

extension ScanPackage {
    /// Whether lengths are metres and +Y is up, as in captures of apps. COLMAP's models say neither.
    package var hasKnownFrame: Bool { kind != .colmap }

    /// What can be converted by itself: the meshes, then the points of COLMAP's model.
    package var shapePaths: [String] { meshPaths + [sparseModel?.pointsPath].compactMap(\.self) }

    /// The cloud that `transforms.json` names as a start for training, in the frame of the poses; nil: none that is there.
    package var cloudPath: String? {
        guard let name = transformsMembers.first(where: { $0.0 == "ply_file_path" })?.1.string,
            let path = PackagePath.normal(name), files[path] != nil
        else { return nil }
        return path
    }

    /// Whether there is a mesh, or a cloud, to be converted by itself.
    package var hasShape: Bool { !shapePaths.isEmpty }

    /// Reads the points of COLMAP's model, in the frame of the poses and in the file's order; none without a model.
    ///
    /// - Throws: an error that names the file.
    package func points() throws(ReadError) -> [PackagePoint] {
        guard let path = sparseModel?.pointsPath, let entry = files[path] else { return [] }
        var points: [PackagePoint] = []
        try PackagePoint.read(entry) { points.append($0) }
        return points
    }
}
