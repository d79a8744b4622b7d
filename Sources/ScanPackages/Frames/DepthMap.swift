import MeshBytes
public import MeshFormats
internal import MeshImages
import MeshModel

/// A decoded depth image: distances along the optical axis.
public struct DepthMap: Hashable, Sendable {
    /// How a byte order was determined.
    public enum Decision: Hashable, Sendable {
        /// Given by the caller.
        case given
        /// From the image's own values.
        case found
        /// From the package's other images, since the image's values are ambiguous.
        case majority
        /// PNG's own order, since nothing else decides.
        case assumed
    }

    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// Rows from the top; 0 = no measurement, or a person. In units of ``scale``: millimetres by default.
    public var samples: [UInt16]
    /// Metres per unit.
    public var scale: Double
    /// The byte order of the file.
    public var byteOrder: DepthByteOrder
    /// How the byte order was determined.
    public var decision: Decision

    /// Creates a depth image, in PNG's own byte order.
    ///
    /// - Parameters:
    ///   - width: the pixels of a row.
    ///   - height: the rows.
    ///   - samples: `height` rows of `width`; another count traps.
    ///   - scale: metres per unit.
    public init(width: Int, height: Int, samples: [UInt16], scale: Double = 0.001) {
        precondition(width >= 0 && height >= 0 && samples.count == width * height, "a sample for each pixel")
        self.width = width
        self.height = height
        self.samples = samples
        self.scale = scale
        byteOrder = .big
        decision = .given
    }

    /// Metres at a pixel, which must lie inside; nil if nothing was measured.
    public func depth(x: Int, y: Int) -> Double? {
        let sample = samples[y * width + x]
        return sample == 0 ? nil : Double(sample) * scale
    }

    /// Whether it may be what a camera sees, which says the size of its picture or none.
    ///
    /// Sizes of depth are often those of a sensor, so that sides needn't have the very ratio of the picture's.
    func fits(_ camera: PinholeIntrinsics) -> Bool {
        camera.width <= 0 || camera.height <= 0
            || camera.hasShape(width: width, height: height, within: 0.02 * Double(width))
    }

    /// What is wrong where it can't be that.
    static let otherShape = "depth has another shape than its camera says, as if turned or cropped"

    /// Whether nothing at all was measured.
    public var isEmpty: Bool { samples.allSatisfy { $0 == 0 } }
}

extension ScanPackage {
    /// Decodes the depth of a frame, without keeping it; nil if the frame has none.
    ///
    /// The byte order is that of `options`, else the one that meshconv's own packages state, else what the image's values
    /// indicate, else that of most depth images of the package, else PNG's. For many frames, call
    /// ``depthMajority(options:)`` once and pass its result.
    ///
    /// - Parameters:
    ///   - frame: one of this package.
    ///   - options: limits, byte order, scale.
    ///   - majority: the result of ``depthMajority(options:)``; nil: computed if needed.
    /// - Throws: an error that names the entry, if it can't be decoded or isn't 16-bit.
    public func depthMap(
        of frame: ScanFrame, options: PackageOptions = PackageOptions(), majority: DepthByteOrder? = nil
    ) throws(ReadError) -> DepthMap? {
        guard let path = frame.depthPath, let entry = files[path] else { return nil }
        let (image, words) = try Self.depthWords(entry)
        var map = DepthMap(width: image.width, height: image.height, samples: words, scale: options.depthScale)
        if let order = options.depthByteOrder ?? statedDepthOrder {
            map.byteOrder = order
        } else if let order = DepthOrderDetection.find(words, width: image.width, scale: options.depthScale) {
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

    /// The number of depth images sampled for the majority, evenly spaced.
    private static let majoritySize = 32

    /// The byte order of most depth images whose values indicate one; nil if none does, or it is a tie.
    ///
    /// At most 32 images are decoded, one at a time; unreadable ones are skipped.
    public func depthMajority(options: PackageOptions = PackageOptions()) -> DepthByteOrder? {
        let paths = frames.compactMap(\.depthPath)
        var balance = 0
        let count = min(paths.count, Self.majoritySize)
        for index in 0..<count {
            guard let entry = files[paths[index * paths.count / count]],
                let (image, words) = try? Self.depthWords(entry)
            else { continue }
            switch DepthOrderDetection.find(words, width: image.width, scale: options.depthScale) {
            case .big?: balance += 1
            case .little?: balance -= 1
            case nil: break
            }
        }
        return balance == 0 ? nil : balance > 0 ? .big : .little
    }

    /// The byte order that the package states: meshconv writes it into its own.
    private var statedDepthOrder: DepthByteOrder? {
        let transforms = transformsMembers.first { $0.0 == OriginRecord.key }?.1
        let markers = [metadata?[OriginRecord.key], meshInfo?[OriginRecord.key], transforms]
        return markers.contains { $0?["depth_byte_order"]?.string == "big" } ? .big : nil
    }

    /// The samples as a standard decoder reads them: the first channel of 16 bits.
    private static func depthWords(_ entry: PackageEntry) throws(ReadError) -> (PixelImage, [UInt16]) {
        let image = try entry.png()
        guard case .words(let words) = image.samples else {
            throw entry.fault(.unsupported, "expected depth of 16 bits, found \(image.storedBitDepth)")
        }
        return (image, image.first(of: words))
    }
}

/// Detects the byte order of a depth image from its values: see *Depth* in the Scan packages article.
enum DepthOrderDetection {
    /// The maximum number of pixels sampled.
    private static let sampleCount = 4096
    /// Depths that are plausible in rooms, in metres.
    private static let plausible = 0.1...20

    /// The order that the values indicate; nil if they are ambiguous.
    ///
    /// Neighbouring pixels decide: in the wrong order, a step of one unit is one of 256. Bytes are only taken for swapped
    /// where nothing speaks against it, since that is the exception. Where steps say little, as on a flat wall, the order
    /// with more depths of a room wins.
    ///
    /// - Parameters:
    ///   - words: samples as a standard decoder reads them, most significant byte first.
    ///   - width: the pixels of a row.
    ///   - scale: metres per unit.
    static func find(_ words: [UInt16], width: Int, scale: Double) -> DepthByteOrder? {
        let count = min(words.count, sampleCount)
        guard count > 0 else { return nil }
        let steps = steps(words, width: width, count)
        if steps.little > 2 * steps.big { return .big }
        let room = room(words, scale, count)
        // A margin of at least a tenth of the samples decides.
        let isClear = (room.big - room.little).magnitude * 10 >= count
        if steps.big > 2 * steps.little { return isClear && room.big > room.little ? .big : .little }
        if isClear { return room.big > room.little ? .big : .little }
        return steps.big == steps.little ? nil : steps.big < steps.little ? .big : .little
    }

    /// The sum of the steps to the neighbours on the right and below in each order.
    ///
    /// Both count: rows of a floor, or of a wall that the camera faces, have no steps in themselves.
    private static func steps(_ words: [UInt16], width: Int, _ count: Int) -> (big: Int, little: Int) {
        var (big, little) = (0, 0)
        func add(_ a: UInt16, _ b: UInt16) {
            guard a != 0, b != 0 else { return }
            big += abs(Int(a) - Int(b))
            little += abs(Int(a.byteSwapped) - Int(b.byteSwapped))
        }
        for index in 0..<count {
            let at = place(index, count, words.count)
            if width > 1, at % width != width - 1, at + 1 < words.count { add(words[at], words[at + 1]) }
            if width > 0, at + width < words.count { add(words[at], words[at + width]) }
        }
        return (big, little)
    }

    /// The number of samples that are depths of a room in each order.
    private static func room(_ words: [UInt16], _ scale: Double, _ count: Int) -> (big: Int, little: Int) {
        var (big, little) = (0, 0)
        for index in 0..<count {
            let word = words[place(index, count, words.count)]
            if plausible.contains(Double(word) * scale) { big += 1 }
            if plausible.contains(Double(word.byteSwapped) * scale) { little += 1 }
        }
        return (big, little)
    }

    private static func place(_ index: Int, _ count: Int, _ total: Int) -> Int {
        count == total ? index : index * total / count
    }
}
