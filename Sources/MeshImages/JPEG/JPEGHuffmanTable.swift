/// A Huffman table of a JPEG file, prepared for decoding (ITU-T T.81, C and F.2.2.3).
///
/// It owns its memory. A code's symbol is looked up by its first nine bits, that of a longer code by its length.
///
/// - Bounds: `codes` and `values` have an entry for each value of nine bits, `ends` and `places` for each length up to 16,
///   `symbols` for each byte.
@safe final class JPEGHuffmanTable {
    /// The number of bits looked up at once.
    static let lookBits = 9
    private static let entryCount = 1 << lookBits

    /// For the first nine bits: the code's length · 256 + symbol; 0 if the code is longer or doesn't exist.
    let codes: UnsafeMutablePointer<UInt16>
    /// For the first nine bits, if they hold the code of an AC coefficient and its value: the value · 256 + the zeros
    /// before it · 16 + the bits of both; else 0.
    let values: UnsafeMutablePointer<Int16>
    /// For each length: the end of the codes up to that length, as 16 bits, and the number to add to a code of that
    /// length for the index of its symbol.
    let ends: UnsafeMutablePointer<Int32>
    let places: UnsafeMutablePointer<Int32>
    let symbols: UnsafeMutablePointer<UInt8>
    let largest: UInt8

    /// Creates a table of these symbols.
    ///
    /// - Parameters:
    ///   - counts: the number of codes of each length from 1 to 16.
    ///   - list: their symbols, at most 256.
    /// - Returns: nil if there are more codes than the lengths allow.
    init?(counts: [Int], symbols list: [UInt8]) {
        unsafe codes = .allocate(capacity: Self.entryCount)
        unsafe values = .allocate(capacity: Self.entryCount)
        unsafe ends = .allocate(capacity: 17)
        unsafe places = .allocate(capacity: 17)
        unsafe symbols = .allocate(capacity: 256)
        unsafe codes.initialize(repeating: 0, count: Self.entryCount)
        unsafe values.initialize(repeating: 0, count: Self.entryCount)
        unsafe ends.initialize(repeating: 0, count: 17)
        unsafe places.initialize(repeating: 0, count: 17)
        unsafe symbols.initialize(repeating: 0, count: 256)
        largest = list.max() ?? 0
        guard counts.count == 16, list.count <= 256, counts.reduce(0, +) == list.count else { return nil }
        for (index, symbol) in list.enumerated() { unsafe symbols[index] = symbol }
        var (code, place) = (0, 0)
        for length in 1...16 {
            let count = counts[length - 1]
            guard code + count <= 1 << length else { return nil }
            unsafe places[length] = Int32(place - code)
            if length <= Self.lookBits {
                let shift = Self.lookBits - length
                for number in 0..<count {
                    let entry = UInt16(length) << 8 | UInt16(list[place + number])
                    for tail in 0..<1 << shift { unsafe codes[((code + number) << shift) + tail] = entry }
                }
            }
            code += count
            place += count
            unsafe ends[length] = Int32(code << (16 - length))
            code <<= 1
        }
        fillValues()
    }

    deinit {
        unsafe codes.deallocate()
        unsafe values.deallocate()
        unsafe ends.deallocate()
        unsafe places.deallocate()
        unsafe symbols.deallocate()
    }

    private func fillValues() {
        for look in 0..<Self.entryCount {
            let entry = unsafe Int(codes[look])
            let (length, run, size) = (entry >> 8, entry >> 4 & 15, entry & 15)
            guard entry != 0, size > 0, length + size <= Self.lookBits else { continue }
            var value = look >> (Self.lookBits - length - size) & ((1 << size) - 1)
            if value < 1 << (size - 1) { value += 1 - (1 << size) }
            if (-128...127).contains(value) {
                unsafe values[look] = Int16(value * 256 + run * 16 + length + size)
            }
        }
    }
}
