import MeshFormats
import MeshImages

/// A decoded mask of a frame: the pixels that are not to be used.
struct FrameMask {
    private let size: (width: Int, height: Int)
    private let samples: [UInt8]
    private let showsPersons: Bool

    fileprivate init(_ image: PixelImage, showsPersons: Bool) {
        size = (image.width, image.height)
        samples = image.firstChannel
        self.showsPersons = showsPersons
    }

    /// Whether the nearest pixel of the mask hides a pixel of an image of another size: a person's is above 128, as in
    /// the app; one that is not to be kept is 0.
    func hides(x: Int, y: Int, ofWidth width: Int, height: Int) -> Bool {
        let sample = samples[NearestPixel.index(x: x, y: y, of: (width, height), in: size)]
        return showsPersons ? sample > PersonMask.threshold : sample == 0
    }
}

extension ScanPackage {
    /// Whether a frame's mask shows persons (255 = person). The app keeps such masks of phone frames on the device; all
    /// other masks say what to keep (255 = keep), those of packages that meshconv wrote too.
    func hasMaskOfPersons(_ frame: ScanFrame) -> Bool {
        frame.maskPath != nil && kind == .scan4D && frame.kind == .phone && metadata?.origin == nil
    }

    /// Decodes the mask of a frame, without keeping it; nil if the frame has none.
    func mask(of frame: ScanFrame) throws(ReadError) -> FrameMask? {
        guard let path = frame.maskPath, let entry = files[path] else { return nil }
        return FrameMask(try entry.png(), showsPersons: hasMaskOfPersons(frame))
    }
}
