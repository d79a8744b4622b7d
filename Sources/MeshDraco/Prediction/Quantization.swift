/// How floats were quantised to integers: in steps of one size from a smallest value.
struct Quantization {
    let smallest: [Float]
    private let step: Float

    init(componentCount: Int, _ reader: inout ByteReader) throws(DracoError) {
        var smallest: [Float] = []
        for _ in 0..<componentCount {
            smallest.append(try reader.float("smallest value"))
        }
        self.smallest = smallest
        let range = try reader.float("range of values")
        let bits = Int(try reader.byte("bits of values"))
        guard (1...30).contains(bits) else { throw reader.invalid("values of 1 to 30 bits", found: "\(bits) bits") }
        step = range / Float((1 << bits) - 1)
    }

    /// The float of an integer: the reference's operations in its order, so that bits are the same.
    @inline(__always)
    func value(_ integer: Int32, _ component: Int) -> Float {
        Float(integer) * step + smallest[component]
    }
}
