import MeshBytes
import MeshModel

/// The memory layout of the rows of an element in a text body; lists have the length that they have in the first row.
struct PLYTextLayout: Sendable {
    /// The reason why lines can't be read with this layout.
    enum Stop: Error {
        /// Something is wrong; the token reader will report it.
        case odd
        /// The lists differ in length.
        case mixed
    }

    /// Consecutive numbers of one type, or a list's count, which must have the given value.
    private enum Step: Sendable {
        case numbers(ScalarType, Int)
        case count(ScalarType, Int64)
    }

    private var steps: [Step] = []
    /// The number of bytes of a row.
    private(set) var stride = 0
    /// The number of tokens of a row, counts included.
    private(set) var tokens = 0
    /// The lengths of the lists, in order.
    private(set) var lengths: [Int64] = []

    /// Finds the layout of an element from its first row, at the cursor; nil when there is no valid row.
    init?(_ element: PLYElement, firstRowAt cursor: TextCursor) {
        var cursor = cursor
        for property in element.properties {
            var count = 1
            if let countType = property.countType {
                cursor.skipBlanks()
                guard let bits = cursor.readBits(countType), let length = Int64(exactly: bits),
                    length <= Int64(cursor.remaining)
                else { return nil }
                lengths.append(length)
                steps.append(.count(countType, length))
                stride += countType.byteCount
                tokens += 1
                count = Int(length)
            }
            for _ in 0..<count {
                cursor.skipBlanks()
                if cursor.readToken().isEmpty { return nil }
            }
            if case .numbers(property.type, let before) = steps.last {
                steps[steps.count - 1] = .numbers(property.type, before + count)
            } else {
                steps.append(.numbers(property.type, count))
            }
            stride += count * property.type.byteCount
            tokens += count
        }
    }

    /// Reads at most `most` rows, one per line, and returns the number read.
    ///
    /// - Bounds: `place` has room for `most` rows of ``stride`` bytes; it moves past the last row read.
    func read(
        _ cursor: inout TextCursor, most: Int, to place: inout UnsafeMutableRawPointer
    ) throws(Stop) -> Int {
        var rows = 0
        while rows < most, !cursor.isAtEnd {
            // Reads as many plain rows as possible, then one that may not be plain.
            rows += unsafe readPlainLists(&cursor, most: most - rows, to: &place)
            guard rows < most, !cursor.isAtEnd else { break }
            for step in steps {
                switch step {
                case .numbers(let type, let count):
                    guard unsafe readNumbers(&cursor, type, count, &place) else { throw .odd }
                case .count(.uint8, let expected)
                where expected < 10 && cursor.skip(digit: UInt8(truncatingIfNeeded: expected)):
                    unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: expected), as: UInt8.self)
                    unsafe place += 1
                case .count(let type, let expected):
                    cursor.skipBlanks()
                    guard !cursor.isAtLineEnd, let bits = cursor.readBits(type) else { throw .odd }
                    guard Int64(bitPattern: bits) == expected else { throw .mixed }
                    unsafe PLYBits.store(bits, type.byteCount, to: place)
                    unsafe place += type.byteCount
                }
            }
            guard cursor.finishRow() else { throw .odd }
            rows += 1
        }
        return rows
    }

    /// Reads rows that consist of one short list of indices, as most faces do; returns 0 for other elements.
    @inline(__always)
    private func readPlainLists(
        _ cursor: inout TextCursor, most: Int, to place: inout UnsafeMutableRawPointer
    ) -> Int {
        guard steps.count == 2, case .count(.uint8, let length) = steps[0], length < 10 else { return 0 }
        // Numbers of the same type after the list are in the same step, so a longer step means more than a list.
        switch steps[1] {
        case .numbers(.int32, let count) where count == length:
            return unsafe cursor.readPlainLists(count, as: Int32.self, most: most, into: &place)
        case .numbers(.uint32, let count) where count == length:
            return unsafe cursor.readPlainLists(count, as: UInt32.self, most: most, into: &place)
        default: return 0
        }
    }

    @inline(__always)
    private func readNumbers(
        _ cursor: inout TextCursor, _ type: ScalarType, _ count: Int, _ place: inout UnsafeMutableRawPointer
    ) -> Bool {
        let size = type.byteCount
        switch type {
        case .float32:
            guard unsafe cursor.readFloat32s(count, into: place) else { return false }
            unsafe place += count * size
            return true
        case .uint8 where unsafe cursor.readPlainIntegers(count, as: UInt8.self, into: place),
            .int32 where unsafe cursor.readPlainIntegers(count, as: Int32.self, into: place),
            .uint32 where unsafe cursor.readPlainIntegers(count, as: UInt32.self, into: place):
            unsafe place += count * size
            return true
        default: break
        }
        for _ in 0..<count {
            cursor.skipBlanks()
            guard !cursor.isAtLineEnd, let bits = cursor.readBits(type) else { return false }
            unsafe PLYBits.store(bits, size, to: place)
            unsafe place += size
        }
        return true
    }
}

extension TextCursor {
    /// Moves past the line end after a row: a line feed, with or without a carriage return. Returns whether there was
    /// one, or the end of the text.
    @inline(__always) mutating func finishRow() -> Bool {
        if skipLineFeed() { return true }
        skipBlanks()
        if isAtEnd { return true }
        if peek() == 0x0D { advance() }
        return skipLineFeed()
    }
}
