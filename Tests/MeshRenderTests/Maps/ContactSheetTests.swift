import MeshRender
import Testing

@Suite struct ContactSheetTests {
    private func picture(_ value: UInt8, width: Int = 2) throws -> RenderedPicture {
        try #require(RenderedPicture(width: width, height: 1, pixels: [UInt8](repeating: value, count: width * 3)))
    }

    @Test func picturesStandInRowsWithGaps() throws {
        let three = [try picture(1), try picture(2), try picture(3)]
        let sheet = try RenderedPicture.contactSheet(three, columns: 2, gap: 1, background: SIMD3())
        #expect(sheet.width == 7)
        #expect(sheet.height == 5)
        let firsts = stride(from: 0, to: sheet.pixels.count, by: 3).map { sheet.pixels[$0] }
        let empty: [UInt8] = [0, 0, 0, 0, 0, 0, 0]
        #expect(firsts == empty + [0, 1, 1, 0, 2, 2, 0] + empty + [0, 3, 3, 0, 0, 0, 0] + empty)
    }

    @Test func aSheetIsNoWiderThanItsPictures() throws {
        #expect(try RenderedPicture.contactSheet([picture(1)], columns: 9, gap: 0) == picture(1))
    }

    @Test func whatMakesNoSheetIsAnError() throws {
        let one = try picture(1)
        #expect(throws: RenderError.self) { try RenderedPicture.contactSheet([], columns: 1) }
        #expect(throws: RenderError.self) { try RenderedPicture.contactSheet([one], columns: 0) }
        #expect(throws: RenderError.self) {
            try RenderedPicture.contactSheet([one, try picture(1, width: 3)], columns: 2)
        }
        #expect(throws: RenderError.self) {
            try RenderedPicture.contactSheet([RenderedPicture](repeating: one, count: 5000), columns: 5000)
        }
        #expect(RenderedPicture(width: 1, height: 1, pixels: [1]) == nil)
        #expect(RenderedPicture(width: .max, height: .max, pixels: []) == nil)
    }
}
