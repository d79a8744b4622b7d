import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import ScanPackages

/// The files about places, made by hand.
@Suite struct PlaceFilesTests {
    private func package(_ files: [(String, String)]) throws -> ScanPackage {
        var small = SmallPackage()
        small.frameCount = 1
        small.others = files.map { ($0.0, Array($0.1.utf8)) }
        return try small.package()
    }

    /// What is noted about a file, as codes of packages.
    private func notes(_ name: String, _ text: String) throws -> [PackageCode] {
        try package([(name, text)]).diagnostics.filter { diagnostic in
            if case .sideFile(let path, _) = diagnostic.location { path == name } else { false }
        }.compactMap(\.packageCode)
    }

    private func rows(_ x: Double) -> String { "[[1, 0, 0, \(x)], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]" }

    private func link(_ id: String, _ x: Double) -> String {
        let anchors = ["source", "target"].map {
            "\"\($0)LocationId\": \"L\", \"\($0)ScanId\": \"\($0)\", \"\($0)AnchorTransform\": \(rows(x))"
        }
        return "{\"id\": \"\(id)\", \"colour\": 7, \(anchors.joined(separator: ", "))}"
    }

    @Test func aGraphHasItsLocationsAndEachLinkOnce() throws {
        let package = try package([
            (
                "graph.json",
                """
                {"layout": "row_major", "nodes": [{"locationId": "L", "name": "Hall", "scanIds": ["a", "b", 3]}, {"name": "no id"}],
                "links": [\(link("one", 2)), \(link("one", 5)), \(link("two", 3))]}
                """
            )
        ])
        let graph = try #require(package.graph)
        #expect(graph.nodes == [StitchGraph.Node(locationID: "L", name: "Hall", scanIDs: ["a", "b"])])
        #expect(graph.links.map(\.id) == ["one", "two"])
        #expect(graph.links.map { $0.source.pose.applied(to: SIMD3(0, 0, 0)).x } == [2, 3])
        #expect(graph.links[0].otherMembers.map(\.0) == ["colour"])
        #expect(graph.links[0] == graph.links[0] && graph.links[0] != graph.links[1])
    }

    @Test(arguments: [
        ("graph.json", "{\"nodes\": []}"), ("stitching.json", "{\"links\": [{\"id\": \"a\"}]}"),
        ("registration.json", "{\"applied\": 1}"), ("registration.json", "{\"applied\": true, \"transform\": [1, 2]}"),
        ("roomplan.json", "{\"surfaces\": []}"),
        ("roomplan.json", "{\"surfaces\": [{\"category\": \"wall\"}], \"objects\": []}"), ("roomplan.json", "[1"),
        ("scan4d_metadata.json", "[]"),
    ])
    func aFileThatIsNotAsTheAppWritesItIsSaidAndLeftOut(name: String, text: String) throws {
        var small = SmallPackage()
        small.frameCount = 1
        if name == "scan4d_metadata.json" { small.metadata = nil }
        small.others = [(name, Array(text.utf8))]
        let package = try small.package()
        let places = package.diagnostics.map(\.location.text)
        #expect(places.contains { $0.hasPrefix(name) }, "\(places)")
        #expect(package.registration == nil && package.roomPlan == nil && package.links.isEmpty)
        #expect(package.frames.count == 1)
    }

    @Test func aLinkWhoseAnchorsScaleIsAnErrorAndLeftOut() throws {
        let scaled = link("one", 1).replacing("[[1, 0", with: "[[2, 0")
        #expect(try notes("stitching.json", "{\"layout\": \"row_major\", \"links\": [\(scaled)]}") == [.linkNotRigid])
    }

    @Test func aRoomHasItsBoxesWithTheMembersThatNobodyKnows() throws {
        let columns = "[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1]"
        func box(_ category: String) -> String {
            """
            {"id": "i", "category": "\(category)", "dimensions": {"width": 1, "height": 2, "depth": 3},
            "transform": \(columns), "shade": "red"}
            """
        }
        let package = try package([
            ("roomplan.json", "{\"surfaces\": [\(box("wall"))], \"objects\": [\(box("washerDryer"))]}")
        ])
        let plan = try #require(package.roomPlan)
        var wall = RoomPlan.Item(
            id: "i", category: "wall", dimensions: SIMD3(1, 2, 3),
            transform: Affine(columnMajor: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1]) ?? .identity)
        #expect(plan.surfaces != [wall])
        wall.otherMembers = [("shade", .string("red"))]
        #expect(plan.surfaces == [wall])
        #expect(plan.objects.map(\.category) == ["washer_dryer"])
    }

    @Test func aRegistrationThatIsAppliedMovesBothWays() throws {
        let text = "{\"applied\": true, \"transform\": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1], \"x\": 1}"
        let registration = try #require(package([("registration.json", text)]).registration)
        #expect(registration.rawToCanonical.applied(to: SIMD3(0, 0, 0)) == SIMD3(4, 5, 6))
        #expect(registration.canonicalToRaw.applied(to: SIMD3(4, 5, 6)) == SIMD3(0, 0, 0))
        #expect(registration != ScanRegistration(isApplied: true, rawToCanonical: registration.rawToCanonical))
    }

    @Test func semanticsAreOfAnOlderApp() throws {
        #expect(try notes("semantics.json", "{}") == [.layoutLegacy])
    }
}
