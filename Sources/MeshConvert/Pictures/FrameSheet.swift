import MeshRender
import ScanPackages

/// Depth or confidence of a package's frames on one sheet.
struct FrameSheet {
    private let package: ScanPackage
    private let options: Preview.Options

    init(_ package: ScanPackage, _ options: Preview.Options) { (self.package, self.options) = (package, options) }

    func picture() throws(RenderError) -> (RenderedPicture, [String]) {
        let isDepth = options.subject == .depth
        let frames = package.frames.filter { (isDepth ? $0.depthPath : $0.confidencePath) != nil }
        guard !frames.isEmpty else {
            throw RenderError(
                "expected frames with \(options.subject), found \(package.frames.count) frames and none with it")
        }
        let step = (frames.count - 1) / max(options.mostFrames, 1) + 1
        let majority = isDepth ? package.depthMajority() : nil
        var pictures: [RenderedPicture] = []
        var unread = 0
        for index in stride(from: 0, to: frames.count, by: step) {
            let picture = isDepth ? try depth(frames[index], majority) : try confidence(frames[index])
            guard let picture else {
                unread += 1
                continue
            }
            // Frames of another size don't fit onto the sheet.
            if let first = pictures.first, (first.width, first.height) != (picture.width, picture.height) {
                unread += 1
                continue
            }
            pictures.append(picture)
        }
        guard let first = pictures.first else {
            throw RenderError("expected frames with \(options.subject), found \(unread) that can't be read")
        }
        // About as wide as high.
        let columns = (1...pictures.count).first { columns in
            columns * first.width >= ((pictures.count - 1) / columns + 1) * first.height
        }
        let sheet = try RenderedPicture.contactSheet(pictures, columns: columns ?? 1)
        return (sheet, unread > 0 ? ["frames that can't be read, or have another size: \(unread)"] : [])
    }

    private func depth(_ frame: ScanFrame, _ majority: DepthByteOrder?) throws(RenderError) -> RenderedPicture? {
        guard let map = try? package.depthMap(of: frame, majority: majority) else { return nil }
        return try DepthPicture.depth(
            map.samples.map { Float(Double($0) * map.scale) }, width: map.width, height: map.height)
    }

    private func confidence(_ frame: ScanFrame) throws(RenderError) -> RenderedPicture? {
        guard let map = try? package.confidenceMap(of: frame) else { return nil }
        return try DepthPicture.confidence(map.levels, width: map.width, height: map.height)
    }
}
