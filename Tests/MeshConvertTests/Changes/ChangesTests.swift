import Foundation
import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import ScanFixtures
import Testing

/// What came and what went between two scans of one room. The frames of both see the empty room.
@Suite struct ChangesTests {
    private typealias Box = (low: SIMD3<Double>, high: SIMD3<Double>)

    /// In the middle of the room, where many frames look.
    private let chest: Box = (SIMD3(-0.9, 0.8, -0.4), SIMD3(-0.4, 1.3, 0.1))
    private let crate: Box = (SIMD3(0.3, 0.7, -0.2), SIMD3(0.7, 1.5, 0.2))
    /// Behind a wall, where no camera looks.
    private let shed: Box = (SIMD3(3, 0, 0), SIMD3(4, 1, 1))

    /// An OBJ with the room and boxes in it.
    private func mesh(_ boxes: [Box], _ place: RigidRows = .identity, room: Bool = true) -> String {
        var (text, count) = ("", 0)
        for (low, high) in (room ? [(RoomScene.low, RoomScene.high)] : []) + boxes {
            for k in 0..<8 {
                let corner = SIMD3(
                    k & 1 == 0 ? low.x : high.x, k & 2 == 0 ? low.y : high.y, k & 4 == 0 ? low.z : high.z)
                let point = place.applied(corner)
                text += "v \(point.x) \(point.y) \(point.z)\n"
            }
            for face in [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]] {
                text += "f \(face.map { String($0 + count) }.joined(separator: " "))\n"
            }
            count += 8
        }
        return text
    }

    private func scan(_ boxes: [Box], seed: UInt64, _ place: RigidRows = .identity, frames: Int = 40) -> [UInt8] {
        var room = RoomPackage()
        room.scene = RoomScene(seed: seed, count: frames)
        room.rawFromRoom = place
        room.extra = [("mesh.obj", Array(mesh(boxes, place).utf8))]
        return room.zip()
    }

    private let moved = RigidRows(halfYaw: 0.01, center: SIMD3(0.06, 0.02, -0.05))

    private func changes(
        _ folder: TestFolder, _ first: String, _ second: String, _ change: (inout Changes.Options) -> Void = { _ in },
        threads: Int = 2
    ) throws -> Changes {
        var options = Changes.Options()
        // Coarse, so that tests are fast.
        options.within = 0.2
        options.mostAligningPoints = 3000
        change(&options)
        var converting = ConvertOptions()
        converting.execution.threads = threads
        return try Changes(
            from: .path(folder.path(first)), to: .path(folder.path(second)), options, converting: converting)
    }

    @Test func `what frames look through is gone or came, and what none saw is neither`() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("a.zip", scan([chest, shed], seed: 3))
        try folder.writeBytes("b.zip", scan([crate], seed: 4, moved))
        let found = try changes(folder, "a.zip", "b.zip")
        let alignment = try #require(found.alignment)
        // Half the tangent of 0.01 is a turn of 1.146°.
        #expect(alignment.isApplied && abs(alignment.turn - 1.146) < 0.02 && alignment.after < 1e-3)
        for corner in [RoomScene.low, RoomScene.high] {
            #expect((alignment.motion.applied(to: moved.applied(corner)) - corner).length < 0.005)
        }
        #expect(found.places.map(\.kind) == [.came, .gone])
        let (came, gone) = (try #require(found.places.first), try #require(found.places.last))
        // All of both but what few frames see.
        #expect(came.amount > 1.3 && came.amount < 1.61, "\(came.amount)")
        #expect(gone.amount > 1.2 && gone.amount < 1.51, "\(gone.amount)")
        #expect((gone.most - chest.high).length < 0.15 && (came.most - crate.high).length < 0.15)
        #expect(gone.amount == found.before.changed && came.amount == found.after.changed)
        // The shed is six square metres, which no frame of the other sees.
        #expect(abs(found.before.unseen + gone.amount - 7.5) < 0.1 && found.before.unseen > 5.99)
        #expect(found.before.isSeenByFrames && found.before.unmatched == 0 && found.after.unmatched == 0)
        let sum = found.before.unchanged + found.before.changed + found.before.unseen
        #expect(abs(sum - found.before.total) < 1e-6)
        #expect(found.before.median < 0.002 && found.after.near > 0.95)
    }

    @Test func `nothing changed where nothing did`() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("a.zip", scan([chest], seed: 3))
        try folder.writeBytes("b.zip", scan([chest], seed: 5, moved))
        let found = try changes(folder, "a.zip", "b.zip")
        #expect(found.places.isEmpty && found.before.changed == 0 && found.after.changed == 0)
        #expect(found.before.unseen == 0 && found.before.near > 0.9999)
    }

    @Test func `of files without frames nobody knows what went`() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", mesh([chest]))
        try folder.writeBytes("b.zip", scan([crate], seed: 4))
        let found = try changes(folder, "a.obj", "b.zip")
        // The file's chest is gone, since the scan's frames look through it; the scan's crate is only in it.
        #expect(Set(found.places.map(\.kind)) == [.gone, .onlyAfter])
        #expect(found.after.changed == 0 && found.after.unmatched > 1.4 && found.before.changed > 1)
        let files = try {
            try folder.write("b.obj", mesh([crate])); return try changes(folder, "a.obj", "b.obj")
        }()
        #expect(Set(files.places.map(\.kind)) == [.onlyBefore, .onlyAfter])
        #expect(files.remarks.count == 4)
    }

    @Test func `without alignment both stay, and what would lie no better stays`() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", mesh([chest]))
        try folder.write("b.obj", mesh([chest], RigidRows(halfYaw: 0, center: SIMD3(0.3, 0, 0))))
        try folder.write("far.obj", mesh([chest], RigidRows(halfYaw: 0, center: SIMD3(90, 0, 0))))
        let placed = try changes(folder, "a.obj", "b.obj") { $0.aligns = false }
        #expect(placed.alignment == nil && placed.before.unmatched > 5)
        #expect(try changes(folder, "a.obj", "b.obj").places.isEmpty)
        #expect(try changes(folder, "a.obj", "a.obj").alignment?.isApplied == false)
        let far = try changes(folder, "a.obj", "far.obj")
        #expect(far.alignment == nil && far.before.unmatched == far.before.total)
    }

    @Test func `far from the origin details stay`() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let there = RigidRows(halfYaw: 0, center: SIMD3(500_000, 0, -4_000_000))
        try folder.write("a.obj", mesh([chest], there))
        try folder.write("b.obj", mesh([chest, crate], there))
        let found = try changes(folder, "a.obj", "b.obj")
        let place = try #require(found.places.first)
        #expect(found.places.count == 1 && found.after.median < 1e-4)
        #expect((place.most - there.applied(crate.high)).length < 1e-3)
        let drawn = try #require(found.document.scene.vertexSets.first?.attribute(.position)?.values)
        #expect(drawn.type == .float64)
    }

    @Test func `clouds are counted in points, and millimetres are metres`() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        func cloud(_ name: String, _ scale: Double, _ extra: Bool) throws {
            var rows: [SIMD3<Double>] = []
            for number in 0..<3600 {
                let (u, v) = (Double(number % 60) / 20, Double(number / 60) / 20)
                rows += [SIMD3(u, v, 0), SIMD3(u, 0, v), SIMD3(0, u, v)]
                if extra, number < 100 {
                    rows.append(SIMD3(1 + Double(number % 10) / 20, 1 + Double(number / 10) / 20, 1))
                }
            }
            let text = rows.map { "\($0.x * scale) \($0.y * scale) \($0.z * scale)\n" }.joined()
            try folder.write(
                name,
                "ply\nformat ascii 1.0\nelement vertex \(rows.count)\nproperty float x\nproperty float y\n"
                    + "property float z\nend_header\n" + text)
        }
        try cloud("a.ply", 1, true)
        try cloud("b.ply", 1, false)
        let found = try changes(folder, "a.ply", "b.ply")
        #expect(found.before.isCloud && found.before.total == 10_900 && found.before.unmatched == 100)
        #expect(found.places.map(\.amount) == [100] && found.after.unmatched == 0)
        #expect(found.document.scene.meshes.first?.primitives.first?.topology == .points)
        // Points further apart than what counts as unchanged are no noise.
        let fine = try changes(folder, "a.ply", "b.ply") { $0.within = 0.01 }
        #expect(fine.places.map(\.amount) == [100] && fine.before.spots == 0)
        try cloud("c.ply", 1000, false)
        var converting = ConvertOptions()
        converting.input.metersPerUnit = 0.001
        let small = try Changes(
            from: .path(folder.path("c.ply")), to: .path(folder.path("c.ply")), converting: converting)
        #expect(abs((small.before.total) - 10_800) < 1 && small.document.scene.metersPerUnit == 1)
    }

    @Test func `both become one mesh in the colours of the legend, written and read back`() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("a.zip", scan([chest, shed], seed: 3))
        try folder.writeBytes("b.zip", scan([crate], seed: 4, moved))
        let found = try changes(folder, "a.zip", "b.zip")
        try found.document.scene.validate()
        let colors = try #require(found.document.scene.vertexSets.first?.attribute(.color(0))).values.doubles()
        var seen: Set<[UInt8]> = []
        for at in stride(from: 0, to: colors.count, by: 3) { seen.insert(colors[at..<at + 3].map { UInt8($0) }) }
        #expect(seen == Set(Changes.legend.prefix(4).map(\.rgb)))
        var options = ConvertOptions()
        options.verify = true
        let written = try convert(
            .document(found.document, named: "changes"), to: .data(named: "changes.glb"), options: options)
        #expect(written.verified == true)
        // The same on one thread.
        let again = try changes(folder, "a.zip", "b.zip", threads: 1)
        #expect(again.json() == found.json())
        let data = try convert(.document(again.document, named: "changes"), to: .data(named: "changes.glb")).data
        #expect(data == written.data)
    }

    @Test func `nothing to compare is an error in words, and the work can be cancelled`() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", mesh([chest]))
        try folder.write("line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nl 1 2 3\n")
        try folder.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n")
        try folder.write("nan.obj", "v nan 0 0\nv 1 0 0\nv 2 1 0\nv 3 0 0\nf 1 2 3\nf 2 3 4\n")
        for name in ["line.obj", "flat.obj"] {
            let error = #expect(throws: ConvertError.self) { _ = try changes(folder, "a.obj", name) }
            #expect(error?.message.contains("no faces with an area and no points") == true, "\(name)")
        }
        #expect(abs(try changes(folder, "a.obj", "nan.obj").after.total - 1) < 1e-6)
        #expect(throws: ConvertError.self) { _ = try changes(folder, "a.obj", "a.obj") { $0.within = .nan } }
        let work = Work()
        work.cancel()
        var converting = ConvertOptions()
        converting.work = work
        #expect(throws: ConvertError.self) {
            _ = try Changes(
                from: .path(folder.path("a.obj")), to: .path(folder.path("a.obj")), converting: converting)
        }
    }

    /// Its one face is cut into half a million, which takes many times as long in a debug build.
    @Test func `the work can be cancelled while faces are cut`() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", "v 0 0 0\nv 9 0 0\nv 0 9 0\nf 1 2 3\n")
        var converting = ConvertOptions()
        let work = Work()
        converting.work = work
        var options = Changes.Options()
        options.within = 0.001
        // A thread of its own: those of the global queue may be busy with other tests until the work is done.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.1)
            work.cancel()
        }
        let error = #expect(throws: ConvertError.self) {
            _ = try Changes(
                from: .path(folder.path("a.obj")), to: .path(folder.path("a.obj")), options, converting: converting)
        }
        #expect(error?.code == "cancelled")
    }
}
