public import MeshBytes
public import MeshFormats
import MeshImages
import MeshModel

/// A check of a package for errors and oddities in all its files.
public struct PackageCheck: Sendable {
    /// The package, read leniently.
    public let package: ScanPackage
    /// The findings, worst first; those of equal severity in the order found.
    public private(set) var findings: [Diagnostic]
    /// The names of the frames that can't be used, sorted: something of theirs is an error. Lenient conversions leave
    /// them out.
    public let badFrames: [String]
    private let frames: [String: String]

    /// Whether any finding is an error.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Returns the name of the frame that a finding is about; nil: it is about the package as a whole.
    public func frame(of finding: Diagnostic) -> String? { finding.entry.flatMap { frames[$0] } }

    /// Checks all files of a package, one picture at a time.
    ///
    /// - Parameters:
    ///   - files: its files.
    ///   - options: how it is read; reading is lenient in any case.
    ///   - work: can cancel the check between two frames.
    /// - Throws: an error if it isn't a package, or the work was cancelled.
    public init(
        _ files: PackageFiles, options: PackageOptions = PackageOptions(), work: Work? = nil
    ) throws(ReadError) {
        var options = options
        options.lenient = true
        package = try ScanPackage.read(files, options: options)
        var walk = PackageWalk(package, options)
        for frame in package.frames {
            do throws(SystemError) { try work?.lookUp() } catch { throw ReadError(error) }
            try walk.look(at: frame)
        }
        for still in package.stills {
            do throws(SystemError) { try work?.lookUp() } catch { throw ReadError(error) }
            try walk.look(at: still)
        }
        for entry in package.files.entries {
            do throws(SystemError) { try work?.lookUp() } catch { throw ReadError(error) }
            try walk.readThrough(entry)
        }
        try walk.finish()
        frames = walk.frames
        badFrames = walk.badFrames.inOrder { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let all = package.diagnostics + walk.found.list
        findings = all.enumerated().inOrder {
            ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset)
        }.map(\.element)
    }
}

/// One pass over all frames.
private struct PackageWalk {
    let package: ScanPackage
    let options: PackageOptions
    var found = PackageDiagnostics()
    /// The names of frames by the paths of all their files.
    let frames: [String: String]
    private(set) var badFrames: Set<String> = []
    /// What was read from its first to its last byte.
    private var wholes: Set<String> = []
    private var majority: DepthByteOrder?
    /// The depth of the frame that is looked at; nil: it has none, or it can't be read.
    private var depth: DepthMap?
    private var orders: [DepthByteOrder: Int] = [:]
    private var firstSwapped: String?

    init(_ package: ScanPackage, _ options: PackageOptions) {
        self.package = package
        self.options = options
        majority = package.depthMajority(options: options)
        var frames: [String: String] = [:]
        for frame in package.frames { for path in frame.paths { frames[path] = frame.name } }
        self.frames = frames
    }

    mutating func look(at frame: ScanFrame) throws(ReadError) {
        // Its camera says something that can't be used, or can't be read.
        if !frame.hasUsablePose, frame.pose != nil || frame.cameraPath != nil { badFrames.insert(frame.name) }
        wholes.formUnion([frame.depthPath, frame.confidencePath].compactMap(\.self))
        depth = nil
        if let path = frame.imagePath { try lookAtImage(frame, path) }
        if let path = frame.depthPath {
            try guarded(.depthUnreadable, path) { (walk) throws(ReadError) in try walk.lookAtDepth(frame, path) }
        }
        if let path = frame.maskPath {
            try guarded(.imageUnreadable, path) { (walk) throws(ReadError) in _ = try walk.package.mask(of: frame) }
        }
        if let path = frame.confidencePath {
            try guarded(.confidenceUnreadable, path) { (walk) throws(ReadError) in
                try walk.lookAtConfidence(frame, path)
            }
        }
    }

    /// Decodes a still that a conversion would cut faces from.
    mutating func look(at still: EquirectStill) throws(ReadError) {
        guard let path = still.imagePath, !package.hasFaces(of: still), !package.faces(of: still).isEmpty else {
            return
        }
        for path in [path, still.maskPath].compactMap(\.self) {
            try guarded(.imageUnreadable, path) { (walk) throws(ReadError) in _ = try walk.package.files[path]?.image()
            }
        }
    }

    /// Reads all of a file that may be copied: a conversion would be the first to find what is wrong with it.
    mutating func readThrough(_ entry: PackageEntry) throws(ReadError) {
        guard !wholes.contains(entry.path) else { return }
        let code = frames[entry.path] == nil ? PackageCode.fileUnreadable : .imageUnreadable
        try guarded(code, entry.path) { (_) throws(ReadError) in try entry.forEachPiece { _ in true } }
    }

    private mutating func lookAtImage(_ frame: ScanFrame, _ path: String) throws(ReadError) {
        try guarded(.imageUnreadable, path) { (walk) throws(ReadError) in
            guard let entry = walk.package.files[path] else { return }
            let header = try ImageHeader(of: entry)
            guard let lens = frame.intrinsics, lens.width > 0, lens.height > 0 else { return }
            guard header.width != lens.width || header.height != lens.height else { return }
            // Of a picture that was only made smaller or larger, conversions scale the camera.
            let isScaled = lens.hasShape(width: header.width, height: header.height, within: 1)
            if !isScaled { walk.badFrames.insert(frame.name) }
            walk.found.add(
                .imageSizeMismatch, isScaled ? .warning : .error, entry: path,
                "the image has \(header.width) × \(header.height) pixels, but its camera "
                    + "\(lens.width) × \(lens.height)" + (isScaled ? ": the camera is scaled" : ""))
        }
    }

    private mutating func lookAtDepth(_ frame: ScanFrame, _ path: String) throws(ReadError) {
        guard let map = try package.depthMap(of: frame, options: options, majority: majority) else { return }
        depth = map
        if let camera = frame.intrinsics, !map.fits(camera) {
            found.add(.depthUnreadable, .warning, entry: path, DepthMap.otherShape)
        }
        if map.isEmpty {
            found.add(.depthZero, .warning, entry: path, "depth is 0 everywhere: nothing was measured")
            return
        }
        switch map.decision {
        case .given: break
        case .found:
            orders[map.byteOrder, default: 0] += 1
            if map.byteOrder == .little, firstSwapped == nil { firstSwapped = path }
        case .majority, .assumed:
            found.add(
                .depthOrderAssumed, .note, entry: path,
                map.decision == .majority
                    ? "the byte order of this depth image is unclear; that of the others is used"
                    : "the byte order of this depth image is unclear; PNG's own is used")
        }
    }

    private mutating func lookAtConfidence(_ frame: ScanFrame, _ path: String) throws(ReadError) {
        guard let map = try package.confidenceMap(of: frame, options: options) else { return }
        if let depth, !map.fits(depth) {
            found.add(.confidenceUnreadable, .warning, entry: path, ConfidenceMap.otherShape)
        }
        if map.coding == .unknown {
            found.add(
                .confidenceZero, .warning, entry: path,
                "confidence is 0 everywhere, so it counts as unknown")
        }
        if map.hasColors {
            found.add(
                .confidenceColors, .note, entry: path,
                "confidence is stored in colour; the first channel is used")
        }
    }

    mutating func finish() throws(ReadError) {
        let (big, little) = (orders[.big] ?? 0, orders[.little] ?? 0)
        if little > 0 {
            found.add(
                .depthSwapped, .note, entry: firstSwapped, count: little,
                "depth has its bytes swapped, as the app writes it; it is read correctly")
        }
        if big > 0, little > 0 {
            found.add(
                .depthMixed, .note, entry: firstSwapped,
                "depth has mixed byte orders: \(big) images in PNG's, \(little) with their bytes swapped")
        }
        if let note = package.privacyNote { found.add(note) }
        for path in [package.meshColorsPath, package.faceClassesPath].compactMap({ $0 }) {
            guard let entry = package.files[path] else { continue }
            if path == package.meshColorsPath, entry.byteCount % 16 != 0 {
                found.add(
                    .fileUnreadable, .warning, entry: path,
                    "its size is not 16 bytes for each vertex: \(entry.byteCount) bytes")
            }
        }
    }

    /// Runs `body`; an error becomes a finding.
    private mutating func guarded(
        _ code: PackageCode, _ path: String, _ body: (inout Self) throws(ReadError) -> Void
    ) throws(ReadError) {
        do throws(ReadError) { try body(&self) } catch {
            guard error.code != .cancelled else { throw error }
            if let frame = frames[path] { badFrames.insert(frame) }
            wholes.insert(path)
            found.add(code, path, error)
        }
    }
}
