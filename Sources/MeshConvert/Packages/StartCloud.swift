import MeshFormats
import MeshModel
import ScanPackages

/// The cloud that Nerfstudio's `ply_file_path` names: COLMAP keeps the same in its model.
enum StartCloud {
    /// Lets a writer take the points of the package's own cloud, if it is one that COLMAP's points can hold: positions,
    /// and colours without alpha. Else the file is left out with a loss, as others are.
    ///
    /// - Throws: only that the work was cancelled, or a limit was reached.
    static func give(
        _ package: ScanPackage, _ common: ConvertOptions, to writing: inout PackageWriteOptions
    ) throws(ReadError) {
        guard case .measured = writing.points, writing.profile == .scan4D, package.sparseModel == nil,
            let path = package.cloudPath, path.pathExtension?.lowercased() == "ply"
        else { return }
        do throws(ReadError) {
            let scene = try ModelReader(package).document(path, common, Pipeline()).scene
            guard let points = points(scene) else { return }
            writing.pointsPath = path
            writing.points = .given { points }
        } catch {
            guard ![.cancelled, .memoryLimit].contains(error.code) else { throw error }
        }
    }

    private static func points(_ scene: MeshScene) -> [PackagePoint]? {
        guard let set = scene.vertexSets.first, scene.vertexSets.count == 1,
            scene.meshes.allSatisfy({ $0.primitives.allSatisfy { $0.topology == .points } }),
            set.attributes.allSatisfy({ [.position, .color(0)].contains($0.semantic) }),
            let positions = set.attribute(.position)?.values, positions.components == 3
        else { return nil }
        var (places, bytes) = (ContiguousArray<Double>(), ContiguousArray<UInt8>())
        positions.read(0..<positions.count, into: &places)
        if let color = set.attribute(.color(0)) {
            guard color.values.components == 3 else { return nil }
            ColorTransfer.converted(color, to: .srgb, type: .uint8, normalized: true)
                .read(0..<color.count, into: &bytes)
        }
        guard places.allSatisfy(\.isFinite), bytes.isEmpty || bytes.count == places.count else { return nil }
        return stride(from: 0, to: places.count, by: 3).map { at in
            PackagePoint(
                position: SIMD3(places[at], places[at + 1], places[at + 2]),
                color: bytes.isEmpty ? SIMD3() : SIMD3(bytes[at], bytes[at + 1], bytes[at + 2]))
        }
    }
}
