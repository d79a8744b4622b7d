import MeshBytes
import MeshFormats
import MeshModel
import ScanFixtures
import ScanPackages
import Testing

/// Raw and canonical frames, and linked scans beside each other.
@Suite struct PlacementTests {
    private func affine(_ rows: RigidRows) throws -> Affine { try #require(Affine(rowMajor: rows.rowMajor)) }

    @Test func f16WallsOverlayTheCloudOnlyInOneFrame() throws {
        var room = RoomPackage()
        // Yaw of 30°, and (1, 0, 2).
        room.registration = RigidRows(halfYaw: 0.267_949_192_431_122_7, center: SIMD3(1, 0, 2))
        room.hasRoomPlan = true
        let package = try Room.read(room)
        let raw = try #require(package.roomPlan(in: .raw))
        let canonical = try #require(package.roomPlan(in: .canonical))
        #expect(canonical == package.roomPlan)
        var cloud: [SIMD3<Double>] = []
        for frame in package.frames { cloud += try Room.points(package, frame) }
        // Walls only: points that are neither on the floor nor on the ceiling.
        cloud = cloud.filter { $0.y > 0.01 && $0.y < RoomScene.high.y - 0.01 }
        #expect(cloud.count > 5000)
        #expect(worst(cloud, raw) < 0.002)
        #expect(worst(cloud, canonical) > 0.1)
        let moved = cloud.map { package.rawToCanonical.applied(to: $0) }
        #expect(worst(moved, canonical) < 0.002)
        for frame in package.frames {
            let pose = try #require(package.pose(of: frame, in: .canonical))
            let point = SIMD3(0.1, 0.2, -1)
            let other = package.rawToCanonical.applied(to: try #require(frame.pose).applied(to: point))
            #expect(((pose.applied(to: point) - other) * (pose.applied(to: point) - other)).sum() < 1e-20)
        }
    }

    /// The distance of the worst point from the plane of its nearest wall.
    private func worst(_ cloud: [SIMD3<Double>], _ plan: RoomPlan) -> Double {
        let inverses = plan.surfaces.map(\.transform.rigidInverse)
        return cloud.map { point in inverses.map { abs($0.applied(to: point).z) }.min() ?? .infinity }.max()
            ?? .infinity
    }

    private static let ids = ["AAAA", "BBBB", "CCCC"]

    /// Three scans of one room, each in its own raw frame, linked in both directions; the second is registered.
    private func linked() -> [RoomPackage] {
        let raws = [
            RigidRows.identity, RigidRows(halfYaw: 0.7, center: SIMD3(3, 0.2, -1)),
            RigidRows(halfYaw: -1.3, center: SIMD3(-2, -0.1, 4)),
        ]
        let registration = RigidRows(halfYaw: 0.4, center: SIMD3(0.5, 0, 1))
        // Pins are in the room; an anchor is the pin in a scan's raw frame, as float32.
        let pins = [
            RigidRows(halfYaw: 0.2, center: SIMD3(0.3, 0.1, 0.4)), RigidRows(halfYaw: -0.6, center: SIMD3(-1, 0.2, 1)),
        ]
        func link(_ id: String, _ a: Int, _ b: Int, _ pin: Int) -> JSONValue {
            func columns(_ scan: Int) -> JSONValue {
                let flat = raws[scan].after(pins[pin]).columnMajor
                return .array((0..<4).map { c in .array((0..<4).map { .number(flat[c * 4 + $0]) }) })
            }
            return .object([
                ("id", .string(id)), ("sourceLocationId", .string(Self.ids[a])), ("sourceScanId", .string("S\(a)")),
                ("sourceAnchorId", "x"), ("sourceAnchorTransform", columns(a)),
                ("targetLocationId", .string(Self.ids[b])), ("targetScanId", .string("S\(b)")),
                ("targetAnchorId", "y"), ("targetAnchorTransform", columns(b)), ("linkedAt", "2026-08-01T00:00:00Z"),
                ("linkType", "cross_session"),
            ])
        }
        // From the first to the second, and from the third to the second: one link in each direction.
        let links: JSONValue = [
            "version": 1, "layout": "column_major", "links": .array([link("L1", 0, 1, 0), link("L2", 2, 1, 1)]),
        ]
        return (0..<3).map { index in
            var room = RoomPackage()
            room.scene = RoomScene(seed: UInt64(10 + index), count: 4)
            room.rawFromRoom = raws[index]
            room.metadata = [("location_id", .string(Self.ids[index]))]
            room.stitching = links
            if index == 1 { room.registration = registration }
            return room
        }
    }

    /// The largest distance of any point from the walls, in the first scan's frame, which is the room's.
    private func worst(_ packages: [ScanPackage], _ placement: ScanPlacement, _ scans: [LinkedScan]) throws -> Double {
        var worst = 0.0
        for (package, scan) in zip(packages, scans) {
            let transform = placement.rawToWorld(scan)
            for frame in package.frames {
                for point in try Room.points(package, frame) {
                    worst = max(worst, Room.wallDistance(transform.applied(to: point)))
                }
            }
        }
        return worst
    }

    @Test func f17LinkedScansMeetInOneRoom() throws {
        let packages = try linked().map { try Room.read($0) }
        let scans = packages.enumerated().compactMap { LinkedScan($0.element, scanID: "S\($0.offset)") }
        #expect(scans.count == 3)
        let placement = ScanPlacement(scans, links: packages.flatMap(\.links))
        #expect(placement.groups == [Self.ids])
        #expect(placement.diagnostics == [])
        #expect(try worst(packages, placement, scans) < 0.002)
        // Without its registration the second scan, and the third after it, must be in the wrong place.
        var forgetful = scans
        forgetful[1].rawToCanonical = .identity
        #expect(try worst(packages, ScanPlacement(scans, links: packages.flatMap(\.links)), forgetful) > 0.05)
    }

    /// Exported anchors contain the user's correction, so readers correct nothing.
    @Test func f17ACorrectedAnchorIsTakenAsItStands() throws {
        let packages = try linked().map { try Room.read($0) }
        let scans = packages.enumerated().compactMap { LinkedScan($0.element, scanID: "S\($0.offset)") }
        var links = packages[0].links
        // The first link reversed: its source is the registered scan.
        (links[0].source, links[0].target) = (links[0].target, links[0].source)
        let canonical = scans[1].rawToCanonical
        let exact = canonical * links[0].source.pose
        // The pin was placed 13 cm and 2° off; the user moved and turned it.
        let (move, yaw) = (SIMD3(0.12, 0, -0.05), 0.035)
        func moved(_ by: SIMD3<Double>) -> Affine {
            var result = Affine.identity
            result.translation = by
            return result
        }
        let pin = exact.translation - move
        let turn = try affine(RigidRows(halfYaw: yaw / 2, center: SIMD3(0, 0, 0)))
        let correction = moved(move) * moved(pin) * turn * moved(-pin)
        let asPinned = canonical.rigidInverse * correction.rigidInverse * exact
        links[0].source.pose = asPinned
        #expect(try worst(packages, ScanPlacement(scans, links: links), scans) > 0.05)
        links[0].source.pose = canonical.rigidInverse * correction * canonical * asPinned
        let placement = ScanPlacement(scans, links: links)
        #expect(placement.diagnostics == [])
        #expect(try worst(packages, placement, scans) < 0.002)
    }

    @Test func f17AMissingScanIsAWarningAndTakenForTheIdentity() throws {
        let packages = try linked().map { try Room.read($0) }
        let scans = packages.enumerated().compactMap { LinkedScan($0.element, scanID: "S\($0.offset)") }
        let placement = ScanPlacement([scans[0], scans[2]], links: packages[0].links)
        #expect(placement.diagnostics.contains { $0.packageCode == .linkScanMissing && $0.severity == .warning })
        #expect(placement.groups == [Self.ids])
    }

    @Test func f17ALoopThatDoesNotCloseIsToldInMillimetres() throws {
        let packages = try linked().map { try Room.read($0) }
        let scans = packages.enumerated().compactMap { LinkedScan($0.element, scanID: "S\($0.offset)") }
        var links = packages[0].links
        // A third link, from the first scan to the third, with an error of a decimetre.
        var extra = links[0]
        extra.id = "L3"
        extra.target = links[1].source
        extra.source.pose = try affine(RigidRows(halfYaw: -0.6, center: SIMD3(-1, 0.2, 1.1)))
        links.append(extra)
        let placement = ScanPlacement(scans, links: links)
        let residual = try #require(placement.diagnostics.first { $0.packageCode == .linkResidual })
        #expect(residual.severity == .warning)
        #expect(residual.message.contains("100") || residual.message.contains("99.9"))
    }

    @Test func f17ATiltedLinkIsAWarning() throws {
        var links = try Room.read(linked()[0]).links
        links[0].target.pose = try affine(RigidRows(halfYaw: 0, halfPitch: 0.03, center: SIMD3(0, 0, 0)))
        let placement = ScanPlacement([], links: links)
        #expect(placement.diagnostics.contains { $0.packageCode == .linkTilted && $0.message.contains("3.4°") })
    }

    @Test func theOldestScanStandsForItsLocation() {
        let scans = [
            LinkedScan(locationID: "A", scanID: "9", timestamp: 20), LinkedScan(locationID: "B"),
            LinkedScan(locationID: "A", scanID: "8", timestamp: 10), LinkedScan(locationID: "A", scanID: "7"),
            LinkedScan(locationID: "B", scanID: "5"), LinkedScan(locationID: "A", scanID: "3", timestamp: 10),
        ]
        #expect(LinkedScan.representatives(scans) == [4, 5])
        #expect(LinkedScan.representatives([]) == [])
    }

    @Test func fileNamesTellTheScan() throws {
        var room = RoomPackage()
        room.metadata = [("location_id", "L")]
        let zip = room.zip()
        let files = try PackageFiles.zip(.bytes(zip, name: "a/scan4d_Home_Bed_Room_scan4d_1780000000_1a2B3c4D.zip"))
        let scan = try #require(LinkedScan(try ScanPackage.read(files)))
        #expect(scan.scanID == "1A2B3C4D")
    }
}
