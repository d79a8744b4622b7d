import MeshBytes
import MeshFormats
import MeshImages
import MeshModel

/// A package being written: the parts that all variants share.
struct PackageWriteRun {
    let package: ScanPackage
    let variant: PackageVariant
    let options: PackageWriteOptions
    let sink: PackageSink
    /// One for each frame or file; the result has one for each kind.
    var losses: [Loss] = []
    var notes = PackageDiagnostics()
    var result = PackageWriteResult()
    var frames: [WrittenFrame] = []
    /// Names of 360° stills that a rewriter left out.
    var stillsLeftOut: Set<String> = []
    /// The output names of renamed frames, including those that a rewriter may leave out.
    private(set) var plannedNames: Set<String> = []
    /// What is measured by the frames written so far.
    private(set) var measuredPoints = MeasuredPoints()
    private var written: Set<String> = []
    /// The paths of frames' pictures in the output.
    private(set) var picturesOfFrames: Set<String> = []

    init(
        _ package: ScanPackage, _ variant: PackageVariant, _ options: PackageWriteOptions, _ sink: PackageSink
    ) {
        self.package = package
        self.variant = variant
        self.options = options
        self.sink = sink
    }

    /// Writes everything but the archive's directory.
    mutating func run() throws(PackageWriteError) {
        try requireCameras()
        var plans = planFrames()
        if wantsMeasuredPoints { MeasuredPoints.choose(&plans) }
        let preparation = try preparation(plans)
        plannedNames = Set(plans.filter { $0.name != $0.source.name }.map(\.name))
        try writeFrames(plans.filter { $0.face == nil }, preparation)
        try writeStills(plans, preparation)
        try requireFrames(plans)
        try writeProxyImages(preparation)
        switch variant {
        case .scan4D: try writeScan4D()
        case .polycam: try addJSON("mesh_info.json", meshInfo)
        case .polycamKeyframes: try addJSON("mesh_info.json", meshInfo)
        case .raw: try writeTransforms()
        case .colmap, .colmapBinary: try writeCOLMAP()
        }
        try writeMeshes(preparation)
        try writeKept(preparation)
        try writeExtras()
        noteOthers()
        result.frames = frames.map(\.name)
        result.losses = losses.gathered().worstFirst
        result.notes = notes.list
    }

    // MARK: Frames

    private func preparation(_ plans: [PlannedFrame]) throws(PackageWriteError) -> FramePreparation {
        var majority: DepthByteOrder?
        if plans.contains(where: { $0.depth == .own || $0.givesPoints }), options.reading.depthByteOrder == nil {
            majority = package.depthMajority(options: options.reading)
        }
        var zero: [UInt8]?
        if plans.contains(where: { $0.depth == .zero }) {
            var size = (width: 256, height: 192)
            for plan in plans where plan.depth == .own {
                if let path = plan.source.depthPath, let entry = package.files[path],
                    let header = try? ImageHeader(of: entry), header.width <= 1 << 14, header.height <= 1 << 14
                {
                    size = (header.width, header.height)
                    break
                }
            }
            let samples = [UInt16](repeating: 0, count: size.width * size.height)
            zero = try FramePreparation.depthFile(
                DepthMap(width: size.width, height: size.height, samples: samples), .big)
        }
        return FramePreparation(
            package: package, options: options, variant: variant, majority: majority, zeroDepth: zero,
            persons: options.requiresPrivacy ? PersonSearch(package) : nil)
    }

    private mutating func writeFrames(
        _ plans: [PlannedFrame], _ preparation: FramePreparation
    ) throws(PackageWriteError) {
        if keepsModelAlone {
            for plan in plans { try keepPose(plan) }
            return
        }
        let step = max(1, options.threads)
        for first in stride(from: 0, to: plans.count, by: step) {
            try lookUp()
            let part = plans[first..<min(first + step, plans.count)]
            let prepared = try Parallel.map(part.count, threads: step) { (index) throws(PackageWriteError) in
                try preparation.prepare(part[first + index])
            }
            for (plan, prepared) in zip(part, prepared) {
                switch prepared {
                case .ready(let frame):
                    guard let plan = fitting(plan, frame.header) else { continue }
                    try write(plan, frame)
                    if let measured = frame.measured { measuredPoints.add(measured) }
                case .leftOut: result.leftOut.append(plan.source.name)
                case .broken(let error): leaveOut(plan.source, error)
                }
            }
        }
    }

    /// Refuses a package of which all frames were left out: nobody wants an empty one.
    private func requireFrames(_ plans: [PlannedFrame]) throws(PackageWriteError) {
        // A Scan4D package is something without frames, too: its mesh.
        guard frames.isEmpty, !plans.isEmpty || variant.needsPoses && !package.frames.isEmpty else { return }
        let count = max(plans.count, package.frames.count)
        var causes: [String: Int] = [:]
        for loss in losses where loss.code == .cameraDropped { causes[loss.cause, default: 0] += loss.count }
        let reasons = causes.inKeyOrder.map { "\($0.value) \(CountedNoun.text($0.value, "frames")) \($0.key)" }
        let reason = reasons.isEmpty ? "\(count) frames left out" : reasons.joined(separator: "; ")
        throw .write(
            WriteError(
                .unrepresentable, path: package.files.name,
                "nothing to write: \(reason)"))
    }

    /// Leaves out a frame that can't be read, and says why.
    mutating func leaveOut(_ frame: ScanFrame, _ error: ReadError) {
        result.unreadable.append(frame.name)
        losses.add(
            .cameraDropped, .dropped, "/frames/*", "frames that can't be read", unit: "frames",
            cause: "left out, because one of their files is broken", items: [frame.name])
        var path = frame.name
        if case .sideFile(let file, _) = error.location { path = file }
        notes.add(.frameUnreadable, path, error)
    }

    /// The folder of frames with a slash; empty: the package's root.
    private var base: String { variant == .polycamKeyframes ? "keyframes/" : "" }

    /// The path of a frame's picture.
    func imagePath(_ plan: PlannedFrame, _ ending: String) -> String {
        "\(base)images/\(plan.folder)\(plan.pictureName ?? plan.name).\(ending)"
    }

    /// The ending of a written picture: that of the source where tools pair pictures by their names, as spelled there.
    private func ending(of frame: ScanFrame, _ header: ImageHeader) -> String {
        let usual = header.kind == .jpeg ? ["jpg", "jpeg"] : ["png"]
        guard let path = frame.imagePath, variant == .raw || !variant.holdsDepth,
            let own = path.split(separator: ".").last, usual.contains(own.lowercased())
        else { return usual[0] }
        return String(own)
    }

    mutating func write(_ plan: PlannedFrame, _ prepared: PreparedFrame) throws(PackageWriteError) {
        let ending = ending(of: plan.source, prepared.header)
        var frame = WrittenFrame(
            source: plan.source, name: plan.name, imagePath: imagePath(plan, ending),
            width: prepared.header.width, height: prepared.header.height)
        if plan.hasCamera {
            frame.pose = plan.source.pose
            frame.intrinsics = intrinsics(plan.source, prepared.header)
        }
        picturesOfFrames.insert(frame.imagePath)
        if let image = prepared.image {
            try add(frame.imagePath, image)
        } else if let entry = plan.source.imagePath.flatMap({ package.files[$0] }) {
            try copy(entry, as: frame.imagePath)
        }
        if let depth = prepared.depth {
            frame.depthPath = "\(base)depth/\(plan.name).png"
            try add("\(base)depth/\(plan.name).png", depth)
        }
        if let confidence = prepared.confidence {
            frame.confidencePath = "\(base)confidence/\(plan.name).png"
            try add("\(base)confidence/\(plan.name).png", confidence)
        }
        if let mask = prepared.mask {
            // COLMAP looks for the image's whole name with another extension appended.
            let name = variant.holdsDepth ? plan.name : "\(plan.folder)\(plan.pictureName ?? plan.name).\(ending)"
            frame.maskPath = "masks/\(name).png"
            try add("masks/\(name).png", mask)
        }
        if variant == .scan4D || variant == .polycam || variant == .polycamKeyframes, frame.pose != nil {
            try addJSON("\(base)cameras/\(plan.name).json", camera(frame))
        }
        note(prepared.changes)
        frames.append(frame)
    }

    /// Keeps the camera of a picture that isn't there.
    private mutating func keepPose(_ plan: PlannedFrame) throws(PackageWriteError) {
        guard let intrinsics = plan.source.intrinsics, let path = plan.source.missingPicture else { return }
        let ending = path.pathExtension.map { variant == .colmap ? Self.withoutBlanks($0) : $0 }
        let name = plan.folder + (plan.pictureName ?? plan.name) + (ending.map { ".\($0)" } ?? "")
        var frame = WrittenFrame(
            source: plan.source, name: plan.name, imagePath: "images/\(name)", width: intrinsics.width,
            height: intrinsics.height)
        (frame.pose, frame.intrinsics) = (plan.source.pose, intrinsics)
        if plan.mask == .own, let entry = plan.source.maskPath.flatMap({ package.files[$0] }) {
            try copy(entry, as: "masks/\(name).png")
        }
        frames.append(frame)
    }

    /// The plan, without the camera if the picture has another shape than it: the picture was turned or cropped, and
    /// nobody knows how. Nil: nothing is left to write.
    private mutating func fitting(_ plan: PlannedFrame, _ header: ImageHeader) -> PlannedFrame? {
        guard plan.hasCamera, let camera = plan.source.intrinsics, camera.width > 0, camera.height > 0,
            !camera.hasShape(width: header.width, height: header.height, within: 1)
        else { return plan }
        let needsCamera = variant.needsPoses && !laysOutPictures
        losses.add(
            .cameraDropped, .dropped, "/frames/*/pose", needsCamera ? "frames" : "cameras", unit: "frames",
            cause: "left out: the photo has another shape than its camera says, as if turned or cropped",
            items: [plan.source.name])
        var plan = plan
        plan.hasCamera = false
        return needsCamera ? nil : plan
    }

    /// The intrinsics for the picture as written; they are scaled if its size differs from theirs.
    private mutating func intrinsics(_ source: ScanFrame, _ header: ImageHeader) -> PinholeIntrinsics? {
        guard var found = source.intrinsics else { return nil }
        guard found.width > 0, found.height > 0 else {
            (found.width, found.height) = (header.width, header.height)
            return found
        }
        if found.width == header.width, found.height == header.height { return found }
        losses.add(
            .cameraChanged, .reencoded, "/frames/*/intrinsics", "intrinsics", unit: "frames",
            cause: "scaled to the size of the photos")
        return found.scaled(toWidth: header.width, height: header.height)
    }

    private mutating func note(_ changes: Set<PreparedFrame.Change>) {
        if changes.contains(.depthReordered) {
            losses.add(
                .attributeReencoded, .reencoded, "/frames/*/depth", "depth", unit: "frames",
                cause: "written in the byte order that the target uses")
        }
        if changes.contains(.depthScaled) {
            losses.add(
                .precisionReduced, .rounded, "/frames/*/depth", "depth", unit: "frames",
                cause: "rounded to whole millimetres")
        }
        if changes.contains(.maskEnlarged) {
            losses.add(
                .attributeReencoded, .reencoded, "/frames/*/mask", "masks", unit: "frames",
                cause: "resized to the size of the photos")
        }
        if changes.contains(.confidenceRecoded) {
            losses.add(
                .attributeReencoded, .reencoded, "/frames/*/confidence", "confidence", unit: "frames",
                cause: options.profile == .scan4D && variant == .polycamKeyframes
                    ? "the levels 0, 1 and 2 are written as Polycam's 0, 127 and 255"
                    : "the levels are written as 0, 1 and 2")
        }
    }

    // MARK: Entries

    func lookUp() throws(PackageWriteError) {
        do throws(SystemError) { try options.work?.lookUp() } catch { throw .write(WriteError(error)) }
    }

    mutating func add(_ path: String, _ bytes: [UInt8]) throws(PackageWriteError) {
        written.insert(path)
        do throws(WriteError) { try sink.add(path, bytes) } catch { throw .write(error) }
    }

    /// Adds a JSON file, without the names of frames that were left out.
    mutating func addJSON(_ path: String, _ value: JSONValue) throws(PackageWriteError) {
        let kept = goneNames.isEmpty ? value : value.without(NameSearch(goneNames)) ?? .object([])
        try add(path, kept.bytes(.prettyExact))
    }

    func has(_ path: String) -> Bool { written.contains(path) }

    mutating func copy(_ entry: PackageEntry, as path: String) throws(PackageWriteError) {
        written.insert(path)
        let sink = sink
        guard !sink.isForgetful else { return sink.count(entry.byteCount) }
        do throws(WriteError) { try sink.begin(path, expected: entry.byteCount) } catch { throw .write(error) }
        var failure: PackageWriteError?
        do throws(ReadError) {
            try entry.forEachPiece { piece in
                do throws(PackageWriteError) {
                    try lookUp()
                    do throws(WriteError) { try sink.write(piece) } catch { throw .write(error) }
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        } catch {
            throw .read(error)
        }
        if let failure { throw failure }
        do throws(WriteError) { try sink.end() } catch { throw .write(error) }
    }

    /// Adds pictures that belong to no frame, unless the rewriter leaves them out.
    mutating func addPictures(
        _ pictures: [(path: String, owner: PackageImage.Owner)], _ preparation: FramePreparation
    ) throws(PackageWriteError) {
        let step = max(1, options.threads)
        for first in stride(from: 0, to: pictures.count, by: step) {
            try lookUp()
            let part = pictures[first..<min(first + step, pictures.count)]
            let prepared = try Parallel.map(part.count, threads: step) { (index) throws(PackageWriteError) in
                try preparation.picture(part[first + index].path, part[first + index].owner)
            }
            for (picture, bytes) in zip(part, prepared) {
                if let bytes { try add(Self.unwrapped(picture.path), bytes) }
            }
        }
    }

    /// The current path for a path of the oldest layout.
    static func unwrapped(_ path: String) -> String {
        path.hasPrefix("raw_data/") ? String(path.dropFirst("raw_data/".count)) : path
    }
}
