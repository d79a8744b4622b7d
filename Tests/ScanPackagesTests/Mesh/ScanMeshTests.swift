import MeshFormats
import MeshModel
import ScanPackages
import Testing

/// A mesh that grows by blocks as ARKit gives them.
@Suite struct ScanMeshTests {
    /// A square of two triangles, moved by `shift` through its transform.
    private func square(
        _ name: String = "a", shift: Double = 0, classes: [UInt8]? = nil, colors: ScanMeshBlock.Colors? = nil
    ) -> ScanMeshBlock {
        var transform = Affine()
        transform.translation.x = shift
        return ScanMeshBlock(
            name: name, transform: transform,
            positions: ScanMeshBuffer([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1] as [Float], components: 3),
            faces: ScanMeshBuffer([0, 1, 2, 0, 2, 3] as [UInt32], components: 3), bytesPerIndex: 4,
            classes: classes.map { ScanMeshBuffer($0, count: $0.count, stride: 1) }, colors: colors)
    }

    private func defect(_ change: (inout ScanMeshBlock) -> Void) -> String {
        var block = square("anchor 7")
        change(&block)
        var mesh = ScanMesh()
        do {
            try mesh.append(square())
            try mesh.append(block)
            return "none"
        } catch {
            #expect(mesh.vertexCount == 4 && mesh.faceCount == 2)
            return "\(error)"
        }
    }

    @Test func blocksStandInTheWorldBehindEachOther() throws {
        var mesh = ScanMesh()
        try mesh.append(square(shift: 0.5))
        try mesh.append(square(shift: -2))
        let scene = mesh.scene()
        try scene.validate()
        #expect(
            scene.vertexSets[0].attribute(.position)?.values.doubles() == [
                0.5, 0, 0, 1.5, 0, 0, 1.5, 0, 1, 0.5, 0, 1, -2, 0, 0, -1, 0, 0, -1, 0, 1, -2, 0, 1,
            ])
        #expect(scene.meshes[0].primitives[0].vertices?.integers() == [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7])
        #expect(scene.upAxis == .y && scene.metersPerUnit == 1)
        #expect(scene.meshes[0].primitives[0].elementAttributes.isEmpty)
    }

    @Test func aTransformTurnsAndRoundsOnce() throws {
        var block = square()
        // A quarter turn around Y: x becomes -z.
        block.transform = Affine(columnMajor: [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0.1, 2, 0, 1]) ?? .identity
        var mesh = ScanMesh()
        try mesh.append(block)
        let values = mesh.scene().vertexSets[0].attribute(.position)?.values.doubles() ?? []
        #expect(values[3...5].map { Float($0) } == [0.1, 2, -1])
        #expect(values[6...8].map { Float($0) } == [1.1, 2, -1])
    }

    @Test func buffersAreReadWithStridesOffsetsAndShortIndices() throws {
        // Four bytes first, four after each vertex, as interleaved buffers have them.
        var bytes: [UInt8] = [9, 9, 9, 9]
        for point in [[0, 0, 0], [1, 0, 0], [0, 1, 0]] as [[Float]] {
            for value in point {
                bytes += (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
            }
            bytes += [7, 7, 7, 7]
        }
        let block = ScanMeshBlock(
            name: "a", positions: ScanMeshBuffer(bytes, count: 3, stride: 16, offset: 4),
            faces: ScanMeshBuffer([0, 0, 1, 0, 2, 0, 255], count: 1, stride: 6), bytesPerIndex: 2,
            classes: ScanMeshBuffer([8, 3, 8], count: 1, stride: 2, offset: 1))
        var mesh = ScanMesh()
        try mesh.append(block)
        let scene = mesh.scene()
        #expect(scene.vertexSets[0].attribute(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 0, 1, 0])
        #expect(scene.meshes[0].primitives[0].vertices?.integers() == [0, 1, 2])
        #expect(scene.meshes[0].primitives[0].elementAttributes.first?.values.integers() == [3])
    }

    @Test func memoryOfTheCallerMayGoAway() throws {
        var mesh = ScanMesh()
        do {
            var memory: [Float] = [0, 0, 0, 1, 0, 0, 0, 1, 0]
            let buffer = unsafe memory.withUnsafeBytes { unsafe ScanMeshBuffer(copying: $0, count: 3, stride: 12) }
            memory = [5, 5, 5, 5, 5, 5, 5, 5, 5]
            try mesh.append(
                ScanMeshBlock(
                    name: "a", positions: buffer, faces: ScanMeshBuffer([0, 1, 2] as [UInt16], components: 3),
                    bytesPerIndex: 2))
        }
        #expect(mesh.scene().vertexSets[0].attribute(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 0, 1, 0])
    }

    @Test func whatOnlySomeBlocksHaveIsFilledUp() throws {
        var mesh = ScanMesh()
        try mesh.append(square())
        let bytes: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 51, 51, 51]
        try mesh.append(
            square(
                classes: [1, 7],
                colors: ScanMeshBlock.Colors(ScanMeshBuffer(bytes, components: 3), components: 3, kind: .byte)))
        try mesh.append(square())
        mesh.colorSource = .photo
        let scene = mesh.scene()
        try scene.validate()
        let face = try #require(scene.meshes[0].primitives[0].elementAttributes.first)
        #expect(face.semantic == ScanMeshClass.semantic)
        #expect(face.values.integers() == [0, 0, 1, 7, 0, 0])
        let color = try #require(scene.vertexSets[0].attribute(.color(0)))
        #expect(color.frame == .srgb && color.values.type == .float32)
        let values = color.values.doubles()
        #expect(values.count == 36 && values[..<12].allSatisfy { $0 == 0.5 } && values[24...].allSatisfy { $0 == 0.5 })
        #expect(values[12..<24].map { Float($0) } == [1, 0, 0, 0, 1, 0, 0, 0, 1, 0.2, 0.2, 0.2])
        #expect(scene.metadata == [MetadataEntry(key: "comment", value: "colors: photo")])
    }

    @Test func f15FacesOfPersonsTakeTheirVerticesAlong() throws {
        var mesh = ScanMesh()
        try mesh.append(square(classes: [2, 2]))
        try mesh.append(square(shift: 3, classes: [1, 5]))
        // All faces that touch x > 2 are a person's.
        let removed = mesh.removeFaces { face in
            let (a, b, c) = face.positions
            return a.x > 2 || b.x > 2 || c.x > 2
        }
        #expect(removed == 2 && mesh.faceCount == 2 && mesh.unreferencedVertexCount == 4)
        let scene = mesh.scene()
        #expect(scene.vertexSets[0].count == 4)
        #expect(scene.vertexSets[0].attribute(.position)?.values.doubles().allSatisfy { $0 <= 2 } == true)
        #expect(scene.meshes[0].primitives[0].elementAttributes.first?.values.integers() == [2, 2])
        // They stay only on request.
        #expect(mesh.scene(keepsUnreferenced: true).vertexSets[0].count == 8)
    }

    @Test func facesGoByNumberAndClass() throws {
        var mesh = ScanMesh()
        try mesh.append(square(classes: [1, 2]))
        try mesh.append(square(shift: 3, classes: [5, 2]))
        mesh.removeFaces { $0.classification == ScanMeshClass.seat.rawValue || $0.index == 0 }
        let scene = mesh.scene()
        try scene.validate()
        // No face uses vertices 1 and 5 any more.
        #expect(scene.vertexSets[0].count == 6)
        #expect(scene.meshes[0].primitives[0].vertices?.integers() == [0, 1, 2, 3, 4, 5])
        #expect(scene.meshes[0].primitives[0].elementAttributes.first?.values.integers() == [2, 2])
    }

    @Test func theBlockThatIsWrongIsNamedAndTheMeshStays() {
        #expect(
            defect { $0.faces = ScanMeshBuffer([0, 1, 4, 0, 2, 3] as [UInt32], components: 3) }
                == "anchor 7: expected indices below 4, found 4 in face 0")
        #expect(
            defect { $0.faces = ScanMeshBuffer([0, 1, 2, 0, 2, .max] as [UInt32], components: 3) }
                == "anchor 7: expected indices below 4, found 4294967295 in face 1")
        #expect(defect { $0.bytesPerIndex = 3 } == "anchor 7: expected indices of 2 or 4 bytes, found 3")
        #expect(
            defect { $0.positions = ScanMeshBuffer([1, 2, 3], count: 1, stride: 12) }
                == "anchor 7: expected 1 rows of 3 float32 for positions, every 12 bytes from byte 0, found 3 bytes")
        #expect(defect { $0.classes = ScanMeshBuffer([1], count: 1, stride: 1) }.contains("each of 2 faces, found 1"))
        #expect(
            defect {
                $0.colors = ScanMeshBlock.Colors(
                    ScanMeshBuffer([1, 2] as [UInt8], components: 2), components: 2, kind: .byte)
            }.contains("3 or 4 numbers, found 2"))
        #expect(
            defect {
                $0.colors = ScanMeshBlock.Colors(
                    ScanMeshBuffer([1] as [Float], components: 1), components: 3, kind: .float)
            }.hasPrefix("anchor 7: "))
        #expect(defect { $0.transform.x.y = .nan }.contains("finite"))
        #expect(defect { $0.transform.translation.z = .infinity }.contains("finite"))
    }

    /// Absurd numbers, the same on every run: an error or a mesh, never a trap.
    @Test func nothingTrapsWhateverTheNumbers() {
        var state: UInt64 = 7
        func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33)
        }
        let odd = [0, 1, 2, 3, 4, 6, 12, 16, -1, 1000, Int.max, Int.min, Int.max / 12, 1 << 40]
        func pick() -> Int { odd[next() % odd.count] }
        var (made, refused) = (0, 0)
        var mesh = ScanMesh()
        for _ in 0..<20_000 {
            /// Usually one or two rows that fit, otherwise anything.
            func buffer(_ row: Int) -> ScanMeshBuffer {
                let isOdd = next() % 8 == 0
                return ScanMeshBuffer(
                    (0..<24 + next() % 64).map { _ in UInt8(truncatingIfNeeded: next() % 2) },
                    count: isOdd ? pick() : 2, stride: isOdd ? pick() : row, offset: next() % 8 == 0 ? pick() : 0)
            }
            let block = ScanMeshBlock(
                name: "x", positions: buffer(12), faces: buffer(6), bytesPerIndex: [2, 4, 4, pick()][next() % 4],
                classes: next() % 2 == 0 ? nil : buffer(1),
                colors: next() % 2 == 0
                    ? nil
                    : ScanMeshBlock.Colors(
                        buffer(4), components: next() % 4 == 0 ? pick() : 3, kind: next() % 2 == 0 ? .byte : .float))
            do {
                try mesh.append(block)
                made += 1
            } catch {
                refused += 1
            }
            if next() % 50 == 0 { mesh.removeFaces { _ in next() % 2 == 0 } }
        }
        #expect(made > 20 && refused > 1000)
        #expect(throws: Never.self) { try mesh.scene().validate() }
    }

    @Test func anEmptyMeshIsAScene() throws {
        try ScanMesh().scene().validate()
        #expect(ScanMesh().scene().vertexSets[0].count == 0)
    }
}
