/// The codes of symbols, shortest on the whole for how often they occur: at most 16 bits, none of them only ones
/// (ITU-T T.81, K.2 and C.2).
struct JPEGHuffmanCode: Sendable {
    /// The code of each symbol; without bits where it doesn't occur.
    private(set) var codes = [(bits: UInt32, count: Int)](repeating: (0, 0), count: 256)
    /// The number of codes of 1 to 16 bits, then the symbols in the order of their codes.
    private(set) var description: [UInt8] = []

    /// Makes the codes.
    ///
    /// - Parameter counts: how often each of 256 symbols occurs.
    init(_ counts: [Int]) {
        let sizes = Self.sizes(counts)
        // From long codes to short ones: where a size has too many, two become one of the size before, and a shorter
        // code becomes two (figure K.3).
        var amounts = [Int](repeating: 0, count: 300)
        for size in sizes where size > 0 { amounts[size] += 1 }
        for size in stride(from: amounts.count - 1, to: 16, by: -1) {
            while amounts[size] > 0 {
                var shorter = size - 2
                while shorter > 0, amounts[shorter] == 0 { shorter -= 1 }
                amounts[size] -= 2
                amounts[size - 1] += 1
                amounts[shorter + 1] += 2
                amounts[shorter] -= 1
            }
        }
        // The last of the longest codes is that of the symbol which doesn't exist.
        if let longest = amounts.lastIndex(where: { $0 > 0 }) { amounts[longest] -= 1 }
        let order = (0..<256).filter { counts[$0] > 0 }.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
        description = amounts[1...16].map { UInt8(truncatingIfNeeded: $0) } + order.map { UInt8($0) }
        var (next, code): (Int, UInt32) = (0, 0)
        for size in 1...16 {
            for _ in 0..<amounts[size] where next < order.count {
                codes[order[next]] = (code, size)
                next += 1
                code += 1
            }
            code <<= 1
        }
    }

    /// The sizes of the best codes, without a limit; a symbol 256, which occurs once, takes the code of only ones.
    private static func sizes(_ counts: [Int]) -> [Int] {
        var weights = counts + [1]
        var sizes = [Int](repeating: 0, count: 257)
        var members = (0..<257).map { [$0] }
        while true {
            // The two rarest; of equals the later symbol.
            var (least, second) = (-1, -1)
            for symbol in weights.indices.reversed() where weights[symbol] > 0 {
                if least < 0 || weights[symbol] < weights[least] {
                    (least, second) = (symbol, least)
                } else if second < 0 || weights[symbol] < weights[second] {
                    second = symbol
                }
            }
            guard second >= 0 else { break }
            weights[least] += weights[second]
            weights[second] = 0
            members[least] += members[second]
            members[second] = []
            for symbol in members[least] { sizes[symbol] += 1 }
        }
        return sizes
    }
}
