import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import ScanFixtures
import ScanPackages
import Testing

/// Meshes of linked scans in one scene.
@Suite struct CombinedScansTests {
    private static let ids = ["AAAA", "BBBB", "CCCC"]

    /// A plate in the room: the mesh of each scan, in its canonical frame.
    private static let plate: [SIMD3<Double>] = [
        SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 0, 0.5), SIMD3(0, 0.25, 0.5),
    ]

    /// Three scans of one room, each in its own raw frame, linked in both directions; the second is registered.
    private func linked() throws -> [ScanPackage] {
        let raws = [
            RigidRows.identity, RigidRows(halfYaw: 0.7, center: SIMD3(3, 0.2, -1)),
            RigidRows(halfYaw: -1.3, center: SIMD3(-2, -0.1, 4)),
        ]
        let registration = RigidRows(halfYaw: 0.4, center: SIMD3(0.5, 0, 1))
        let pin = RigidRows(halfYaw: 0.2, center: SIMD3(0.3, 0.1, 0.4))
        func link(_ id: String, _ a: Int, _ b: Int) -> JSONValue {
            func columns(_ scan: Int) -> JSONValue {
                let flat = raws[scan].after(pin).columnMajor
                return .array((0..<4).map { c in .array((0..<4).map { .number(flat[c * 4 + $0]) }) })
            }
            return .object([
                ("id", .string(id)), ("sourceLocationId", .string(Self.ids[a])), ("sourceScanId", .string("S\(a)")),
                ("sourceAnchorId", "x"), ("sourceAnchorTransform", columns(a)),
                ("targetLocationId", .string(Self.ids[b])), ("targetScanId", .string("S\(b)")),
                ("targetAnchorId", "y"), ("targetAnchorTransform", columns(b)), ("linkType", "cross_session"),
            ])
        }
        let links: JSONValue = [
            "version": 1, "layout": "column_major", "links": .array([link("L1", 0, 1), link("L2", 2, 1)]),
        ]
        return try (0..<3).map { index in
            let placed = index == 1 ? registration.after(raws[1]) : raws[index]
            var text = ""
            for corner in Self.plate {
                let point = placed.applied(corner)
                text += "v \(point.x) \(point.y) \(point.z)\n"
            }
            var room = RoomPackage()
            room.scene = RoomScene(seed: 1, count: 1)
            room.rawFromRoom = raws[index]
            room.metadata = [("location_id", .string(Self.ids[index]))]
            room.stitching = links
            if index == 1 { room.registration = registration }
            room.extra = [("mesh.obj", Array((text + "f 1 2 3 4\n").utf8))]
            return try ScanPackage.read(try PackageFiles.zip(.bytes(room.zip(), name: "scan\(index).zip")))
        }
    }

    /// Corners in the world, mesh by mesh.
    private func corners(_ scene: MeshScene) throws -> [[SIMD3<Double>]] {
        try scene.scenes[0].roots.map { root in
            let node = scene.nodes[root]
            var place = Affine.identity
            if case .matrix(let numbers) = node.transform { place = try #require(Affine(columnMajor: numbers)) }
            let mesh = try #require(node.children.compactMap { scene.nodes[$0].mesh }.first)
            let set = scene.vertexSets[scene.meshes[mesh].primitives[0].vertexSet]
            let values = try #require(set.attribute(.position)).values.doubles()
            return (0..<set.count).map {
                place.applied(to: SIMD3(values[$0 * 3], values[$0 * 3 + 1], values[$0 * 3 + 2]))
            }
        }
    }

    @Test func f17MeshesOfLinkedScansMeet() throws {
        let scans = try CombinedScans(linked())
        let scene = scans.document.scene
        try scene.validate()
        #expect(scans.shown == [0, 1, 2])
        #expect(scene.nodes.filter { !$0.children.isEmpty }.map(\.name) == ["scan0", "scan1", "scan2"])
        for mesh in try corners(scene) {
            #expect(mesh.count == 4)
            for (corner, wanted) in zip(mesh, Self.plate) {
                let gap = corner - wanted
                #expect((gap * gap).sum().squareRoot() < 1e-5)
            }
        }
    }

    @Test func f17WithoutItsRegistrationAScanLiesElsewhere() throws {
        var packages = try linked()
        packages[1].registration = nil
        let second = try corners(CombinedScans(packages).document.scene)[1]
        let gap = second[0] - Self.plate[0]
        #expect((gap * gap).sum().squareRoot() > 0.1)
    }

    @Test func scansWithoutMeshesHelpToPlaceOthers() throws {
        var packages = try linked()
        packages[1].meshPaths = []
        let scans = try CombinedScans(packages)
        #expect(scans.shown == [0, 2])
        let third = try corners(scans.document.scene)[1]
        #expect(abs(third[2].x - 1) < 1e-5)
        #expect(scans.document.diagnostics.contains { $0.code == "mesh.missing" })
        for index in packages.indices { packages[index].meshPaths = [] }
        #expect(throws: ReadError.self) { try CombinedScans(packages) }
    }

    @Test func scansThatNothingConnectsAreTold() throws {
        var packages = try linked()
        for index in packages.indices { packages[index].links = [] }
        let told = try #require(try CombinedScans(packages).document.diagnostics.first { $0.code == "link.none" })
        #expect(told.count == 3)
        #expect(told.severity == .warning)
    }

    @Test(arguments: [ReconstructionOptions.Method.points, .poisson]) func shapesOfFramesAreCombined(
        method: ReconstructionOptions.Method
    ) throws {
        var options = ConvertOptions()
        options.reconstruction = ReconstructionOptions(method)
        options.reconstruction?.voxelSize = 0.1
        let document = try CombinedScans(linked(), options: options).document
        let report = try convert(.document(document, named: "flat"), to: .data(named: "flat.ply"), options: options)
        #expect(report.outputs[0].bytes > 1000)
        #expect(report.diagnostics.contains { $0.code == "shape.surface" } == (method == .poisson))
    }

    @Test func eachFormatTakesThem() throws {
        let document = try CombinedScans(linked()).document
        for ending in ["glb", "usdz", "obj", "ply", "stl"] {
            var options = ConvertOptions()
            options.verify = true
            let report = try convert(
                .document(document, named: "flat"), to: .data(named: "flat.\(ending)"), options: options)
            #expect(report.verified == true, "\(ending)")
        }
    }

    /// Two scans of the room without links, the second from another world, some centimetres and a degree off.
    private func unlinked() throws -> [ScanPackage] {
        try (0..<2).map { index in
            let place = index == 0 ? .identity : RigidRows(halfYaw: 0.01, center: SIMD3(0.06, 0.02, -0.05))
            var text = ""
            for corner in 0..<8 {
                let point = place.applied(
                    SIMD3(
                        corner & 1 == 0 ? RoomScene.low.x : RoomScene.high.x,
                        corner & 2 == 0 ? RoomScene.low.y : RoomScene.high.y,
                        corner & 4 == 0 ? RoomScene.low.z : RoomScene.high.z))
                text += "v \(point.x) \(point.y) \(point.z)\n"
            }
            text += "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
            var room = RoomPackage()
            room.scene = RoomScene(seed: UInt64(3 + index), count: 10)
            room.rawFromRoom = place
            room.metadata = [("location_id", .string(Self.ids[index]))]
            room.extra = [("mesh.obj", Array(text.utf8))]
            return try ScanPackage.read(try PackageFiles.zip(.bytes(room.zip(), name: "scan\(index).zip")))
        }
    }

    @Test func alignedScansLieOnEachOther() throws {
        let scans = try CombinedScans(unlinked(), aligning: true)
        try scans.document.scene.validate()
        let meshes = try corners(scans.document.scene)
        for (first, second) in zip(meshes[0], meshes[1]) { #expect((first - second).length < 0.005) }
        let told = try #require(scans.document.diagnostics.first { $0.code == "scan.aligned" })
        #expect(told.message.hasPrefix("moved by ") && told.message.contains("onto the other scans"))
        #expect(told.location.words.contains("scan1.zip") && told.isAboutPlacing)
        #expect(!scans.document.diagnostics.contains { $0.code == "link.none" })
        // Without, they don't.
        let apart = try corners(CombinedScans(unlinked()).document.scene)
        #expect((apart[0][0] - apart[1][0]).length > 0.03)
    }

    @Test func whatOverlapsTooLittleOrLiesWellStays() throws {
        // The plates have links that are exact, and the third package nothing at all.
        let linked = try CombinedScans(linked(), aligning: true)
        for mesh in try corners(linked.document.scene) {
            for (corner, wanted) in zip(mesh, Self.plate) { #expect((corner - wanted).length < 0.01) }
        }
        var packages = try unlinked()
        let far = RigidRows(halfYaw: 0, center: SIMD3(40, 0, 0))
        packages[1] = try moved(packages[1], far)
        let scans = try CombinedScans(packages, aligning: true)
        let told = try #require(scans.document.diagnostics.first { $0.code == "scan.not-aligned" })
        #expect(told.severity == .warning && told.message.contains("too little"))
    }

    /// The package with its mesh elsewhere.
    private func moved(_ package: ScanPackage, _ place: RigidRows) throws -> ScanPackage {
        var text = ""
        for corner in Self.plate {
            let point = place.applied(corner)
            text += "v \(point.x) \(point.y) \(point.z)\n"
        }
        var room = RoomPackage()
        room.scene = RoomScene(seed: 9, count: 1)
        room.extra = [("mesh.obj", Array((text + "f 1 2 3 4\n").utf8))]
        return try ScanPackage.read(try PackageFiles.zip(.bytes(room.zip(), name: "far.zip")))
    }

    /// The distance from the walls that all but a twentieth of the vertices keep.
    private func wallDistance(_ document: Document) throws -> Double {
        let values = try #require(document.scene.vertexSets.first?.attribute(.position)).values.doubles()
        var distances: [Double] = []
        for at in stride(from: 0, to: values.count, by: 3) {
            var nearest = Double.infinity
            for axis in 0..<3 {
                let place = values[at + axis]
                nearest = min(nearest, abs(place - RoomScene.low[axis]), abs(place - RoomScene.high[axis]))
            }
            distances.append(nearest)
        }
        distances.sort()
        return distances.isEmpty ? .infinity : distances[distances.count * 19 / 20]
    }

    @Test func framesOfAllBecomeOneShape() throws {
        var options = ConvertOptions()
        options.reconstruction = ReconstructionOptions(.tsdf)
        options.reconstruction?.voxelSize = 0.05
        options.reconstruction?.refinesPoses = false
        let one = try CombinedScans(unlinked(), aligning: true, asOne: true, options: options)
        #expect(one.shown == [0, 1] && one.document.scene.meshes.count == 1)
        let made = one.document.diagnostics.first { $0.code == "shape.reconstructed" }
        #expect(made?.message.hasPrefix("a mesh of 20 depth frames") == true)
        #expect(one.document.diagnostics.contains { $0.code == "scan.aligned" })
        let apart = try CombinedScans(unlinked(), asOne: true, options: options)
        #expect(try wallDistance(one.document) < 0.03 && wallDistance(apart.document) > 0.04)
        #expect(throws: ReadError.self) { _ = try CombinedScans(unlinked(), asOne: true) }
    }
}
