import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// A matrix with a shear becomes two nodes, one inside the other (glTF 2.0, section 3.5.3).
@Suite struct GLTFMatrixTests {
    private let format = GLTFFormat()
    private let sheared = [1, 0.25, 0, 0, 0.5, 2, 0, 0, 0, -0.5, 0.5, 0, 3, 4, 5, 1]

    /// The columns of the matrix of a translation, rotation and scale, by the formula for quaternions.
    private func columns(_ transform: NodeTransform) -> [[Double]] {
        switch transform {
        case .identity: return [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        case .matrix(let m): return [Array(m[0..<3]), Array(m[4..<7]), Array(m[8..<11])]
        case .trs(_, let q, let s):
            let (x, y, z, w) = (q.x, q.y, q.z, q.w)
            return [
                [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)].map { $0 * s.x },
                [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)].map { $0 * s.y },
                [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)].map { $0 * s.z },
            ]
        }
    }

    private func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
        b.map { column in (0..<3).map { row in (0..<3).reduce(0) { $0 + a[$1][row] * column[$1] } } }
    }

    private func matrix(_ c: [Double]) -> [Double] {
        [c[0], c[1], c[2], 0, c[3], c[4], c[5], 0, c[6], c[7], c[8], 0, 7, 8, 9, 1]
    }

    private static let wild: [[Double]] = [
        [1, 0.5, 0, 0, 1, 0, 0, 0, 1], [1, 2, 3, 5, 6, 7, 9, 10, 11], [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 1, 0, 0, 0, 0], [1, 2, 3, 2, 4, 6, 3, 6, 9], [0, 0, 0, 0, 0, 0, 1, 2, 3],
        [-1, 0.5, 0, 0, 1, 0, 0, 0, 1], [-1, 0.5, 0, 0.1, -1, 0, 0, 0.2, -1], [0, 1, 0, 1, 0, 0, 0.3, 0, 1],
        [1e-30, 1e-30, 0, 0, 1e-30, 0, 0, 0, 1e-30], [1e30, 1e29, 0, 0, 1e30, 0, 0, 1e28, 1e30],
        [1, 1e-9, 0, 0, 1, 0, 0, 0, 4000], [0, 5000, 0, -5000, 0, 0, 0, 0, 7000], [1, 0, 0, 1, 1e-9, 0, 1, 0, 1e-12],
        [1, 1, 1, 1, 1, 1, 1, 1, 1.000001], [1e-20, 0, 0, 0, 1e-20, 0, 0, 0, 1e-20],
        [-300, 1, 0, 0, -300, 0, 0, 0, -300],
    ]

    @Test(arguments: wild)
    func thePartsMakeTheMatrix(_ columns: [Double]) throws {
        let whole = NodeTransform.matrix(matrix(columns))
        let parts = GLTFTransformParts(whole)
        guard case .trs(let place, let turn, _) = parts.outer else {
            #expect(parts.outer == whole && parts.inner == nil)
            return
        }
        #expect(place == SIMD3(7, 8, 9))
        #expect(abs((turn * turn).sum() - 1) < 1e-14)
        if case .trs(let place, let turn, let size)? = parts.inner {
            #expect(place == SIMD3() && size == SIMD3(1, 1, 1) && abs((turn * turn).sum() - 1) < 1e-14)
        }
        let made = product(self.columns(parts.outer), self.columns(parts.inner ?? .identity))
        let most = columns.map(abs).max() ?? 0
        for (number, wanted) in zip(made.joined(), columns) { #expect(abs(number - wanted) <= 4e-15 * most) }
    }

    @Test func whatTakesApartWellStaysAsItIs() {
        let turned = NodeTransform.matrix([0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 0.01, 0, 1e6, 2, 3, 1])
        #expect(GLTFTransformParts(turned) == GLTFTransformParts(.identity).with(turned))
        let rounded = NodeTransform.matrix(
            [0.70710677, 0.70710677, 0, 0, -0.70710677, 0.70710677, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
        #expect(GLTFTransformParts(rounded).outer == rounded)
    }

    @Test func whatIsNoTranslationRotationAndScalesIsFound() {
        #expect(GLTFTransformParts.isPlain([0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 0.01, 0, 1e6, 2, 3, 1]))
        #expect(GLTFTransformParts.isPlain([1000, 0.001, 0, 0, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]))
        #expect(!GLTFTransformParts.isPlain(sheared))
        #expect(!GLTFTransformParts.isPlain([1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1, 0, 0, 0, 0, 1]))
    }

    // MARK: Files

    private func scene(_ transform: NodeTransform, metersPerUnit: Double? = 1) -> MeshScene {
        var scene = MeshScene(
            vertexSets: [
                VertexSet(
                    count: 3,
                    attributes: [Attribute(.position, Column([0, 0, 0, 1, 0, 0, 0, 1, 0] as [Float], components: 3))])
            ],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                    vertices: Column([0, 1, 2] as [Int32]))
            ])
        scene.upAxis = .y
        scene.metersPerUnit = metersPerUnit
        scene.nodes = [Node(name: "slanted", transform: transform, children: [1], mesh: 0), Node(name: "child")]
        return scene
    }

    private func write(_ scene: MeshScene) throws -> (bytes: [UInt8], losses: [Loss]) {
        let plan = try format.plan(Content(scene), variant: "glb", options: WriteOptions())
        let output = Output(memoryNamed: "out.glb")
        try format.write(plan, to: output)
        return (output.mainBytes(), plan.losses)
    }

    private func read(_ bytes: [UInt8], isForeign: Bool = false) throws -> Document {
        var options = ReadOptions()
        if isForeign { options.options["origin"] = "ignore" }
        return try format.read(Input.bytes(bytes, name: "out.glb"), options: options)
    }

    @Test(arguments: [1, 0.01])
    func aShearIsTwoNodesAndOneAgainOnTheWayBack(metersPerUnit: Double) throws {
        let scene = scene(.matrix(sheared), metersPerUnit: metersPerUnit)
        let written = try write(scene)
        let nodes = try read(written.bytes, isForeign: true).scene.nodes
        #expect(nodes[0].name == "slanted" && nodes[0].mesh == nil && nodes[0].children == [2])
        #expect(nodes[2].name == nil && nodes[2].mesh == 0 && nodes[2].children == [1])
        let made = product(columns(nodes[0].transform), columns(nodes[2].transform))
        for (number, wanted) in zip(made.joined(), columns(.matrix(sheared)).joined()) {
            #expect(abs(number - wanted) < 1e-14)
        }
        let told = try #require(written.losses.first { $0.code == .frameDecomposed })
        #expect(told.subject == "/nodes/0" && told.severity == .reencoded)
        let added = written.losses.filter { $0.code == .nodeGenerated }.map(\.count)
        #expect(added == [metersPerUnit == 1 ? 1 : 2])
        let back = try read(written.bytes)
        #expect(back.scene.nodes == scene.nodes && back.scene.scenes == scene.scenes)
        #expect(!back.diagnostics.contains { $0.code == "origin.ignored" })
    }

    @Test func aJointThatShearsIsTheSameJointOnTheWayBack() throws {
        var scene = scene(.matrix(sheared))
        scene.skins = [Skin(joints: [0, 1])]
        let bytes = try write(scene).bytes
        #expect(try read(bytes, isForeign: true).scene.skins.first?.joints == [2, 1])
        #expect(try read(bytes).scene.skins.first?.joints == [0, 1])
    }

    @Test func aNodeThatASkinNamesSinceStaysInItsParts() throws {
        var scene = scene(.matrix(sheared))
        scene.skins = [Skin(joints: [1], skeleton: 0)]
        var bytes = try write(scene).bytes
        let place = try #require(bytes.firstRange(of: Array("\"skeleton\":0".utf8)))
        bytes.replaceSubrange(place, with: Array("\"skeleton\":2".utf8))
        let document = try read(bytes)
        #expect(document.scene.nodes.count == 3)
        #expect(document.diagnostics.contains { $0.code == "origin.ignored" })
    }

    @Test func aPerspectiveIsToldAsGone() throws {
        var numbers = sheared
        numbers[3] = 0.5
        let written = try write(scene(.matrix(numbers)))
        #expect(written.losses.contains { $0.code == .valueNormalized && $0.severity == .approximated })
        #expect(!written.losses.contains { $0.code == .frameDecomposed })
        #expect(try read(written.bytes).scene.nodes[0].transform == .matrix(sheared))
    }

    @Test func aMatrixThatIsCountedInHalvesIsTheSameInWholes() throws {
        let twice = scene(.matrix([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 6, 8, 10, 2]))
        let node = try read(write(twice).bytes).scene.nodes[0]
        #expect(node.transform == .matrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 4, 5, 1]))
    }

    @Test func whatNoFloat32HoldsIsToldAsGone() throws {
        var numbers = sheared
        numbers[5] = 1e39
        let written = try write(scene(.matrix(numbers)))
        #expect(written.losses.contains { $0.code == .valueNormalized && $0.severity == .approximated })
        #expect(try read(written.bytes).scene.nodes[0].transform == .identity)
    }

    @Test func aNodeThatWasMovedSinceStaysInItsParts() throws {
        var bytes = try write(scene(.matrix(sheared))).bytes
        let place = try #require(bytes.firstRange(of: Array("[3,4,5]".utf8)))
        bytes.replaceSubrange(place, with: Array("[3,4,6]".utf8))
        let document = try read(bytes)
        #expect(document.scene.nodes.count == 3)
        #expect(document.diagnostics.contains { $0.code == "origin.ignored" })
    }
}

extension GLTFTransformParts {
    fileprivate func with(_ transform: NodeTransform) -> Self {
        var copy = self
        copy.outer = transform
        return copy
    }
}
