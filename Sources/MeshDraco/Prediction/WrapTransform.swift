/// Adds a correction to a prediction and wraps the sum around the range that an attribute's values have.
struct WrapTransform {
    private let lowest: Int32
    private let highest: Int32
    private let span: Int32

    init(_ reader: inout ByteReader) throws(DracoError) {
        lowest = try reader.int32("smallest value")
        highest = try reader.int32("largest value")
        let difference = Int(highest) - Int(lowest)
        guard difference >= 0, difference < Int(Int32.max) else {
            throw reader.invalid("a range of values", found: "\(lowest) to \(highest)")
        }
        span = Int32(difference + 1)
    }

    // Sums wrap at 32 bits as well: only a damaged bitstream gets there.
    @inline(__always)
    func value(_ prediction: Int32, _ correction: Int32) -> Int32 {
        let sum = min(max(prediction, lowest), highest) &+ correction
        if sum > highest { return sum &- span }
        if sum < lowest { return sum &+ span }
        return sum
    }
}
