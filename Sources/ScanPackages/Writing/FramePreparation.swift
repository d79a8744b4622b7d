import MeshArchive
import MeshFormats
import MeshImages
import Reconstruction

/// The files of one frame, ready to be written. Frames are prepared on several threads, independently of each other.
struct PreparedFrame: Sendable {
    /// The picture; nil: the source's own, which is copied in chunks when it is written.
    var image: [UInt8]?
    var header: ImageHeader
    var depth: [UInt8]?
    var confidence: [UInt8]?
    var mask: [UInt8]?
    /// What points are made of: depth and picture as they are written.
    var measured: DepthFrame?
    var changes: Set<Change> = []

    enum Change: Hashable, Sendable {
        /// Depth has another byte order.
        case depthReordered
        /// Depth was in other units than millimetres.
        case depthScaled
        /// Confidence has another coding.
        case confidenceRecoded
        /// The mask had another size than the picture.
        case maskEnlarged
    }
}

/// Reads the files of a frame, applies the rewriters, and encodes what changed.
struct FramePreparation: Sendable {
    let package: ScanPackage
    let options: PackageWriteOptions
    let variant: PackageVariant
    /// The byte order for depth whose values don't reveal their own.
    let majority: DepthByteOrder?
    /// The depth for frames that have none and need some.
    let zeroDepth: [UInt8]?
    /// Finds depth on persons; nil: not required.
    let persons: PersonSearch?

    /// The result of preparing a frame.
    enum Outcome {
        case ready(PreparedFrame)
        /// A rewriter left it out.
        case leftOut
        /// A file of it can't be read; reading is lenient.
        case broken(ReadError)
    }

    /// The files of a frame. One that can't be read is an error, unless reading is lenient.
    func prepare(_ plan: PlannedFrame) throws(PackageWriteError) -> Outcome {
        do throws(PackageWriteError) {
            if options.reading.lenient, options.rewriteImage == nil { try readThrough(plan.source.imagePath) }
            return try prepared(plan).map(Outcome.ready) ?? .leftOut
        } catch {
            guard options.reading.lenient, case .read(let reason) = error,
                ![.cancelled, .memoryLimit].contains(reason.code)
            else { throw error }
            return .broken(reason)
        }
    }

    /// Reads a file that is copied later: by then its frame can't be left out.
    private func readThrough(_ path: String?) throws(PackageWriteError) {
        guard let entry = path.flatMap({ package.files[$0] }) else { return }
        do throws(ReadError) { try entry.forEachPiece { _ in true } } catch { throw .read(error) }
    }

    /// The files of a frame; nil if a rewriter leaves it out.
    private func prepared(_ plan: PlannedFrame) throws(PackageWriteError) -> PreparedFrame? {
        let frame = plan.source
        guard let path = frame.imagePath else { return nil }
        var image: [UInt8]?
        var mask: PersonMask?
        if options.rewriteImage != nil || options.rewriteDepth != nil {
            do throws(ReadError) { mask = try package.personMask(of: frame) } catch {
                if options.rewriterFailure == .leavesOut { return nil }
                throw .read(error)
            }
        }
        if options.rewriteImage != nil {
            image = try picture(path, .frame(frame), mask)
            if image == nil { return nil }
        }
        let header = try header(path, image)
        if variant == .polycamKeyframes, header.kind != .jpeg {
            throw .write(
                WriteError(
                    .unrepresentable, path: path,
                    "Polycam's keyframes need JPEG photos and this is a PNG: convert it first, or use a rewriter"))
        }
        var prepared = PreparedFrame(image: image, header: header)
        var depth: DepthMap?
        switch plan.depth {
        case .none: break
        case .zero: prepared.depth = zeroDepth
        case .own:
            depth = try addDepth(of: frame, mask, to: &prepared)
            if depth == nil { return nil }
        }
        if variant.holdsDepth, frame.confidencePath != nil { try addConfidence(of: frame, to: &prepared) }
        switch plan.mask {
        case .none: break
        case .own: if let path = frame.maskPath { try addMask(path, to: &prepared) }
        case .full: prepared.mask = try Self.fullMask(header)
        }
        if plan.givesPoints { prepared.measured = try measured(frame, mask, depth, image) }
        return prepared
    }

    /// The kind and size of a picture: of the rewritten one, else of the source's.
    func header(_ path: String, _ image: [UInt8]?) throws(PackageWriteError) -> ImageHeader {
        // Errors name the entry of the source.
        let entry = if let image { PackageEntry(path: path, bytes: image) } else { try entry(path) }
        return try PackageWriteError.reading(ImageHeader(of: entry))
    }

    /// A picture, rewritten if there is a rewriter; nil if it is left out.
    func picture(
        _ path: String, _ owner: PackageImage.Owner, _ mask: PersonMask? = nil
    ) throws(PackageWriteError) -> [UInt8]? {
        let bytes = try bytes(path)
        guard let rewrite = options.rewriteImage else { return bytes }
        do { return try rewrite(PackageImage(path: path, owner: owner, persons: mask), bytes) } catch {
            if options.rewriterFailure == .leavesOut { return nil }
            // The picture is at fault, not the rewriter.
            if let error = error as? ReadError { throw .read(error) }
            throw .rewriter(error, path: path)
        }
    }

    private func entry(_ path: String) throws(PackageWriteError) -> PackageEntry {
        guard let entry = package.files[path] else {
            throw .read(ReadError(.missing, .sideFile(path, .whole), "the file is missing"))
        }
        return entry
    }

    private func bytes(_ path: String) throws(PackageWriteError) -> [UInt8] {
        let entry = try entry(path)
        return try PackageWriteError.reading(entry.bytes())
    }

    // MARK: Depth

    /// Depth as it is written: in whole millimetres, rewritten if there is a rewriter.
    private struct PreparedDepth {
        var map: DepthMap
        /// The source's file, if its samples are those of `map` and their bytes are in the wanted order.
        var file: [UInt8]?
        var changes: Set<PreparedFrame.Change> = []
    }

    /// Adds depth, and returns it; nil if the rewriter leaves the frame out.
    private func addDepth(
        of frame: ScanFrame, _ mask: PersonMask?, to prepared: inout PreparedFrame
    ) throws(PackageWriteError) -> DepthMap? {
        guard let depth = try depth(of: frame, mask) else { return nil }
        let count = try personPixels(in: depth.map, of: frame)
        guard count == 0 else {
            throw .write(
                WriteError(
                    .personsVisible, path: frame.depthPath ?? "",
                    "people must be hidden, but depth shows them in \(count) \(count == 1 ? "pixel" : "pixels")"))
        }
        prepared.changes.formUnion(depth.changes)
        if let file = depth.file {
            prepared.depth = file
        } else {
            prepared.depth = try Self.depthFile(depth.map, options.profile.depthByteOrder)
        }
        return depth.map
    }

    /// The depth of a frame that has a path of depth; nil if the rewriter leaves the frame out.
    private func depth(of frame: ScanFrame, _ mask: PersonMask?) throws(PackageWriteError) -> PreparedDepth? {
        let path = frame.depthPath ?? ""
        let file = try bytes(path)
        let read = try PackageWriteError.reading(
            package.depthMap(of: frame, options: options.reading, majority: majority))
        guard var map = read else { return nil }
        var changes: Set<PreparedFrame.Change> = []
        let order = map.byteOrder
        let scale = map.scale
        if scale != 0.001 {
            map = DepthMap(
                width: map.width, height: map.height,
                samples: map.samples.map { UInt16(max(0, min(65_535, (Double($0) * scale * 1000).rounded()))) })
            changes.insert(.depthScaled)
        }
        if order != options.profile.depthByteOrder { changes.insert(.depthReordered) }
        var isSame = changes.isEmpty
        if let rewrite = options.rewriteDepth {
            let given = map
            do {
                guard let other = try rewrite(PackageDepth(frame: frame, persons: mask), given) else { return nil }
                guard other.samples.count == other.width * other.height, other.width > 0, other.height > 0 else {
                    throw WriteError(
                        .unrepresentable, path: path, "the rewriter returned depth without a sample for each pixel")
                }
                isSame = isSame && other.samples == given.samples && other.width == given.width
                map = other
            } catch {
                if options.rewriterFailure == .leavesOut { return nil }
                throw .rewriter(error, path: path)
            }
        }
        // Other readers don't accept palettes, colours or other bit depths as depth.
        let header = isSame ? ImageHeader(file) : nil
        let isGray16 = header.map { $0.kind == .png && $0.bitDepth == 16 && $0.channels == 1 } ?? false
        return PreparedDepth(map: map, file: isGray16 ? file : nil, changes: changes)
    }

    /// The number of pixels of depth on persons, where that has to be 0.
    private func personPixels(in map: DepthMap, of frame: ScanFrame) throws(PackageWriteError) -> Int {
        guard let persons else { return 0 }
        do throws(ReadError) { return try persons.pixels(in: map, of: frame) } catch { throw .read(error) }
    }

    /// The frame that points are made of, from depth and picture as they are written.
    ///
    /// - Parameters:
    ///   - mask: where persons are, for a rewriter.
    ///   - depth: the depth; nil: it is not written.
    ///   - image: the rewritten picture; nil: the source's own is written.
    /// - Returns: nil if depth or picture can't be used, or depth that isn't written shows persons.
    private func measured(
        _ frame: ScanFrame, _ mask: PersonMask?, _ depth: DepthMap?, _ image: [UInt8]?
    ) throws(PackageWriteError) -> DepthFrame? {
        do throws(PackageWriteError) {
            var map = depth
            if map == nil { map = try self.depth(of: frame, mask)?.map }
            guard let map, try personPixels(in: map, of: frame) == 0 else { return nil }
            var decoding = FrameDecoding(
                package: package, options: options.reading, majority: majority, scanned: frame)
            decoding.rewritten = (map, image)
            do throws(ReadError) {
                let found = try decoding.frame(frame.pose, picture: .colors)
                return found?.picture == nil ? nil : found
            } catch {
                throw .read(error)
            }
        } catch {
            guard case .read(let reason) = error, ![.cancelled, .memoryLimit].contains(reason.code) else { throw error }
            return nil
        }
    }

    /// Depth as a PNG file of 16-bit grey.
    static func depthFile(_ map: DepthMap, _ order: DepthByteOrder) throws(PackageWriteError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(map.samples.count * 2)
        for sample in map.samples {
            let word = order == .big ? sample : sample.byteSwapped
            bytes.append(UInt8(truncatingIfNeeded: word >> 8))
            bytes.append(UInt8(truncatingIfNeeded: word))
        }
        return try png(map.width, map.height, bitDepth: 16, bytes)
    }

    // MARK: Confidence and masks

    /// Polycam's coding is 0, 127, 255; all others have ARKit's levels 0, 1, 2, as the app writes them everywhere.
    private var wantsThresholds: Bool { options.profile == .scan4D && variant == .polycamKeyframes }

    private func addConfidence(of frame: ScanFrame, to prepared: inout PreparedFrame) throws(PackageWriteError) {
        guard let path = frame.confidencePath else { return }
        let file = try bytes(path)
        let map = try PackageWriteError.reading(package.confidenceMap(of: frame, options: options.reading))
        guard let map else { return }
        let wanted: ConfidenceMap.Coding = wantsThresholds ? .thresholds : .levels
        // A map that says nothing is copied unchanged, with colours or without.
        if map.coding == .unknown || map.coding == wanted && !map.hasColors {
            prepared.confidence = file
            return
        }
        prepared.changes.insert(.confidenceRecoded)
        let samples = wantsThresholds ? map.levels.map { $0 == 2 ? 255 : $0 == 1 ? 127 : 0 } : map.levels
        prepared.confidence = try Self.png(map.width, map.height, bitDepth: 8, samples)
    }

    /// Whether a mask has to be as large as its picture: COLMAP and Nerfstudio compare pixel with pixel.
    var wantsWholeMasks: Bool { variant == .raw || !variant.holdsDepth }

    private func addMask(_ path: String, to prepared: inout PreparedFrame) throws(PackageWriteError) {
        let file = try bytes(path)
        prepared.mask = file
        let (width, height) = (prepared.header.width, prepared.header.height)
        guard wantsWholeMasks, let header = ImageHeader(file), (header.width, header.height) != (width, height) else {
            return
        }
        let mask = try PackageWriteError.reading(package.files[path]?.png())
        guard let mask else { return }
        let (samples, size) = (mask.firstChannel, (mask.width, mask.height))
        let pixels = (0..<(try Self.pixelCount(prepared.header))).map { index in
            samples[NearestPixel.index(x: index % width, y: index / width, of: (width, height), in: size)]
        }
        prepared.mask = try Self.png(width, height, bitDepth: 8, pixels)
        prepared.changes.insert(.maskEnlarged)
    }

    /// A mask that keeps all pixels.
    static func fullMask(_ header: ImageHeader) throws(PackageWriteError) -> [UInt8] {
        let pixels = [UInt8](repeating: 255, count: try pixelCount(header))
        return try png(header.width, header.height, bitDepth: 8, pixels)
    }

    /// The number of pixels that a picture claims to have.
    private static func pixelCount(_ header: ImageHeader) throws(PackageWriteError) -> Int {
        let (count, overflow) = header.width.multipliedReportingOverflow(by: header.height)
        guard !overflow, count <= 1 << 28 else {
            throw .write(WriteError(.limitExceeded, path: "", "expected an image of at most 2²⁸ pixels, found more"))
        }
        return count
    }

    private static func png(
        _ width: Int, _ height: Int, bitDepth: Int, _ bytes: [UInt8]
    ) throws(PackageWriteError) -> [UInt8] {
        var writer = PNGWriter(width: width, height: height, layout: .gray)
        writer.bitDepth = bitDepth
        do throws(ImageError) { return try writer.file(bytes) } catch {
            throw .write(WriteError(.unrepresentable, path: "", error.message))
        }
    }
}
