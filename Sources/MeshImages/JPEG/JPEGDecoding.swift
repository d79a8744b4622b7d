import MeshArchive

/// Decodes the scans of a frame into samples.
///
/// Blocks of sequential frames become samples at once, those of progressive frames once all scans are read.
struct JPEGDecoding {
    private let frame: JPEGFrame
    /// The samples of all components, one after the other, rows of whole blocks.
    private var samples: [UInt8]
    /// The coefficients in the same order, block by block; empty for a sequential frame.
    private var coefficients: [Int16]
    /// The quantization table with which each component was first read.
    private var tables: [[UInt16]?]
    private(set) var findings: [ImageError] = []

    /// Creates the decoding of a frame, before its first scan.
    ///
    /// - Parameters:
    ///   - frame: the frame.
    ///   - bytes: the file.
    ///   - position: the offset of the first scan's data.
    init(_ frame: JPEGFrame, _ bytes: Span<UInt8>, from position: Int) throws(ImageError) {
        // Each block has at least one bit in the scans; up to 65,536 blocks may lack it, for small images.
        let left = max(0, bytes.count - position)
        guard frame.sampleCount / 64 <= left * 8 + (1 << 16) else {
            throw ImageError(
                code: .truncated, byte: bytes.count,
                message: "expected data for \(frame.width) × \(frame.height) pixels, found \(left) bytes")
        }
        self.frame = frame
        samples = [UInt8](repeating: 128, count: frame.sampleCount)
        coefficients = frame.isProgressive ? [Int16](repeating: 0, count: frame.sampleCount) : []
        tables = [[UInt16]?](repeating: nil, count: frame.components.count)
    }

    /// Decodes a scan.
    ///
    /// - Returns: the offset of the next segment.
    mutating func decode(
        _ scan: JPEGSegments.Scan, _ segments: JPEGSegments, _ bytes: Span<UInt8>
    ) throws(ImageError) -> Int {
        func fault(_ message: String) -> ImageError {
            ImageError(code: .invalidValue, byte: segments.position, message: message)
        }
        var parts: [JPEGScan.Part] = []
        for (index, dc, ac) in scan.components {
            let component = frame.components[index]
            if tables[index] == nil { tables[index] = segments.quantization[component.quantization] }
            guard let table = tables[index] else {
                throw fault("expected quantization table \(component.quantization) before a scan, found none")
            }
            // Tables that a scan doesn't use may be missing.
            let (usesDC, usesAC) = (
                !frame.isProgressive || scan.first == 0 && scan.high == 0, !frame.isProgressive || scan.first > 0
            )
            guard !usesDC || segments.dcTables[dc] != nil, !usesAC || segments.acTables[ac] != nil else {
                throw fault("expected Huffman tables \(dc) and \(ac) before a scan, found none")
            }
            parts.append(
                JPEGScan.Part(
                    component: component, dc: segments.dcTables[dc], ac: segments.acTables[ac], quantization: table))
        }
        if parts.count > 1 {
            let blocks = parts.reduce(0) { $0 + $1.component.across * $1.component.down }
            guard blocks <= 10 else { throw fault("expected at most 10 blocks in an MCU, found \(blocks)") }
        }
        var walk = JPEGScan(frame, scan, parts, restartInterval: segments.restartInterval)
        let position = walk.run(bytes, from: segments.position, &samples, &coefficients)
        findings += walk.findings
        return position
    }

    /// Returns all samples, once no scan follows.
    mutating func finished() -> [UInt8] {
        if frame.isProgressive {
            for (index, component) in frame.components.enumerated() {
                guard let table = tables[index] else { continue }
                JPEGScan.transform(component, table, coefficients, to: &samples)
            }
            coefficients = []
        }
        defer { samples = [] }
        return samples
    }
}
