import MeshModel

// What flipping texture coordinates rounds away. For v between −1 and 1/2, v′ = 1 − v has fewer digits than v: several
// float32 v have one v′. The record says how far the original is from the one that a reader restores.

extension USDOrigin {
    /// Adds the residuals of flipped coordinates, and returns where they are; nil: there are none, or too many.
    ///
    /// They are pairs: the number of rows before this one that come back exactly, and the steps from the restored v to the
    /// original, as float32 numbers are counted.
    mutating func addResiduals(of original: Column, flipped: Column) -> Range<Int>? {
        guard original.type == .float32, flipped.type == .float32, original.components == 2, flipped.components == 2,
            original.count == flipped.count
        else { return nil }
        let start = residuals.count
        var (own, stored) = (ContiguousArray<Float>(), ContiguousArray<Float>())
        var exactCount = 0
        for rows in original.blocks {
            original.read(rows, into: &own)
            flipped.read(rows, into: &stored)
            for place in stride(from: 1, to: own.count, by: 2) {
                let restored = Float(UVFlip.restored(stored[place]))
                let steps = own[place].isNaN ? 0 : Self.number(of: own[place]) - Self.number(of: restored)
                guard steps != 0 else {
                    exactCount += 1
                    continue
                }
                guard residuals.count + 2 <= Self.mostNumbers, let steps = Int32(exactly: steps),
                    let count = Int32(exactly: exactCount)
                else {
                    residuals.removeLast(residuals.count - start)
                    return nil
                }
                residuals += [count, steps]
                exactCount = 0
            }
        }
        return residuals.count > start ? start..<residuals.count : nil
    }

    /// The original coordinates; nil: the file has others by now, or the record makes no sense.
    ///
    /// - Parameters:
    ///   - restored: the coordinates flipped back, as float32.
    ///   - stored: the coordinates of the file.
    func original(_ restored: Column, stored: Column, _ place: Range<Int>) -> Column? {
        guard place.upperBound <= residuals.count, place.count % 2 == 0, restored.type == .float32,
            restored.components == 2, stored.components == 2, stored.count == restored.count
        else { return nil }
        var (own, flipped) = (ContiguousArray<Float>(), ContiguousArray<Float>())
        restored.read(0..<restored.count, into: &own)
        stored.read(0..<stored.count, into: &flipped)
        var row = 0
        for index in stride(from: place.lowerBound, to: place.upperBound, by: 2) {
            guard residuals[index] >= 0, Int(residuals[index]) < restored.count - row else { return nil }
            row += Int(residuals[index])
            let number = Self.number(of: own[row * 2 + 1]) + Int64(residuals[index + 1])
            guard let original = Self.float(number), Float(1 - Double(original)) == flipped[row * 2 + 1] else {
                return nil
            }
            own[row * 2 + 1] = original
            row += 1
        }
        return Column(own, components: 2)
    }

    /// The place of a number among all float32 numbers: +0 is 0, −0 is −1.
    private static func number(of value: Float) -> Int64 {
        let bits = Int64(value.magnitude.bitPattern)
        return value.sign == .minus ? -1 - bits : bits
    }

    private static func float(_ number: Int64) -> Float? {
        let bits = number < 0 ? -1 - number : number
        guard let bits = UInt32(exactly: bits), bits < Float.infinity.bitPattern else { return nil }
        let value = Float(bitPattern: bits)
        return number < 0 ? -value : value
    }
}
