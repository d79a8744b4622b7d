import MeshArchive

/// The description of the image in a JPEG file: the contents of SOF0, SOF1 or SOF2 (ITU-T T.81, B.2.2).
struct JPEGFrame {
    /// One of the image's components, and the position of its samples during decoding.
    struct Component {
        let identifier: UInt8
        /// The sampling factors, 1 to 4.
        let across: Int
        let down: Int
        let quantization: Int
        /// The component's own size in samples (A.1.1).
        var width = 0
        var height = 0
        /// Its size in blocks: in a scan of this component alone, and as stored, filled up to whole MCUs.
        var blocksAcross = 0
        var blocksDown = 0
        var storedAcross = 0
        var storedDown = 0
        /// The index of its first sample among those of all components.
        var firstSample = 0

        var stride: Int { storedAcross * 8 }
        var blockCount: Int { storedAcross * storedDown }
    }

    let width: Int
    let height: Int
    let isProgressive: Bool
    private(set) var components: [Component]
    /// The largest sampling factors.
    let across: Int
    let down: Int
    /// The number of MCUs in a scan of all components, across and down.
    let unitsAcross: Int
    let unitsDown: Int
    /// The number of stored samples of all components.
    let sampleCount: Int

    /// Reads a frame's segment.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - segment: the segment's contents, after its length.
    ///   - marker: the marker before it.
    ///   - limits: the limits of the image's size.
    init(
        _ bytes: Span<UInt8>, _ segment: Range<Int>, _ marker: JPEGMarker, _ limits: ImageLimits
    ) throws(ImageError) {
        func fault(_ message: String, _ code: ImageError.Code = .invalidValue) -> ImageError {
            ImageError(code: code, byte: segment.lowerBound, message: message)
        }
        guard marker.code <= 0xC2 else {
            throw fault("expected a baseline or progressive image, found \(marker.process)", .unsupported)
        }
        isProgressive = marker.code == 0xC2
        let start = segment.lowerBound
        guard segment.count >= 6 else { throw fault("expected at least 6 bytes of a frame, found \(segment.count)") }
        let precision = bytes[start]
        guard precision == 8 else { throw fault("expected samples of 8 bits, found \(precision)", .unsupported) }
        height = bytes.bigEndian16(start + 1)
        width = bytes.bigEndian16(start + 3)
        guard height > 0 else {
            throw fault("expected a height in the frame, found one that follows the first scan", .unsupported)
        }
        guard width > 0 else { throw fault("expected a width from 1, found 0") }
        guard width * height <= limits.pixelCount else {
            throw fault("expected at most \(limits.pixelCount) pixels, found \(width) × \(height)", .limitExceeded)
        }
        let count = Int(bytes[start + 5])
        guard count == 1 || count == 3 || count == 4 else {
            throw fault("expected 1, 3 or 4 components, found \(count)", count == 0 ? .invalidValue : .unsupported)
        }
        guard segment.count == 6 + 3 * count else {
            throw fault("expected \(6 + 3 * count) bytes of a frame, found \(segment.count)")
        }
        var components: [Component] = []
        for place in stride(from: start + 6, to: start + 6 + 3 * count, by: 3) {
            let component = Component(
                identifier: bytes[place], across: Int(bytes[place + 1] >> 4), down: Int(bytes[place + 1] & 15),
                quantization: Int(bytes[place + 2]))
            guard (1...4).contains(component.across), (1...4).contains(component.down) else {
                throw fault("expected sampling factors from 1 to 4, found \(component.across) × \(component.down)")
            }
            guard component.quantization < 4 else {
                throw fault("expected a quantization table from 0 to 3, found \(component.quantization)")
            }
            guard !components.contains(where: { $0.identifier == component.identifier }) else {
                throw fault("expected components with different names, found two of \(component.identifier)")
            }
            components.append(component)
        }
        let across = components.reduce(1) { max($0, $1.across) }
        let down = components.reduce(1) { max($0, $1.down) }
        unitsAcross = width.dividedUp(by: 8 * across)
        unitsDown = height.dividedUp(by: 8 * down)
        var samples = 0
        for index in components.indices {
            let (h, v) = (components[index].across, components[index].down)
            guard across % h == 0, down % v == 0 else {
                throw fault(
                    "expected sampling factors that divide \(across) × \(down), found \(h) × \(v)", .unsupported)
            }
            components[index].width = (width * h).dividedUp(by: across)
            components[index].height = (height * v).dividedUp(by: down)
            components[index].blocksAcross = components[index].width.dividedUp(by: 8)
            components[index].blocksDown = components[index].height.dividedUp(by: 8)
            components[index].storedAcross = unitsAcross * h
            components[index].storedDown = unitsDown * v
            components[index].firstSample = samples
            samples += components[index].blockCount * 64
        }
        self.components = components
        self.across = across
        self.down = down
        sampleCount = samples
    }
}

extension Int {
    /// The quotient, rounded up; for positive numbers.
    func dividedUp(by other: Int) -> Int { (self + other - 1) / other }
}

extension Span<UInt8> {
    /// Two bytes, most significant first; an offset outside traps, as any index does.
    func bigEndian16(_ offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }
}
