import MeshBytes
import MeshConvert
import MeshFormats
import MeshImages
import MeshModel
import ScanFixtures
import ScanPackages
import Testing

/// Shapes made of the depth frames of packages.
@Suite struct PackageReconstructionTests {
    private func room(_ change: (inout RoomPackage) -> Void = { _ in }) throws -> ScanPackage {
        var room = RoomPackage()
        room.scene = RoomScene(seed: 3, count: 8)
        change(&room)
        return try ScanPackage.read(
            try PackageFiles(room.files().map { PackageEntry(path: $0.path, bytes: $0.bytes) }, name: "room"))
    }

    private func document(
        _ package: ScanPackage, _ method: ReconstructionOptions.Method, voxel: Double? = nil, threads: Int = 2,
        _ change: (inout ReconstructionOptions) -> Void = { _ in }
    ) throws -> Document {
        var options = ConvertOptions()
        options.execution.threads = threads
        var reconstruction = ReconstructionOptions(method)
        reconstruction.voxelSize = voxel
        change(&reconstruction)
        options.reconstruction = reconstruction
        return try PackageMesh.read(package, options: options)
    }

    /// The distance from the walls that all but a hundredth of the positions keep.
    private func wallDistance(_ scene: MeshScene) -> Double {
        guard let positions = scene.vertexSets.first?.attribute(.position)?.values.doubles() else { return .infinity }
        var distances: [Double] = []
        for vertex in stride(from: 0, to: positions.count, by: 3) {
            var nearest = Double.infinity
            for axis in 0..<3 {
                let place = positions[vertex + axis]
                nearest = min(nearest, abs(place - RoomScene.low[axis]), abs(place - RoomScene.high[axis]))
            }
            distances.append(nearest)
        }
        distances.sort()
        return distances.isEmpty ? .infinity : distances[distances.count * 99 / 100]
    }

    /// The file that a scene becomes.
    private func file(_ document: Document) throws -> [UInt8]? {
        try convert(.document(document, named: "room"), to: .data(named: "room.ply")).data
    }

    @Test(arguments: [0, 0.05]) func `a mesh that stands off from what its frames measured is found`(
        offset: Double
    ) throws {
        let (low, high) = (RoomScene.low, RoomScene.high)
        let corners = (0..<8).map {
            SIMD3($0 & 1 == 0 ? low.x : high.x, $0 & 2 == 0 ? low.y : high.y, $0 & 4 == 0 ? low.z : high.z)
        }
        var text = corners.map { "v \($0.x) \($0.y + offset) \($0.z + offset)\n" }.joined()
        text += ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"].map { "f \($0)\n" }.joined()
        var room = RoomPackage()
        room.scene = RoomScene(seed: 3, count: 8)
        room.extra = [("mesh.obj", Array(text.utf8))]
        let files = try PackageFiles(room.files().map { PackageEntry(path: $0.path, bytes: $0.bytes) }, name: "room")
        let check = try Check(PackageCheck(files), path: "room")
        let finding = try #require(check.findings.first { $0.code.hasPrefix("mesh.") && $0.code.hasSuffix("placed") })
        #expect(finding.code == (offset == 0 ? "mesh.placed" : "mesh.misplaced"), "\(finding.message)")
        #expect(finding.severity == (offset == 0 ? .note : .warning))
    }

    @Test func `frames are fused to a mesh with its walls where they are, and its origin is told`() throws {
        let document = try document(try room { $0.hasPictures = true }, .tsdf, voxel: 0.05)
        try document.scene.validate()
        #expect(document.scene.upAxis == .y && document.scene.metersPerUnit == 1)
        #expect(document.scene.meshes.first?.primitives.first?.topology == .polygons)
        #expect(document.scene.vertexSets.first?.attribute(.color(0)) != nil)
        // At the edges of two walls, a voxel of 5 cm mixes both.
        #expect(wallDistance(document.scene) < 0.03)
        let made = document.diagnostics.first { $0.code == "shape.reconstructed" }
        #expect(
            made?.message == "a mesh of 8 depth frames, fused in voxels of 5 cm, with the colours of 8 photos")
        #expect(document.scene.metadata.contains { $0.value.contains("8 depth frames") })
    }

    @Test func `a mesh is painted with the pictures of its frames`() throws {
        var options = ConvertOptions()
        var reconstruction = ReconstructionOptions(.tsdf)
        reconstruction.voxelSize = 0.1
        reconstruction.paintsTexture = true
        options.reconstruction = reconstruction
        let document = try PackageMesh.read(try room { $0.hasPictures = true }, options: options)
        let scene = document.scene
        try scene.validate()
        #expect(scene.vertexSets.first?.attribute(.color(0)) == nil && scene.vertexSets.first?.pools.count == 1)
        #expect(scene.materials.count == 1 && scene.images.first?.mediaType == "image/jpeg")
        let bytes = try #require(scene.images.first?.bytes)
        let image = try PixelImage(bytes)
        #expect(image.width == image.height && image.layout == .rgb)
        #expect(document.diagnostics.contains { $0.code == "texture.painted" })
        let report = try convert(.document(document, named: "room"), to: .data(named: "room.glb"), options: .verified)
        #expect(report.verified == true)
    }

    @Test func `points of frames are a cloud`() throws {
        let document = try document(try room(), .points)
        try document.scene.validate()
        #expect(document.scene.meshes.first?.primitives.first?.topology == .points)
        #expect(wallDistance(document.scene) < 0.005)
    }

    @Test func `the shape is the same on any number of threads`() throws {
        let package = try room()
        for method in ReconstructionOptions.Method.allCases {
            let one = try file(try document(package, method, voxel: 0.05, threads: 1))
            let four = try file(try document(package, method, voxel: 0.05, threads: 4))
            #expect(one != nil && one == four)
            let larger = try [1, 4].map { threads in
                try file(try document(package, method, voxel: 0.05, threads: threads) { $0.depthEnlargement = 2 })
            }
            #expect(larger[0] != nil && larger[0] == larger[1] && larger[0] != one)
        }
    }

    @Test func `enlarged depth is told with the number of pixels made, and stays on the walls`() throws {
        let package = try room { $0.hasPictures = true }
        let pixels = try package.frames.reduce(0) { sum, frame in
            sum + (try package.depthMap(of: frame)?.samples.count { $0 > 0 } ?? 0)
        }
        for method in [ReconstructionOptions.Method.tsdf, .points] {
            let document = try document(package, method, voxel: 0.05) { $0.depthEnlargement = 3 }
            let made = document.diagnostics.first { $0.code == "depth.enlarged" }
            #expect(made?.count == pixels * 8 && made?.severity == .note)
            #expect(document.scene.metadata.contains { $0.value.contains("depth enlarged 3 times") })
            #expect(wallDistance(document.scene) < 0.03)
        }
        let plain = try document(package, .points)
        #expect(!plain.diagnostics.contains { $0.code == "depth.enlarged" || $0.code == "frame.still" })
    }

    @Test func `frames of a camera that stood still are left out and counted`() throws {
        var package = try room()
        let pose = try #require(package.frames[0].pose)
        for index in 1...3 { package.frames[index].pose = pose }
        package.frames[2].pose?.translation.x += 0.01
        package.frames[5].pose?.translation.x = .nan
        let document = try document(package, .points) {
            $0.leastMovement = .init(distance: 0.02, degrees: 2)
        }
        #expect(document.diagnostics.first { $0.code == "frame.still" }?.count == 3)
        // A broken pose is told as such, and hides no frame.
        #expect(document.diagnostics.first { $0.packageCode == .poseNotRigid }?.count == 1)
        let made = document.diagnostics.first { $0.code == "shape.reconstructed" }
        #expect(made?.message.contains("4 depth frames") == true, "\(made?.message ?? "")")
    }

    @Test func `a frame that can't be used doesn't hide the next`() throws {
        var package = try room()
        package.frames[1].pose = package.frames[0].pose
        package.frames[0].depthPath = "missing.png"
        let document = try document(package, .points) { $0.leastMovement = .init(distance: 0.02, degrees: 2) }
        #expect(!document.diagnostics.contains { $0.code == "frame.still" })
    }

    @Test func `frames that can't be used are counted, and the others make the shape`() throws {
        var package = try room()
        package.frames[0].pose = nil
        package.frames[1].pose = nil
        let document = try document(package, .points)
        let missing = document.diagnostics.first { $0.packageCode == .poseMissing }
        #expect(missing?.count == 2 && missing?.severity == .warning)
        #expect(
            document.diagnostics.first { $0.code == "shape.reconstructed" }?.message.contains("6 depth frames") == true)
    }

    @Test func `a package without a frame that can be used says the first reason`() throws {
        var package = try room()
        for index in package.frames.indices { package.frames[index].pose = nil }
        let error = #expect(throws: ReadError.self) { _ = try document(package, .tsdf) }
        #expect(error?.code == .missing)
        #expect(
            error?.message == "no usable depth in 8 frames: "
                + "frames left out: no pose")
    }

    @Test func `a package without depth names COLMAP`() throws {
        var package = try room()
        for index in package.frames.indices { package.frames[index].depthPath = nil }
        let error = #expect(throws: ReadError.self) { _ = try document(package, .tsdf) }
        #expect(error?.message.contains("COLMAP") == true)
    }

    @Test func `cancelled work ends with that and nothing else`() throws {
        let work = Work()
        work.cancel()
        var options = ConvertOptions()
        options.work = work
        options.reconstruction = ReconstructionOptions(.tsdf)
        let package = try room()
        let error = #expect(throws: ReadError.self) { _ = try PackageMesh.read(package, options: options) }
        #expect(error?.code == .cancelled)
    }
}

extension ConvertOptions {
    /// Options with the proof.
    fileprivate static var verified: ConvertOptions {
        var options = ConvertOptions()
        options.verify = true
        return options
    }
}
