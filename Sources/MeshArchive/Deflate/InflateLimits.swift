/// How much a compressed stream may grow: what keeps a few kilobytes from filling the memory.
public struct InflateLimits: Hashable, Sendable {
    /// The most bytes that may come out.
    public var maximumOutput: Int
    /// The most bytes that may come out for each byte that went in; counted from the second mebibyte of output on, so
    /// that small runs of zeros pass. Deflate itself ends near 1,032.
    public var maximumRatio: Int

    /// Limits; the defaults refuse more than 4 GiB, and what hardly anything but a bomb reaches: 1,000 to 1.
    public init(maximumOutput: Int = 4 << 30, maximumRatio: Int = 1_000) {
        self.maximumOutput = maximumOutput
        self.maximumRatio = maximumRatio
    }

    /// Output below this is never too much for its input.
    static let ratioFloor = 1 << 20

    /// Which limit `output` bytes from `input` bytes break, as the message of an error; nil if none.
    func broken(input: Int, output: Int) -> String? {
        if output > maximumOutput {
            return "expected at most \(maximumOutput) bytes when decompressed, found more"
        }
        let (most, overflow) = maximumRatio.multipliedReportingOverflow(by: input)
        if output > Self.ratioFloor, !overflow, output > most {
            return "expected at most \(maximumRatio) bytes from each compressed byte, found \(output) from \(input)"
        }
        return nil
    }
}
