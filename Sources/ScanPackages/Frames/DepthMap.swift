public import MeshFormats
internal import MeshImages

/// A decoded depth image: distances along the optical axis (section 1.5).
public struct DepthMap: Hashable, Sendable {
    /// Where a byte order came from.
    public enum Decision: Hashable, Sendable {
        /// The caller said it.
        case given
        /// The image's own values tell.
        case found
        /// The image's values tell nothing; the package's other images do.
        case majority
        /// Nothing tells; PNG's own order.
        case assumed
    }

    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// Rows from the top; 0 = no measurement, or a person. In units of ``scale``: millimetres unless the caller said else.
    public var samples: [UInt16]
    /// Metres for one unit.
    public var scale: Double
    /// The order of the bytes in the file.
    public var byteOrder: DepthByteOrder
    /// Where that is known from.
    public var decision: Decision

    /// A depth image from its parts, in PNG's own byte order.
    ///
    /// - Parameters:
    ///   - width: the pixels of a row.
    ///   - height: the rows.
    ///   - samples: `height` rows of `width`; another count traps.
    ///   - scale: metres for one unit.
    public init(width: Int, height: Int, samples: [UInt16], scale: Double = 0.001) {
        precondition(width >= 0 && height >= 0 && samples.count == width * height, "a sample for each pixel")
        self.width = width
        self.height = height
        self.samples = samples
        self.scale = scale
        byteOrder = .big
        decision = .given
    }

    /// Metres at a pixel, which must lie inside; nil where nothing was measured.
    public func depth(x: Int, y: Int) -> Double? {
        let sample = samples[y * width + x]
        return sample == 0 ? nil : Double(sample) * scale
    }

    /// Whether nothing at all was measured.
    public var isEmpty: Bool { samples.allSatisfy { $0 == 0 } }
}

extension ScanPackage {
    /// The depth of a frame, decoded now and kept by nobody; nil if the frame has none.
    ///
    /// The byte order is that of `options`, else what the image's values say; where they say nothing, that of most other
    /// depth images of the package, else PNG's. Many frames are cheaper with ``depthMajority(options:)`` given once.
    ///
    /// - Parameters:
    ///   - frame: one of this package.
    ///   - options: limits, byte order, scale.
    ///   - majority: what ``depthMajority(options:)`` returned; nil: it is worked out if it is needed.
    /// - Throws: an error that names the entry, if it can't be decoded or is not of 16 bits.
    public func depthMap(
        of frame: ScanFrame, options: PackageOptions = PackageOptions(), majority: DepthByteOrder? = nil
    ) throws(ReadError) -> DepthMap? {
        guard let path = frame.depthPath, let entry = files[path] else { return nil }
        let (image, words) = try Self.depthWords(entry)
        var map = DepthMap(width: image.width, height: image.height, samples: words, scale: options.depthScale)
        if let order = options.depthByteOrder {
            map.byteOrder = order
        } else if let order = DepthOrderDetection.find(words, width: image.width) {
            (map.byteOrder, map.decision) = (order, .found)
        } else if let order = majority ?? depthMajority(options: options) {
            (map.byteOrder, map.decision) = (order, .majority)
        } else {
            map.decision = .assumed
        }
        if map.byteOrder == .little {
            for index in map.samples.indices { map.samples[index] = words[index].byteSwapped }
        }
        return map
    }

    /// How many depth images are looked at for the majority, at even distances.
    private static let majoritySize = 32

    /// The byte order of most depth images whose values tell one; nil if none does, or as many tell one as the other.
    ///
    /// At most 32 images are decoded, one after the other; those that can't be are passed over.
    public func depthMajority(options: PackageOptions = PackageOptions()) -> DepthByteOrder? {
        let paths = frames.compactMap(\.depthPath)
        var balance = 0
        let count = min(paths.count, Self.majoritySize)
        for index in 0..<count {
            guard let entry = files[paths[index * paths.count / count]],
                let (image, words) = try? Self.depthWords(entry)
            else { continue }
            switch DepthOrderDetection.find(words, width: image.width) {
            case .big?: balance += 1
            case .little?: balance -= 1
            case nil: break
            }
        }
        return balance == 0 ? nil : balance > 0 ? .big : .little
    }

    /// The samples as a standard decoder reads them: the first channel of 16 bits.
    private static func depthWords(_ entry: PackageEntry) throws(ReadError) -> (PixelImage, [UInt16]) {
        let image = try entry.png()
        guard case .words(let words) = image.samples else {
            throw entry.fault(.unsupported, "expected depth of 16 bits, found \(image.storedBitDepth)")
        }
        let channels = image.layout.rawValue
        guard channels > 1 else { return (image, words) }
        return (image, stride(from: 0, to: words.count, by: channels).map { words[$0] })
    }
}

/// Tells the byte order of a depth image by its values (section 1.5).
enum DepthOrderDetection {
    /// How many pixels are looked at.
    private static let sampleCount = 4096
    /// Depths that rooms have, in millimetres.
    private static let plausible = UInt16(100)...20_000

    /// The order that the values speak for; nil if they speak for neither.
    ///
    /// - Parameters:
    ///   - words: samples as a standard decoder reads them, most significant byte first.
    ///   - width: the pixels of a row.
    static func find(_ words: [UInt16], width: Int) -> DepthByteOrder? {
        let count = min(words.count, sampleCount)
        guard count > 0 else { return nil }
        var (big, little) = (0, 0)
        for index in 0..<count {
            let word = words[place(index, count, words.count)]
            if plausible.contains(word) { big += 1 }
            if plausible.contains(word.byteSwapped) { little += 1 }
        }
        // A margin of at least a tenth of the samples decides.
        if (big - little).magnitude * 10 >= count { return big > little ? .big : .little }
        // Else depth is smoother in its true order: swapped, a step of one millimetre is one of 256.
        var (bigSteps, littleSteps) = (0, 0)
        for index in 0..<count {
            let at = place(index, count, words.count)
            guard width > 1, at % width != width - 1, at + 1 < words.count, words[at] != 0, words[at + 1] != 0 else {
                continue
            }
            bigSteps += abs(Int(words[at]) - Int(words[at + 1]))
            littleSteps += abs(Int(words[at].byteSwapped) - Int(words[at + 1].byteSwapped))
        }
        return bigSteps == littleSteps ? nil : bigSteps < littleSteps ? .big : .little
    }

    private static func place(_ index: Int, _ count: Int, _ total: Int) -> Int {
        count == total ? index : index * total / count
    }
}
