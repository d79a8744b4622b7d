import MeshArchive

/// The segments between the scans of a JPEG file: the current frame and tables.
struct JPEGSegments {
    enum ColorModel: Hashable, Sendable {
        case gray, rgb, yCbCr, cmyk, ycck
    }

    /// A scan's header (ITU-T T.81, B.2.3).
    struct Scan {
        /// The indices of its components in the frame, and of their tables.
        var components: [(index: Int, dc: Int, ac: Int)]
        /// The first and last coefficient, and the lowest bit before and after this scan: upper bits come first.
        var first: Int
        var last: Int
        var high: Int
        var low: Int
    }

    /// The offset of the next segment, or of a scan's data.
    var position: Int
    private(set) var frame: JPEGFrame?
    private(set) var quantization: [[UInt16]?] = [nil, nil, nil, nil]
    private(set) var dcTables: [JPEGHuffmanTable?] = [nil, nil, nil, nil]
    private(set) var acTables: [JPEGHuffmanTable?] = [nil, nil, nil, nil]
    private(set) var restartInterval = 0
    private(set) var color = PixelImage.ColorFacts()
    private(set) var findings: [ImageError] = []
    private let limits: ImageLimits
    private var hasJFIF = false
    /// The colour transform in Adobe's segment.
    private var adobe: UInt8?

    /// Creates the segments of a file, before any of them is read.
    init(_ bytes: Span<UInt8>, _ limits: ImageLimits) throws(ImageError) {
        guard JPEGReader.isJPEG(bytes) else {
            throw ImageError(code: .invalidValue, byte: 0, message: "expected a JPEG file, found something else")
        }
        position = 2
        self.limits = limits
    }

    /// The colour model, from JFIF's and Adobe's segments, else from the components' names.
    var colorModel: ColorModel {
        guard let frame else { return .gray }
        switch frame.components.count {
        case 1: return .gray
        case 3:
            if hasJFIF { return .yCbCr }
            if let adobe { return adobe == 0 ? .rgb : .yCbCr }
            return frame.components.map(\.identifier) == Array("RGB".utf8) ? .rgb : .yCbCr
        default: return adobe == nil || adobe == 0 ? .cmyk : .ycck
        }
    }

    /// Reads segments up to a scan's data.
    ///
    /// - Returns: the scan; nil at the end of the image.
    mutating func readToScan(_ bytes: Span<UInt8>) throws(ImageError) -> Scan? {
        while true {
            guard let (marker, at) = JPEGMarker.next(bytes, from: position) else {
                guard frame != nil else {
                    throw ImageError(
                        code: .truncated, byte: bytes.count, message: "expected a frame, found the end of the file")
                }
                return ended(bytes)
            }
            if at > position, !bytes.isFill(position..<at) {
                findings.append(
                    ImageError(
                        code: .invalidValue, byte: position, message: "expected a marker, found \(at - position) bytes")
                )
            }
            position = at + 2
            if marker == .end { return nil }
            if marker.isAlone { continue }
            let left = bytes.count - position
            let length = left < 2 ? 2 : bytes.bigEndian16(position)
            guard length >= 2 else {
                throw ImageError(
                    code: .invalidValue, byte: position, message: "expected a length from 2, found \(length)")
            }
            guard left >= 2, length <= left else {
                guard hasScans else {
                    throw ImageError(
                        code: .truncated, byte: bytes.count,
                        message: "expected \(length) bytes behind \(marker.name), found \(left)")
                }
                return ended(bytes)
            }
            let segment = position + 2..<position + length
            position = segment.upperBound
            if marker == .scan {
                hasScans = true
                return try scan(bytes, segment)
            }
            try read(bytes, marker, segment)
        }
    }

    private var hasScans = false

    private mutating func ended(_ bytes: Span<UInt8>) -> Scan? {
        position = bytes.count
        findings.append(
            ImageError(
                code: .truncated, byte: bytes.count, message: "expected the end of the image, found the end of the file"
            ))
        return nil
    }

    private mutating func read(_ bytes: Span<UInt8>, _ marker: JPEGMarker, _ segment: Range<Int>) throws(ImageError) {
        switch marker {
        case .quantization: try readQuantization(bytes, segment)
        case .huffmanTables: try readHuffman(bytes, segment)
        case .restartInterval:
            guard segment.count == 2 else {
                throw fault(segment, "expected 2 bytes of a restart interval, found \(segment.count)")
            }
            restartInterval = bytes.bigEndian16(segment.lowerBound)
        case .applicationJFIF: if bytes.starts(segment, with: "JFIF\0") { hasJFIF = true }
        case .applicationProfile: if bytes.starts(segment, with: "ICC_PROFILE\0") { color.hasProfile = true }
        case .applicationAdobe:
            if segment.count >= 12, bytes.starts(segment, with: "Adobe") { adobe = bytes[segment.lowerBound + 11] }
        case _ where marker.isFrame:
            guard frame == nil else { throw fault(segment, "expected one frame, found another", .unsupported) }
            let frame = try JPEGFrame(bytes, segment, marker, limits)
            self.frame = frame
            color.isFromCMYK = frame.components.count == 4
        default: break
        }
    }

    private mutating func readQuantization(_ bytes: Span<UInt8>, _ segment: Range<Int>) throws(ImageError) {
        var at = segment.lowerBound
        while at < segment.upperBound {
            let (isWide, number) = (bytes[at] >> 4 != 0, Int(bytes[at] & 15))
            at += 1
            let size = isWide ? 128 : 64
            guard number < 4, bytes[at - 1] >> 4 <= 1, segment.upperBound - at >= size else {
                throw fault(segment, "expected quantization tables 0 to 3 of \(size) bytes, found others")
            }
            var table = [UInt16](repeating: 0, count: 64)
            for place in 0..<64 {
                table[Int(JPEGBlocks.zigzag[place])] =
                    isWide ? UInt16(bytes.bigEndian16(at + 2 * place)) : UInt16(bytes[at + place])
            }
            quantization[number] = table
            at += size
        }
    }

    private mutating func readHuffman(_ bytes: Span<UInt8>, _ segment: Range<Int>) throws(ImageError) {
        var at = segment.lowerBound
        while at < segment.upperBound {
            let (kind, number) = (bytes[at] >> 4, Int(bytes[at] & 15))
            guard kind <= 1, number < 4, segment.upperBound - at >= 17 else {
                throw fault(segment, "expected Huffman tables 0 to 3 for DC or AC, found others")
            }
            let counts = (1...16).map { Int(bytes[at + $0]) }
            let count = counts.reduce(0, +)
            at += 17
            guard count <= min(256, segment.upperBound - at) else {
                throw fault(segment, "expected \(count) symbols of a Huffman table, found \(segment.upperBound - at)")
            }
            guard let table = JPEGHuffmanTable(counts: counts, symbols: bytes.array(at..<at + count)) else {
                throw fault(segment, "expected a Huffman table, found more codes than there can be")
            }
            guard kind == 1 || table.largest <= 15 else {
                throw fault(segment, "expected sizes up to 15 in a Huffman table for DC, found \(table.largest)")
            }
            if kind == 0 { dcTables[number] = table } else { acTables[number] = table }
            at += count
        }
    }

    private func scan(_ bytes: Span<UInt8>, _ segment: Range<Int>) throws(ImageError) -> Scan {
        guard let frame else { throw fault(segment, "expected a frame before a scan, found none") }
        let count = segment.isEmpty ? 0 : Int(bytes[segment.lowerBound])
        guard (1...4).contains(count), segment.count == 4 + 2 * count else {
            throw fault(segment, "expected a scan of 1 to 4 components, found \(count) in \(segment.count) bytes")
        }
        var components: [(index: Int, dc: Int, ac: Int)] = []
        var at = segment.lowerBound + 1
        for _ in 0..<count {
            let (name, dc, ac) = (bytes[at], Int(bytes[at + 1] >> 4), Int(bytes[at + 1] & 15))
            guard let index = frame.components.firstIndex(where: { $0.identifier == name }),
                !components.contains(where: { $0.index == index })
            else {
                throw fault(segment, "expected the frame's components, once each, in a scan, found \(name)")
            }
            guard dc < 4, ac < 4 else { throw fault(segment, "expected Huffman tables 0 to 3, found \(dc) and \(ac)") }
            components.append((index, dc, ac))
            at += 2
        }
        var scan = Scan(components: components, first: 0, last: 63, high: 0, low: 0)
        // Sequential frames allow only one value here; libjpeg-turbo ignores others.
        guard frame.isProgressive else { return scan }
        (scan.first, scan.last) = (Int(bytes[at]), Int(bytes[at + 1]))
        (scan.high, scan.low) = (Int(bytes[at + 2] >> 4), Int(bytes[at + 2] & 15))
        guard scan.first <= scan.last, scan.last < 64, scan.low <= 13, scan.first > 0 ? count == 1 : scan.last == 0
        else {
            throw fault(
                segment,
                "expected a range of coefficients and bits, found \(scan.first) to \(scan.last) and \(scan.low)")
        }
        return scan
    }

    private func fault(
        _ segment: Range<Int>, _ message: String, _ code: ImageError.Code = .invalidValue
    ) -> ImageError {
        ImageError(code: code, byte: segment.lowerBound, message: message)
    }
}

extension Span<UInt8> {
    fileprivate func starts(_ range: Range<Int>, with text: String) -> Bool {
        let wanted = Array(text.utf8)
        return range.count >= wanted.count && wanted.indices.allSatisfy { self[range.lowerBound + $0] == wanted[$0] }
    }

    /// Whether a range has only bytes that may fill the space before a marker.
    fileprivate func isFill(_ range: Range<Int>) -> Bool { range.allSatisfy { self[$0] == 0xFF } }
}
