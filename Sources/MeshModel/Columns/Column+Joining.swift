// Bounds: the storage has room for the rows of all columns that are joined, and rows are compared with the count.

extension Column {
    /// Concatenates columns of one type and width, packed, in the machine's byte order. Columns that differ from the first
    /// in these are left out.
    public static func joined(_ columns: [Column]) -> Column {
        guard let first = columns.first else { return .empty(.uint8) }
        let size = first.components * first.type.byteCount
        let alike = columns.filter { $0.type == first.type && $0.components == first.components }
        let count = alike.reduce(0) { $0 + $1.count }
        let storage = unsafe ByteStorage(byteCount: count * size) { target in
            guard var place = target.baseAddress else { return }
            for column in alike {
                unsafe column.copyPacked(0..<column.count, to: place)
                unsafe place += column.count * size
            }
        }
        return Column(
            viewing: storage, offset: 0, stride: size, count: count, components: first.components, type: first.type)
            ?? .empty(first.type, components: first.components)
    }

    /// Whether two rows have the same bytes.
    public func hasSameBits(_ a: Int, _ b: Int) -> Bool {
        guard a >= 0, b >= 0, a < count, b < count else { return false }
        let size = components * type.byteCount
        var isSame = true
        unsafe withRuns(a..<a + 1) { one, _ in
            unsafe withRuns(b..<b + 1) { other, _ in
                for byte in 0..<size where isSame {
                    isSame =
                        unsafe one.load(fromByteOffset: byte, as: UInt8.self)
                        == other.load(fromByteOffset: byte, as: UInt8.self)
                }
            }
        }
        return isSame
    }
}
