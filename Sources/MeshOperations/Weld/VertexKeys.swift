internal import MeshModel

/// The bits of several attributes of a vertex as one row of words, read block by block.
struct VertexKeys {
    let width: Int
    private let columns: [Column]
    private let zerosAreEqual: Bool
    private var scratch = ContiguousArray<UInt32>()

    /// Creates keys of attributes with one row for each of `count` vertices; nil if one has another number of rows.
    ///
    /// - Parameter zerosAreEqual: whether −0 equals +0; NaNs are always compared by their bits.
    init?(_ attributes: [Attribute], count: Int, zerosAreEqual: Bool) {
        var columns: [Column] = []
        for attribute in attributes {
            guard attribute.count == count else { return nil }
            if let offsets = attribute.offsets {
                columns.append(attribute.values.listNumbers(offsets, zerosAreEqual: zerosAreEqual))
            } else {
                columns.append(attribute.values)
            }
        }
        self.columns = columns
        self.zerosAreEqual = zerosAreEqual
        width = columns.reduce(0) { $0 + $1.wordsPerRow }
    }

    /// Reads the words of `rows` into `words`, vertex after vertex.
    mutating func read(_ rows: Range<Int>, into words: inout ContiguousArray<UInt32>) {
        if words.count < rows.count * width {
            words = ContiguousArray(repeating: 0, count: rows.count * width)
        }
        var first = 0
        for column in columns {
            column.copyWords(rows, into: &words, from: first, every: width, scratch: &scratch)
            if zerosAreEqual {
                column.clearMinusZeros(rows.count, in: &words, from: first, every: width)
            }
            first += column.wordsPerRow
        }
    }

    /// For each of `count` vertices the number of its row among the distinct ones, in the order of first use.
    ///
    /// - Returns: the numbers, and for each number the first vertex that has it.
    mutating func numbers(count: Int) -> (numbers: ContiguousArray<Int32>, firsts: ContiguousArray<Int32>) {
        var table = RowTable(width: width, expected: count / 6)
        var numbers = ContiguousArray<Int32>()
        var firsts = ContiguousArray<Int32>()
        numbers.reserveCapacity(count)
        var words = ContiguousArray<UInt32>()
        for rows in (0..<count).blocks {
            read(rows, into: &words)
            var start = 0
            for vertex in rows {
                let number = table.number(words, at: start)
                start += width
                if Int(number) == firsts.count { firsts.append(Int32(clamping: vertex)) }
                numbers.append(number)
            }
        }
        return (numbers, firsts)
    }
}

extension Column {
    /// Numbers lists `offsets[e] ..< offsets[e + 1]` of values; equal lists get the same number.
    ///
    /// A list is numbered by the number of its prefix and its last value: a tree, in linear time.
    fileprivate func listNumbers(_ offsets: Column, zerosAreEqual: Bool) -> Column {
        var starts = ContiguousArray<Int64>()
        offsets.read(0..<offsets.count, into: &starts)
        var result = ContiguousArray<Int32>()
        result.reserveCapacity(max(starts.count - 1, 0))
        let width = wordsPerRow
        var table = RowTable(width: width + 1)
        var words = ContiguousArray<UInt32>()
        var scratch = ContiguousArray<UInt32>()
        for list in 0..<max(starts.count - 1, 0) {
            let range = (Int(starts[list])..<max(Int(starts[list]), Int(starts[list + 1]))).clamped(to: 0..<count)
            // 0 is the empty list; other lists are numbered from 1.
            var number: Int32 = 0
            for rows in blocks(in: range) {
                let needed = rows.count * (width + 1)
                if words.count < needed { words = ContiguousArray(repeating: 0, count: needed) }
                copyWords(rows, into: &words, from: 1, every: width + 1, scratch: &scratch)
                if zerosAreEqual { clearMinusZeros(rows.count, in: &words, from: 1, every: width + 1) }
                for index in 0..<rows.count {
                    words[index * (width + 1)] = UInt32(bitPattern: number)
                    number = table.number(words, at: index * (width + 1)) + 1
                }
            }
            result.append(number)
        }
        return Column(result)
    }

    /// Turns −0 into +0 in the words of `count` rows of this column's type.
    fileprivate func clearMinusZeros(
        _ count: Int, in words: inout ContiguousArray<UInt32>, from first: Int, every distance: Int
    ) {
        guard !type.isInteger else { return }
        let width = wordsPerRow
        var start = first
        for _ in 0..<count {
            switch type {
            case .float32:
                for word in start..<start + width where words[word] == 0x8000_0000 { words[word] = 0 }
            case .float64:
                var word = start
                while word + 1 < start + width {
                    if words[word] == 0, words[word + 1] == 0x8000_0000 { words[word + 1] = 0 }
                    word += 2
                }
            default:
                for word in start..<start + width {
                    if words[word] & 0xFFFF == 0x8000 { words[word] &= 0xFFFF_0000 }
                    if words[word] >> 16 == 0x8000 { words[word] &= 0xFFFF }
                }
            }
            start += distance
        }
    }
}
