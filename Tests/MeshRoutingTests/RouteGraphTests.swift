import MeshFormats
import MeshRouting
import Testing

@Suite struct RouteGraphTests {
    private let graph = RouteGraph([
        InventedFormat(id: "clay", variants: ["clay.wet", "clay.dry"]),
        InventedFormat(id: "stone", variants: ["stone"]),
    ])

    @Test func aRouteNeverPassesThroughAnotherFile() {
        for from in ["clay.wet", "clay.dry", "stone"] {
            for to in ["clay.wet", "clay.dry", "stone"] where from != to {
                for path in graph.paths(from: .file(from), to: .file(to)) {
                    for edge in path.dropLast() {
                        if case .file = edge.to { Issue.record("\(from) → \(to) passes through a file") }
                    }
                }
            }
        }
    }

    @Test func twoFamiliesMeetInTheSceneOnly() {
        let paths = graph.paths(from: .file("clay.wet"), to: .file("stone"))
        #expect(paths.map { $0.map(\.action) } == [[.read, .interpret, .write]])
    }

    @Test func oneFamilyHasTheNativeWayFirst() {
        let paths = graph.paths(from: .file("clay.wet"), to: .file("clay.dry"))
        #expect(paths.map { $0.map(\.action) } == [[.read, .transcode], [.read, .interpret, .write]])
    }

    @Test func theChartNamesEveryStep() {
        #expect(graph.mermaid.split(separator: "\n").count == graph.edges.count + 1)
        #expect(graph.mermaid.contains("scene((scene)) -- \"weld, bake-hierarchy, write\" --> stone[\"stone\"]"))
        var picky = InventedFormat(id: "leaf", variants: ["leaf.thin-green"])
        picky.needs = FormatNeeds(flatHierarchy: false, triangles: true, sharesVertices: false)
        #expect(
            RouteGraph([picky]).mermaid.contains(
                "scene((scene)) -- \"triangulate, write\" --> leaf_thin_green[\"leaf.thin-green\"]"))
        picky.needs = FormatNeeds(flatHierarchy: false, triangles: false, sharesVertices: false)
        #expect(RouteGraph([picky]).mermaid.contains("scene((scene)) -- write --> leaf_thin_green"))
    }

    /// Clay, and three packages: sand is read and written, dust only read, smoke only written.
    private let packages = RouteGraph(
        [InventedFormat(id: "clay", variants: ["clay.wet"])],
        packages: [
            RoutePackage(kind: "sand", variants: ["sand", "fine-sand"]), RoutePackage(kind: "dust", variants: []),
            RoutePackage(kind: nil, variants: ["smoke"]),
        ])

    @Test func theMeshOfAPackageMeetsFormatsInTheScene() {
        let paths = packages.paths(from: .package("dust"), to: .file("clay.wet"))
        #expect(paths.map { $0.map(\.action) } == [[.read, .takeMesh, .write]])
        #expect(packages.paths(from: .package("smoke"), to: .file("clay.wet")).isEmpty)
    }

    @Test func packagesBecomePackagesWithoutAScene() {
        for to in ["sand", "smoke"] {
            let paths = packages.paths(from: .package("dust"), to: .package(to))
            #expect(paths.map { $0.map(\.action) } == [[.read, .write]])
        }
        #expect(packages.paths(from: .package("sand"), to: .package("dust")).isEmpty)
        #expect(packages.paths(from: .file("clay.wet"), to: .package("sand")).isEmpty)
    }

    @Test func theChartNamesPackages() {
        let lines = packages.mermaid.split(separator: "\n").map(String.init)
        #expect(lines.count == packages.edges.count + 1)
        #expect(lines.contains("    package_dust[/\"dust package\"/] -- read --> scan((\"scan package\"))"))
        #expect(
            lines.contains(
                "    scan((\"scan package\")) -- \"write sand or fine-sand\" --> package_sand[/\"sand package\"/]"))
        #expect(lines.contains("    scan((\"scan package\")) -- \"take its mesh\" --> scene((scene))"))
    }
}
