extension ByteReader {
    /// Reads `count` symbols, `componentCount` for each value. Their memory must have been reserved.
    mutating func symbols(_ count: Int, componentCount: Int) throws(DracoError) -> [Int32] {
        if count == 0 { return [] }
        switch try byte("way of coding symbols") {
        case 0: return try taggedSymbols(count, componentCount: componentCount)
        case 1: return try rawSymbols(count)
        case let other: throw invalid("coding of symbols 0 or 1", found: "\(other)")
        }
    }

    /// Reads symbols that are the number of bits of each value's components. The bits follow and are not coded.
    private mutating func taggedSymbols(_ count: Int, componentCount: Int) throws(DracoError) -> [Int32] {
        var tags = try SymbolDecoder(&self, width: 5)
        var bits = BitReader(self)
        var values = [Int32](repeating: 0, count: count)
        var index = 0
        while index < count {
            let width = Int(tags.next())
            guard width <= 32 else { throw invalid("values of 32 bits at most", found: "\(width) bits") }
            for _ in 0..<min(componentCount, count - index) {
                values[index] = Int32(bitPattern: try bits.bits(width))
                index += 1
            }
        }
        move(to: bits.nextByte)
        return values
    }

    private mutating func rawSymbols(_ count: Int) throws(DracoError) -> [Int32] {
        let width = Int(try byte("bits of a symbol"))
        guard (1...18).contains(width) else { throw invalid("symbols of 1 to 18 bits", found: "\(width) bits") }
        var decoder = try SymbolDecoder(&self, width: width)
        var values = [Int32](repeating: 0, count: count)
        for index in 0..<count {
            values[index] = Int32(bitPattern: decoder.next())
        }
        return values
    }
}
