/// Limits of decompression, which keep a few kilobytes from filling the memory.
package struct InflateLimits: Hashable, Sendable {
    /// The maximum number of decompressed bytes.
    package var maximumOutput: Int
    /// The maximum number of decompressed bytes per compressed byte. It applies from the second mebibyte of output on,
    /// so that small sequences of zeros pass. Deflate itself can't exceed about 1,032.
    package var maximumRatio: Int

    /// Creates limits. The defaults refuse more than 4 GiB, and ratios above 1,000, which only bombs tend to reach.
    package init(maximumOutput: Int = 4 << 30, maximumRatio: Int = 1_000) {
        self.maximumOutput = maximumOutput
        self.maximumRatio = maximumRatio
    }

    /// Output up to this size is never too much for its input.
    static let ratioFloor = 1 << 20

    /// The limit that `output` bytes from `input` bytes break, as the message of an error; nil if none.
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
