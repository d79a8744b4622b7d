import MeshModel
import Testing

/// Boxes around the rows of columns.
@Suite struct ColumnBoxTests {
    /// The box, a row at a time.
    private func slow(_ rows: [SIMD3<Float>]) -> (least: SIMD3<Double>, most: SIMD3<Double>)? {
        var least = SIMD3<Double>(repeating: .infinity)
        var most = -least
        for row in rows where row.x.isFinite && row.y.isFinite && row.z.isFinite {
            for axis in 0..<3 {
                least[axis] = min(least[axis], Double(row[axis]))
                most[axis] = max(most[axis], Double(row[axis]))
            }
        }
        return least.x <= most.x ? (least, most) : nil
    }

    @Test func itIsThatOfAllFiniteRowsHoweverTheyLie() throws {
        var state: UInt64 = 5
        func random() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
        for count in 0...9 {
            for odd in [nil, Float.nan, .infinity, -.infinity] {
                for gap in [0, 1, 4] {
                    var rows = (0..<count).map { _ in
                        SIMD3<Float>((0..<3).map { _ in Float(random() % 2001) - 1000 })
                    }
                    if let odd, count > 0 { rows[Int(random() % UInt64(count))].y = odd }
                    // The bytes end with the last row: nothing may be read behind it.
                    var bytes: [UInt8] = []
                    for row in rows {
                        if !bytes.isEmpty { bytes += [UInt8](repeating: 0xFF, count: gap) }
                        for axis in 0..<3 {
                            let bits = row[axis].bitPattern
                            bytes += stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: bits >> $0) }
                        }
                    }
                    let storage = unsafe ByteStorage(byteCount: bytes.count) { unsafe $0.copyBytes(from: bytes) }
                    let column = try #require(
                        Column(
                            viewing: storage, offset: 0, stride: 12 + gap, count: count, components: 3,
                            type: .float32))
                    let (found, wanted) = (column.box(), slow(rows))
                    #expect(found?.least == wanted?.least && found?.most == wanted?.most)
                    #expect(found?.isWhole != (odd != nil) || found == nil)
                    #expect(column.nonFiniteRows().count == (odd == nil || count == 0 ? 0 : 1))
                    var doubled = Affine()
                    (doubled.x.x, doubled.y.y, doubled.z.z) = (2, 2, 2)
                    #expect(column.box(doubled)?.least == wanted.map { $0.least * 2 })
                }
            }
        }
    }

    @Test func rowsOfOtherFormsHaveOne() {
        #expect(Column([Float(3), 1, 2]).box()?.most == SIMD3(3, 0, 0))
        #expect(Column([Double(1), 2, 3, 4, -5, 6], components: 3).box()?.least == SIMD3(1, -5, 3))
        #expect(Column([UInt8(7), 8, 9, 10], components: 4).box()?.least == SIMD3(7, 8, 9))
        #expect(Column([Float](), components: 3).box() == nil)
        #expect(Column([Float.nan, 0, 0], components: 3).box() == nil)
    }

    @Test func aKnownBoxIsThatOfAllRowsAlone() throws {
        let rows: [Float] = [0, 0, 0, 1, 2, 3, -1, .infinity, 0]
        var set = VertexSet(count: 3, attributes: [Attribute(.position, Column(rows, components: 3))])
        set.measure()
        let measured = try #require(set.attribute(.position)?.values)
        let (known, wanted) = (measured.box(), Column(rows, components: 3).box())
        #expect(known?.least == wanted?.least && known?.most == wanted?.most && known?.isWhole == false)
        #expect(measured.nonFiniteRows() == (1, 2))
        // Views of some rows and components, and moved rows, have boxes of their own.
        #expect(measured.rows(1..<2).box()?.least == SIMD3(1, 2, 3))
        #expect(measured.prefix(1).box()?.least == SIMD3(-1, 0, 0))
        #expect(measured.component(2)?.box()?.most == SIMD3(3, 0, 0))
        #expect(measured.picked([0] as ContiguousArray<Int32>).box()?.most == .zero)
        var doubled = Affine()
        (doubled.x.x, doubled.y.y, doubled.z.z) = (2, 2, 2)
        #expect(measured.box(doubled)?.most == SIMD3(2, 4, 6))
    }
}
