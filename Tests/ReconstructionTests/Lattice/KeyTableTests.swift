import Testing

@testable import Reconstruction

@Suite struct KeyTableTests {
    @Test func keysKeepTheirNumbersWhileTheTableGrows() {
        var table = KeyTable()
        let keys = (0..<5000).compactMap { BlockKey($0 % 17 - 8, $0 / 17 - 100, -$0)?.word }
        for (number, key) in keys.enumerated() { #expect(table.insert(key, limit: 10_000) == number) }
        for (number, key) in keys.enumerated() { #expect(table.number(of: key) == number) }
        #expect(table.insert(keys[7], limit: 1) == 7)
        #expect(table.insert(1, limit: 5000) == nil)
        #expect(table.number(of: 1) == nil)
    }

    @Test func coordinatesComeBack() {
        let limit = BlockKey.limit
        for (x, y, z) in [(0, 0, 0), (-1, 5, -7), (limit - 1, -limit, 3)] {
            let key = BlockKey(x, y, z)
            #expect(key?.x == x && key?.y == y && key?.z == z)
        }
        #expect(BlockKey(limit, 0, 0) == nil)
        #expect(BlockKey(0, -limit - 1, 0) == nil)
    }
}
