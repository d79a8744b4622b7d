import MeshFormats
import MeshImages
import MeshModel
import Reconstruction

/// Decodes the images of one frame, and collects what is wrong with them.
struct FrameDecoding {
    let reader: DepthFrameReader
    let scanned: ScanFrame
    let majority: DepthByteOrder?
    private(set) var findings: [Diagnostic] = []

    init(reader: DepthFrameReader, scanned: ScanFrame, majority: DepthByteOrder?) {
        (self.reader, self.scanned, self.majority) = (reader, scanned, majority)
    }

    /// Returns the frame; nil if it can't be used.
    mutating func frame(_ pose: Affine?, withPicture: Bool) throws(ReadError) -> DepthFrame? {
        guard let pose else { return leaveOut(.poseMissing, "expected a pose, found none") }
        guard let intrinsics = scanned.intrinsics, intrinsics.isUsable else {
            return leaveOut(.intrinsicsMissing, "expected the camera's intrinsics, found none")
        }
        let reader = reader
        let (scanned, majority) = (scanned, majority)
        guard
            var depth = try read(
                .depthUnreadable, scanned.depthPath, "left out",
                { () throws(ReadError) in
                    try reader.package.depthMap(of: scanned, options: reader.options, majority: majority)
                }) ?? nil
        else { return nil }
        if let path = scanned.maskPath {
            guard
                let mask = try image(path, .imageUnreadable, "left out, since they may show what a mask hides")
            else { return nil }
            Self.hide(mask, &depth)
        }
        let confidence = try confidence(depth)
        let picture = withPicture ? try picture() : nil
        do throws(FrameDefect) {
            return try DepthFrame(
                samples: depth.samples, scale: depth.scale, width: depth.width, height: depth.height,
                confidence: confidence, picture: picture, intrinsics: intrinsics, cameraToWorld: pose)
        } catch {
            return leaveOut(error.part.packageCode, error.message)
        }
    }

    /// A level for each pixel of depth; nil: unknown.
    private mutating func confidence(_ depth: DepthMap) throws(ReadError) -> [UInt8]? {
        let (reader, scanned) = (reader, scanned)
        guard
            let map = try read(
                .confidenceUnreadable, scanned.confidencePath, "of which all pixels count",
                { () throws(ReadError) in try reader.package.confidenceMap(of: scanned, options: reader.options) })
                ?? nil
        else { return nil }
        if map.coding == .unknown {
            find(
                .confidenceZero, "of which all pixels count: expected confidence, found zeros alone",
                scanned.confidencePath
            )
            return nil
        }
        if map.width == depth.width, map.height == depth.height { return map.levels }
        var levels: [UInt8] = []
        levels.reserveCapacity(depth.samples.count)
        for y in 0..<depth.height {
            for x in 0..<depth.width {
                levels.append(map.level(x: x, y: y, ofWidth: depth.width, height: depth.height))
            }
        }
        return levels
    }

    private mutating func picture() throws(ReadError) -> FramePicture? {
        guard let path = scanned.imagePath else { return nil }
        guard let image = try image(path, .imageUnreadable, "without colours") else { return nil }
        do throws(FrameDefect) {
            return try FramePicture(rgb: image.rgbBytes, width: image.width, height: image.height)
        } catch {
            find(.imageUnreadable, "without colours: \(error.message)", path)
            return nil
        }
    }

    private mutating func image(
        _ path: String, _ code: PackageCode, _ consequence: String
    ) throws(ReadError) -> PixelImage? {
        let reader = reader
        return try read(code, path, consequence) { () throws(ReadError) in try reader.package.files[path]?.image() }
            ?? nil
    }

    /// Reads a file; an error becomes a finding, unless it ends all work.
    private mutating func read<R>(
        _ code: PackageCode, _ path: String?, _ consequence: String, _ body: () throws(ReadError) -> R
    ) throws(ReadError) -> R? {
        do throws(ReadError) { return try body() } catch {
            guard ![.cancelled, .memoryLimit].contains(error.code) else { throw error }
            find(code, "\(consequence): \(error.message)", path)
            return nil
        }
    }

    private mutating func leaveOut(_ code: PackageCode, _ message: String) -> DepthFrame? {
        find(code, "left out: \(message)", scanned.depthPath)
        return nil
    }

    private mutating func find(_ code: PackageCode, _ message: String, _ path: String?) {
        findings.append(Diagnostic(code, .warning, entry: path, "frames \(message)"))
    }

    /// Takes away the depth of pixels whose middles a mask of any size hides.
    private static func hide(_ mask: PixelImage, _ depth: inout DepthMap) {
        let kept = mask.firstChannel
        for y in 0..<depth.height {
            let row = (2 * y + 1) * mask.height / (2 * depth.height)
            for x in 0..<depth.width where kept[row * mask.width + (2 * x + 1) * mask.width / (2 * depth.width)] == 0 {
                depth.samples[y * depth.width + x] = 0
            }
        }
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

extension PixelImage {
    /// Three bytes a pixel: red, green and blue; grey three times, alpha left out, 16 bits cut to 8.
    var rgbBytes: [UInt8] {
        let bytes: [UInt8]
        switch samples {
        case .bytes(let all): bytes = all
        case .words(let words): bytes = words.map { UInt8(truncatingIfNeeded: $0 >> 8) }
        }
        if layout == .rgb { return bytes }
        let channels = layout.rawValue
        let (green, blue) = channels < 3 ? (0, 0) : (1, 2)
        var rgb: [UInt8] = []
        rgb.reserveCapacity(width * height * 3)
        for pixel in stride(from: 0, to: bytes.count, by: channels) {
            rgb.append(bytes[pixel])
            rgb.append(bytes[pixel + green])
            rgb.append(bytes[pixel + blue])
        }
        return rgb
    }
}
