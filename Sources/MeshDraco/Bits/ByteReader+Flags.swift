extension ByteReader {
    /// Reads `count` range-coded flags.
    mutating func flags(_ count: Int) throws(DracoError) -> [Bool] {
        try reserve(count, of: 1, "flags")
        var decoder = try BinaryDecoder(&self)
        var flags = [Bool](repeating: false, count: count)
        for index in 0..<count {
            flags[index] = decoder.next()
        }
        return flags
    }

    /// Reads on which side of an edge each texture coordinate lies. A zero changes the side.
    mutating func sides(_ count: Int) throws(DracoError) -> [Bool] {
        var sides = try flags(count)
        var side = true
        for index in 0..<count {
            if !sides[index] { side.toggle() }
            sides[index] = side
        }
        return sides
    }
}
