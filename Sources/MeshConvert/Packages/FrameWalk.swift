import MeshBytes
import MeshFormats
import Reconstruction
import ScanPackages

/// The depth frames of one or more packages, decoded several at a time; none is kept.
struct FrameWalk {
    private let readers: [DepthFrameReader]
    /// The packages' names where there are several, since their frames may have the same names.
    private let names: [String]
    private let conversion: ConvertOptions
    /// The frames that are used, and the indices of their readers.
    private var frames: [(reader: Int, frame: ScanFrame)] = []

    /// - Parameter mostFrames: the most frames of a package: of more, every second, third and so on is decoded.
    init(
        _ readers: [DepthFrameReader], names: [String] = [], mostFrames: Int = .max, _ conversion: ConvertOptions
    ) {
        (self.readers, self.names, self.conversion) = (readers, names, conversion)
        for (index, reader) in readers.enumerated() {
            let step = max(reader.frames.count - 1, 0) / max(mostFrames, 1) + 1
            let chosen = stride(from: 0, to: reader.frames.count, by: step)
            frames += chosen.map { (index, reader.frames[$0]) }
        }
    }

    /// The number of frames that are used.
    var count: Int { frames.count }

    /// Hands each frame to `body`, or nil for one that can't be used, with what there is to say about it; in the order of
    /// packages and names.
    ///
    /// - Throws: an error of `body`; that the work was cancelled, or a limit was reached.
    func forEach(
        pictures: PictureUse, _ body: (DepthFrame?, [Diagnostic]) throws(ReadError) -> Void
    ) throws(ReadError) {
        let size = conversion.execution.threads * 2
        for first in stride(from: 0, to: frames.count, by: size) {
            let part = frames[first..<min(first + size, frames.count)]
            let decoded = conversion.execution.workers.map(part.count) { place in
                Result { () throws(ReadError) in
                    try readers[part[first + place].reader].decode(part[first + place].frame, picture: pictures)
                }
            }
            for (one, result) in zip(part, decoded) {
                do throws(SystemError) { try conversion.work?.lookUp() } catch { throw ReadError(error) }
                let decoded = try result.get()
                try body(decoded.frame, decoded.findings.map { located($0, one.reader) })
            }
        }
    }

    /// Leaves out frames for good. One that can't be used stays, so that it is told why.
    ///
    /// - Parameter isTooMany: says which; called in order.
    /// - Returns: the number of frames left out.
    mutating func leaveOut(_ isTooMany: (DepthFrame) -> Bool) throws(ReadError) -> Int {
        var kept: [(reader: Int, frame: ScanFrame)] = []
        var index = 0
        try forEach(pictures: .none) { frame, _ in
            if frame.map({ !isTooMany($0) }) ?? true { kept.append(frames[index]) }
            index += 1
        }
        defer { frames = kept }
        return frames.count - kept.count
    }

    /// Says of which package a finding is.
    private func located(_ finding: Diagnostic, _ package: Int) -> Diagnostic {
        guard names.indices.contains(package) else { return finding }
        var finding = finding
        finding.location = .sideFile(names[package], finding.location)
        return finding
    }
}
