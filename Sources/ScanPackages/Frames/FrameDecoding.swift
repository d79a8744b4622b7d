import MeshFormats
import MeshImages
import MeshModel
import Reconstruction

/// Decodes the images of one frame, and collects what is wrong with them.
struct FrameDecoding {
    let package: ScanPackage
    let options: PackageOptions
    let majority: DepthByteOrder?
    let scanned: ScanFrame
    /// What is decoded instead of the package's files: depth, and the file of the picture.
    var rewritten: (depth: DepthMap, picture: [UInt8]?)?
    private(set) var findings: [Diagnostic] = []

    /// Returns the frame; nil if it can't be used.
    mutating func frame(_ pose: Affine?, picture use: PictureUse) throws(ReadError) -> DepthFrame? {
        guard let pose else { return leaveOut(.poseMissing, "no pose") }
        guard let intrinsics = scanned.intrinsics, intrinsics.isUsable else {
            return leaveOut(.intrinsicsMissing, "no camera intrinsics")
        }
        if let projection = scanned.projection {
            return leaveOut(.distortion, "depth of the camera model \(projection) can't be placed")
        }
        var flat: FlatView?
        if let lens = scanned.lens, lens.bends {
            guard intrinsics.width > 0, intrinsics.height > 0 else {
                return leaveOut(.distortion, "depth of a lens with distortion can't be placed without the photo's size")
            }
            flat = FlatView(lens, intrinsics)
        }
        if scanned.hasUnreadDistortion || scanned.lens?.bends == true && flat == nil {
            return leaveOut(.distortion, "depth of a lens with this distortion can't be placed")
        }
        let read = try guarded(.depthUnreadable, scanned.depthPath, "left out") { (frame) throws(ReadError) in
            if let depth = frame.rewritten?.depth { return depth }
            return try frame.package.depthMap(of: frame.scanned, options: frame.options, majority: frame.majority)
        }
        guard var depth = read else { return nil }
        guard depth.fits(intrinsics) else { return leaveOut(.depthUnreadable, DepthMap.otherShape) }
        if scanned.maskPath != nil {
            let mask = try guarded(
                .imageUnreadable, scanned.maskPath, "left out, since their mask can't be read"
            ) { (frame) throws(ReadError) in try frame.package.mask(of: frame.scanned) }
            guard let mask else { return nil }
            for y in 0..<depth.height {
                for x in 0..<depth.width where mask.hides(x: x, y: y, ofWidth: depth.width, height: depth.height) {
                    depth.samples[y * depth.width + x] = 0
                }
            }
        }
        var confidence = try confidence(depth)
        if let flat {
            let (map, pixels, leftOut) = flat.depth(depth)
            depth = map
            confidence = confidence.map { levels in pixels.map { $0 < 0 ? 0 : levels[Int($0)] } }
            find(.distortion, "made flat: straight lines are straight in depth and photo", scanned.depthPath, .note)
            if leftOut > 0.01 {
                find(.distortion, "cut: more than 1 % of the depth is too far from the middle", scanned.depthPath)
            }
        }
        let picture = use == .none ? nil : try picture(use == .colors ? depth : nil, flat)
        do throws(FrameDefect) {
            return try DepthFrame(
                samples: depth.samples, scale: depth.scale, width: depth.width, height: depth.height,
                confidence: confidence, picture: picture, intrinsics: flat?.camera ?? intrinsics, cameraToWorld: pose)
        } catch {
            return leaveOut(error.part.packageCode, error.message)
        }
    }

    /// A level for each pixel of depth; nil: unknown.
    private mutating func confidence(_ depth: DepthMap) throws(ReadError) -> [UInt8]? {
        let consequence = "used with all pixels"
        guard scanned.confidencePath != nil else {
            find(.confidenceMissing, "\(consequence): no confidence image", scanned.depthPath)
            return nil
        }
        let map = try guarded(.confidenceUnreadable, scanned.confidencePath, consequence) {
            (frame) throws(ReadError) in
            try frame.package.confidenceMap(of: frame.scanned, options: frame.options)
        }
        guard let map else { return nil }
        if map.coding == .unknown {
            find(
                .confidenceZero, "\(consequence): confidence is 0 everywhere", scanned.confidencePath)
            return nil
        }
        guard map.fits(depth) else {
            find(.confidenceUnreadable, "\(consequence): \(ConfidenceMap.otherShape)", scanned.confidencePath)
            return nil
        }
        if map.width == depth.width, map.height == depth.height { return map.levels }
        return (0..<depth.height).flatMap { y in
            (0..<depth.width).map { x in map.level(x: x, y: y, ofWidth: depth.width, height: depth.height) }
        }
    }

    /// - Parameter depth: at the size of which colours are all that is wanted; nil: the picture in full.
    private mutating func picture(_ depth: DepthMap?, _ flat: FlatView?) throws(ReadError) -> FramePicture? {
        guard let path = scanned.imagePath else { return nil }
        let consequence = "without colours"
        let image = try guarded(.imageUnreadable, path, consequence) { (frame) throws(ReadError) in
            if let file = frame.rewritten?.picture { return try PackageEntry(path: path, bytes: file).image() }
            return try frame.package.files[path]?.image()
        }
        guard let image else { return nil }
        if let camera = scanned.intrinsics, camera.width > 0, camera.height > 0,
            !camera.hasShape(width: image.width, height: image.height, within: 1)
        {
            find(.imageUnreadable, "\(consequence): the photo has another shape than its camera says", path)
            return nil
        }
        do throws(FrameDefect) {
            let picture = try FramePicture(rgb: image.rgbBytes, width: image.width, height: image.height)
            guard let flat else { return picture }
            // Twice the depth's sides are left, so that its pixels stay means of several.
            let part = depth.map { max(1, min(image.width / (2 * $0.width), image.height / (2 * $0.height))) } ?? 1
            let (width, height) = (image.width / part, image.height / part)
            let made = flat.picture(picture.colors(width: width, height: height), width: width, height: height)
            return try FramePicture(rgb: made.rgb, width: made.width, height: made.height)
        } catch {
            find(.imageUnreadable, "\(consequence): \(error.message)", path)
            return nil
        }
    }

    /// Runs `body`; an error becomes a finding, unless it ends all work.
    private mutating func guarded<R>(
        _ code: PackageCode, _ path: String?, _ consequence: String, _ body: (Self) throws(ReadError) -> R?
    ) throws(ReadError) -> R? {
        do throws(ReadError) { return try body(self) } catch {
            guard ![.cancelled, .memoryLimit].contains(error.code) else { throw error }
            find(code, "\(consequence): \(error.message)", path)
            return nil
        }
    }

    private mutating func leaveOut(_ code: PackageCode, _ message: String) -> DepthFrame? {
        find(code, "left out: \(message)", scanned.depthPath)
        return nil
    }

    private mutating func find(
        _ code: PackageCode, _ message: String, _ path: String?, _ severity: Diagnostic.Severity = .warning
    ) {
        findings.append(Diagnostic(code, severity, entry: path, "frames \(message)"))
    }
}

extension FrameDefect.Part {
    /// The code of what is wrong with this part.
    var packageCode: PackageCode {
        switch self {
        case .depth: .depthZero
        case .confidence: .confidenceUnreadable
        case .picture: .imageUnreadable
        case .intrinsics: .intrinsicsMissing
        case .pose: .poseNotRigid
        }
    }
}
