/// The files of one sparse model of COLMAP: cameras and images, which belong together, and points.
struct SparseFiles {
    /// The folder that holds them; empty: the package's root.
    let folder: String
    let cameras: PackageEntry
    let images: PackageEntry
    let points: PackageEntry?
    /// Whether the model is there as text and in binary.
    let isTwofold: Bool

    /// The paths that its files have as text and in binary.
    static func paths(in folder: String) -> [String] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        return ["cameras", "images", "points3D"].flatMap { ["\(prefix)\($0).bin", "\(prefix)\($0).txt"] }
    }

    /// The model in a folder: as COLMAP does, the binary one is taken unless only the other is complete.
    private init?(_ files: PackageFiles, _ folder: String) {
        let entries = Self.paths(in: folder).map { files[$0] }
        let forms = [0, 1].filter { entries[$0] != nil && entries[$0 + 2] != nil }
        guard let form = forms.first(where: { entries[$0 + 4] != nil }) ?? forms.first, let cameras = entries[form],
            let images = entries[form + 2]
        else { return nil }
        self.folder = folder
        self.cameras = cameras
        self.images = images
        points = entries[form + 4]
        isTwofold = forms.count > 1
    }

    /// The models of a package: in `sparse/0`, `sparse/1` …, else in `sparse`, else in the root, else in `0`, `1` …, else,
    /// as Nerfstudio lays them out, below `colmap/` with the pictures beside that.
    static func all(in files: PackageFiles) -> [SparseFiles] {
        func numbered(_ folder: String) -> [String] {
            files.folders(in: folder).filter(isNumber).map { "\(folder)/\($0)" }
        }
        var places = [numbered("sparse"), ["sparse"], [""], files.topFolders.filter(isNumber)]
        // With pictures of its own, `colmap/` is a package that something wraps.
        if files.hasFolder("images"), !files.hasFolder("colmap/images") {
            places += [numbered("colmap/sparse"), ["colmap/sparse"]]
        }
        for folders in places {
            let found = folders.compactMap { SparseFiles(files, $0) }
            if !found.isEmpty { return found }
        }
        return []
    }

    private static func isNumber(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// The sparse model that a package was read from.
package struct SparseModel: Sendable {
    /// The folder that holds its files; empty: the package's root.
    let folder: String
    /// The path of `points3D.bin` or `points3D.txt`; nil: the model has no points.
    package let pointsPath: String?
    /// Its cameras by their numbers, ascending; images may share one.
    let cameras: [COLMAPCamera]
    /// The number of its images.
    package let imageCount: Int
    /// The number of places in images that were matched with others, or could be.
    package let observationCount: Int

    /// The number of its cameras.
    package var cameraCount: Int { cameras.count }
}
