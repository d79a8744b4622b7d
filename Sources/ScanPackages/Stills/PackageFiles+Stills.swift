import MeshImages

extension PackageFiles {
    /// The most memory in bytes that cutting faces from one 360° still takes: its pixels, and as much for the planes that
    /// a JPEG file is decoded into; 0: there are no stills.
    package var memoryForFaces: Int {
        let pixelCounts = entries.map { entry in
            let isStill = entry.path.split(separator: "/").contains("equirect_stills")
            guard isStill, let header = try? ImageHeader(of: entry) else { return 0 }
            return min(header.width * header.height, entry.limits.pixelCount)
        }
        return (pixelCounts.max() ?? 0) * 6
    }
}
