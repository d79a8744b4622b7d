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
}
