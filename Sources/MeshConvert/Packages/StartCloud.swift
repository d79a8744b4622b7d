import MeshBytes
import MeshFormats
import MeshModel
import ScanPackages

/// The cloud that Nerfstudio's `ply_file_path` names: COLMAP keeps the same in its model.
enum StartCloud {
    /// Lets a writer take the points of the package's own cloud.
    static func give(_ package: ScanPackage, _ common: ConvertOptions, to writing: inout PackageWriteOptions) {
        guard case .measured = writing.points, writing.profile == .scan4D, package.sparseModel == nil,
            let path = package.cloudPath, let entry = package.files[path]
        else { return }
        writing.pointsPath = path
        writing.points = .given { try points(entry, common) }
    }

    private static func points(_ entry: PackageEntry, _ common: ConvertOptions) throws(ReadError) -> [PackagePoint] {
        let document: Document
        do throws(ReadError) {
            document = try Pipeline().read(.bytes(try entry.bytes(), name: entry.path), options: common)
        } catch {
            throw ReadError(error.code, .sideFile(entry.path, .whole), wording: error.wording)
        }
        var found: [PackagePoint] = []
        for set in document.scene.vertexSets {
            guard let positions = set.attribute(.position)?.values, positions.components >= 3 else { continue }
            let colors = set.attribute(.color(0)).map {
                ColorTransfer.converted($0, to: .srgb, type: .uint8, normalized: true).prefix(3)
            }
            var (places, bytes) = (ContiguousArray<Double>(), ContiguousArray<UInt8>())
            positions.prefix(3).read(0..<positions.count, into: &places)
            if let colors, colors.components == 3 { colors.read(0..<colors.count, into: &bytes) }
            for row in 0..<positions.count {
                let (first, hasColor) = (row * 3, bytes.count >= row * 3 + 3)
                found.append(
                    PackagePoint(
                        position: SIMD3(places[first], places[first + 1], places[first + 2]),
                        color: hasColor ? SIMD3(bytes[first], bytes[first + 1], bytes[first + 2]) : SIMD3()))
            }
        }
        return found
    }
}
