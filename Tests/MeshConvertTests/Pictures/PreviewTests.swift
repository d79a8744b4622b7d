import MeshConvert
import MeshModel
import Testing

/// Pictures of what a file shows; that they are right is MeshRender's business.
@Suite struct PreviewTests {
    private let triangle = MeshArrays(
        positions: [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0)], triangles: [0, 1, 2])

    @Test func aModelBecomesAPNGOfTheWantedSize() throws {
        var options = Preview.Options()
        (options.width, options.height) = (80, 60)
        let preview = try Preview(of: .buffers(triangle), options)
        #expect(preview.file.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(preview.file[16..<24].elementsEqual([0, 0, 0, 80, 0, 0, 0, 60]) && preview.remarks.isEmpty)
        options.side = .top
        #expect(try Preview(of: .buffers(triangle), options).file != preview.file)
    }

    @Test func whatHasNothingToShowIsRefused() throws {
        #expect(throws: ConvertError.self) {
            try Preview(of: .buffers(MeshArrays(positions: [SIMD3(.nan, 0, 0)], triangles: nil)))
        }
        var options = Preview.Options()
        options.subject = .depth
        #expect(throws: ConvertError.self) { try Preview(of: .buffers(triangle), options) }
        options = Preview.Options()
        options.width = 0
        #expect(throws: ConvertError.self) { try Preview(of: .buffers(triangle), options) }
    }

    /// A triangle that moves to the right for a second.
    private var moving: MeshScene {
        get throws {
            var scene = MeshScene(
                vertexSets: [
                    VertexSet(
                        count: 3,
                        attributes: [
                            Attribute(.position, Column([0, 0, 0, 1, 0, 0, 0, 1, 0] as [Float], components: 3))
                        ])
                ],
                primitives: [
                    Primitive(topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3), vertices: nil)
                ])
            let sampler = AnimationSampler(
                times: Column([0, 1] as [Float]), values: Column([0, 0, 0, 2, 0, 0] as [Float], components: 3),
                interpolation: .linear)
            scene.clips = [
                AnimationClip(
                    name: "go", channels: [AnimationChannel(node: 0, property: .translation, sampler: 0)],
                    samplers: [sampler])
            ]
            return scene
        }
    }

    private func preview(_ change: (inout Preview.Options) -> Void, _ moment: MomentChoice? = nil) throws -> Preview {
        var (options, converting) = (Preview.Options(), ConvertOptions())
        (options.width, options.height) = (48, 36)
        converting.moment = moment
        change(&options)
        return try Preview(of: .scene(moving, named: "moving"), options, converting: converting)
    }

    @Test func aPictureIsAJPEGFileIfWanted() throws {
        let file = try preview { $0.form = .jpeg }.file
        #expect(file.starts(with: [0xFF, 0xD8, 0xFF]) && file.suffix(2) == [0xFF, 0xD9])
    }

    @Test func aTurntableIsASheetOfSides() throws {
        let file = try preview { $0.turntable = 4 }.file
        // Two columns and two rows of 48 × 36, with gaps of 4.
        #expect(file[16..<24].elementsEqual([0, 0, 0, 108, 0, 0, 0, 84]))
        for count in [0, 1, 101, -3, Int.max] {
            #expect(throws: ConvertError.self) { try preview { $0.turntable = count } }
        }
    }

    @Test func aClipIsAPictureThatMoves() throws {
        let film = try preview { $0.isAnimated = true }
        let control = try #require(film.file.firstRange(of: Array("acTL".utf8)))
        // A second has twenty pictures.
        #expect(film.file[control.upperBound..<control.upperBound + 4].elementsEqual([0, 0, 0, 20]))
        let turning = try preview {
            $0.isAnimated = true
            $0.turntable = 6
        }
        let other = try #require(turning.file.firstRange(of: Array("acTL".utf8)))
        #expect(turning.file[other.upperBound..<other.upperBound + 4].elementsEqual([0, 0, 0, 6]))
        var still = Preview.Options()
        still.isAnimated = true
        #expect(throws: ConvertError.self) { try Preview(of: .buffers(triangle), still) }
        #expect(throws: ConvertError.self) {
            try preview {
                $0.isAnimated = true
                $0.form = .jpeg
            }
        }
    }

    @Test func aMomentIsShownAsItIsThen() throws {
        let rest = try preview({ $0.side = .front })
        #expect(try preview({ $0.side = .front }, MomentChoice(time: .seconds(0))).file == rest.file)
        #expect(try preview({ $0.side = .front }, MomentChoice(clip: "go")).file == rest.file)
        #expect(throws: ConvertError.self) { try preview({ _ in }, MomentChoice(time: .seconds(0), clip: "none")) }
    }

    @Test func everyModeAndSideGivesAPicture() throws {
        var files: Set<[UInt8]> = []
        for mode in Preview.Mode.allCases { files.insert(try preview { $0.mode = mode }.file) }
        // One triangle without normals and colours looks alike shaded and flat.
        #expect(files.count >= 5)
        for side in Preview.Side.allCases { #expect(try !preview { $0.side = side }.file.isEmpty) }
        #expect(try preview { $0.angles = SIMD2(0, 0) }.file == preview { $0.side = .front }.file)
        #expect(throws: ConvertError.self) { try preview { $0.angles = SIMD2(.nan, 0) } }
    }
}
