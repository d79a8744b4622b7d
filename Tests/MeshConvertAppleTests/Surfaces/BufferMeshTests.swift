import MeshConvert
import MeshConvertApple
import Testing

/// Meshes in buffers as Model I/O has them.
@Suite struct BufferMeshTests {
    @Test func formatsAreReadFromTheirNumbers() {
        #expect(VertexFormat(code: 0xC0003) == VertexFormat(type: .float32, components: 3))
        #expect(VertexFormat(code: 0xB0002) == VertexFormat(type: .float16, components: 2))
        #expect(VertexFormat(code: 0x30004) == VertexFormat(type: .uint8, components: 4, isNormalized: true))
        #expect(VertexFormat(code: 0x80001) == VertexFormat(type: .int16, components: 1, isNormalized: true))
        // Invalid, values of 10 bits, no components, five components, an unknown type.
        for code: UInt in [0, 0xA1004, 0xC0000, 0xC0005, 0xD0003, .max] { #expect(VertexFormat(code: code) == nil) }
    }

    @Test func interleavedAttributesAreReadWithTheirStride() throws {
        // Position as three floats, four bytes of colour, two halves: 0.5 and 1.
        var memory: [UInt8] = []
        for row in 0..<3 {
            for value in [Float(row), 2, -1] { unsafe withUnsafeBytes(of: value) { unsafe memory += $0 } }
            memory += [255, 0, 51, 255, 0x00, 0x38, 0x00, 0x3C]
        }
        var mesh = BufferMesh(vertexCount: 3)
        let stride = 20
        try unsafe memory.withUnsafeBytes { bytes in
            try unsafe mesh.add(
                "position", VertexFormat(type: .float32, components: 3), bytes, offset: 0, stride: stride)
            let code = VertexFormat(type: .uint8, components: 4, isNormalized: true)
            try unsafe mesh.add("color", code, bytes, offset: 12, stride: stride)
            let halves = VertexFormat(type: .float16, components: 2)
            try unsafe mesh.add("textureCoordinate", halves, bytes, offset: 16, stride: stride)
            try unsafe mesh.add("textureCoordinate", halves, bytes, offset: 16, stride: stride)
            try unsafe mesh.add("age", VertexFormat(type: .uint8, components: 1), bytes, offset: 14, stride: stride)
        }
        let names = mesh.attributes.map(\.semantic.name)
        #expect(names == ["POSITION", "COLOR_0", "TEXCOORD_0", "TEXCOORD_1", "age"])
        #expect(mesh.attributes[0].values.doubles() == [0, 2, -1, 1, 2, -1, 2, 2, -1])
        #expect(mesh.attributes[1].values.integers().prefix(4) == [255, 0, 51, 255])
        #expect(mesh.attributes[1].normalized && mesh.attributes[1].frame == .linear)
        #expect(mesh.attributes[2].values.doubles() == [0.5, 1, 0.5, 1, 0.5, 1])
        #expect(mesh.attributes[4].values.integers() == [51, 51, 51])
    }

    @Test func rowsOutsideOfTheMemoryAreADefect() {
        var mesh = BufferMesh(vertexCount: 3)
        let memory = [UInt8](repeating: 0, count: 35)
        #expect(throws: SceneDefect.self) {
            try unsafe memory.withUnsafeBytes { bytes in
                try unsafe mesh.add("position", VertexFormat(type: .float32, components: 3), bytes, stride: 12)
            }
        }
        mesh.vertexCount = .max
        #expect(throws: SceneDefect.self) {
            try unsafe memory.withUnsafeBytes { bytes in
                try unsafe mesh.add("position", VertexFormat(type: .float32, components: 3), bytes, stride: .max)
            }
        }
    }

    @Test(arguments: [1, 2, 4]) func elementsOfEachKindBecomePrimitives(bytesPerIndex: Int) throws {
        func indices(_ values: [Int]) -> Column {
            switch bytesPerIndex {
            case 1: Column(values.map { UInt8($0) })
            case 2: Column(values.map { UInt16($0) })
            default: Column(values.map { UInt32($0) })
            }
        }
        var mesh = BufferMesh(name: "m", vertexCount: 6)
        mesh.parts = [
            .init(elements: .points, indices: indices([4, 5])),
            .init(elements: .lines, indices: indices([0, 1, 2, 3, 4])),
            .init(elements: .triangles, indices: indices([0, 1, 2, 3, 4, 5, 0]), material: 2),
            .init(elements: .quads, indices: indices([0, 1, 2, 3])),
            // A strip with a vertex twice, which joins two strips.
            .init(elements: .triangleStrips, indices: indices([0, 1, 2, 3, 3, 4, 5])),
            .init(elements: .variable, indices: indices([0, 1, 2, 3, 4, 5, 0]), arities: Column([4, 3] as [UInt8])),
        ]
        let primitives = try mesh.primitives(set: 1)
        #expect(primitives.map(\.elementCount) == [2, 2, 2, 1, 3, 2])
        #expect(primitives.map(\.cornerCount) == [2, 4, 6, 4, 9, 7])
        #expect(primitives[2].vertices?.integers() == [0, 1, 2, 3, 4, 5])
        #expect(primitives[4].vertices?.integers() == [0, 1, 2, 2, 1, 3, 3, 4, 5])
        if case .one(2) = primitives[2].material {} else { Issue.record("the material is missing") }
        // What comes out is a valid scene.
        let positions = Attribute(.position, Column([Float](repeating: 0, count: 18), components: 3))
        var scene = MeshScene(
            vertexSets: [VertexSet(count: 0), VertexSet(count: 6, attributes: [positions])], primitives: primitives)
        scene.materials = [SceneMaterial(), SceneMaterial(), SceneMaterial()]
        try scene.validate()
    }

    @Test func facesOfMoreCornersThanThereAreAreADefect() {
        var mesh = BufferMesh(vertexCount: 3)
        mesh.parts = [
            .init(elements: .variable, indices: Column([0, 1, 2] as [UInt8]), arities: Column([4] as [UInt8]))
        ]
        #expect(throws: SceneDefect.self) { try mesh.primitives(set: 0) }
        mesh.parts[0].arities = nil
        #expect(throws: SceneDefect.self) { try mesh.primitives(set: 0) }
    }
}
