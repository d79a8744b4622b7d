import MeshBytes
import Testing

@Suite struct NumberRowsTests {
    /// What `readDecimals` makes of a text, and where it ends.
    private func rows(_ text: String, most: Int = 8) -> ([Decimal], Int) {
        TextCursor.over(Array(text.utf8)) { cursor in
            let target = UnsafeMutablePointer<Decimal>.allocate(capacity: most)
            defer { unsafe target.deallocate() }
            let count = unsafe cursor.readDecimals(most, into: target)
            return unsafe (Array(UnsafeBufferPointer(start: target, count: count)), cursor.position)
        }
    }

    /// The same, number by number.
    private func singles(_ text: String, most: Int = 8) -> [Decimal] {
        TextCursor.over(Array(text.utf8)) { cursor in
            var found: [Decimal] = []
            while found.count < most {
                cursor.skipBlanks()
                guard let number = cursor.readDecimal() else { break }
                found.append(number)
                let next = cursor.peek()
                guard next == 0x20 || next == 0x09 else { break }
            }
            return found
        }
    }

    private func isSame(_ a: Decimal, _ b: Decimal) -> Bool {
        a.float64.bitPattern == b.float64.bitPattern && a.float32.bitPattern == b.float32.bitPattern
            && a.isShortestFloat32 == b.isShortestFloat32
    }

    @Test(arguments: [
        ("1 2 3\n", 3, 5), ("  -1.5\t2e3  x", 2, 12), ("1.5x 2", 1, 3), ("", 0, 0), ("   ", 0, 3), ("x", 0, 0),
        ("1 2 3 4 5 6 7 8 9", 8, 15), ("1.", 1, 2), (".5 5. +1", 3, 8), ("nan inf", 2, 7), ("1 -", 1, 2),
        ("1.#INF 2", 2, 8),
    ])
    func readsUpToWhatIsNoNumber(text: String, count: Int, end: Int) {
        for padding in ["", String(repeating: "\n", count: 40)] {
            let (found, position) = rows(text + padding)
            #expect(found.count == count)
            #expect(position == end)
        }
    }

    @Test func eachNumberIsWhatItIsAlone() {
        var state: UInt64 = 88_172_645_463_325_252
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        func digits(_ most: Int) -> String { (0..<random(most + 1)).map { _ in String(random(10)) }.joined() }
        for _ in 0..<5_000 {
            var text = ""
            for _ in 0..<4 {
                text += random(3) == 0 ? "-" : random(9) == 0 ? "+" : ""
                text += digits(random(4) == 0 ? 20 : 8)
                if random(4) > 0 { text += "." + digits(random(4) == 0 ? 20 : 9) }
                if random(8) == 0 { text += "e" + (random(2) == 0 ? "-" : "") + digits(2) }
                text += random(30) == 0 ? "x" : " "
            }
            let padded = text + String(repeating: "\n", count: random(2) * 40)
            let (found, _) = rows(padded)
            let expected = singles(padded)
            #expect(found.count == expected.count, "\(text)")
            for (a, b) in zip(found, expected) { #expect(isSame(a, b), "\(text)") }
        }
    }
}
