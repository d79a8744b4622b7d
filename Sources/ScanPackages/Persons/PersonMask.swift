public import MeshFormats
import MeshImages

/// Where persons are in a frame, as the device saw it during the capture: the mask that it keeps beside the frame, which
/// never leaves the device.
///
/// It covers the view of the picture and of depth, which have other sizes.
public struct PersonMask: Hashable, Sendable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Rows from the top: above 128 is a person.
    public let samples: [UInt8]

    /// Creates a mask.
    ///
    /// - Parameters:
    ///   - width: the pixels of a row, at least 1.
    ///   - height: the rows, at least 1.
    ///   - samples: `height` rows of `width`; another count traps.
    public init(width: Int, height: Int, samples: [UInt8]) {
        precondition(width > 0 && height > 0 && samples.count == width * height, "a sample for each pixel")
        (self.width, self.height, self.samples) = (width, height, samples)
    }

    /// Whether there is a person anywhere.
    public var showsPersons: Bool { samples.contains { $0 > Self.threshold } }

    /// Whether a person is at a pixel of an image of the same view, judged by the nearest pixel of the mask.
    ///
    /// - Parameters:
    ///   - x: the column of the image's pixel, 0 ..< `width`.
    ///   - y: its row, 0 ..< `height`.
    ///   - width: the width of the image.
    ///   - height: its height.
    public func isPerson(x: Int, y: Int, ofWidth width: Int, height: Int) -> Bool {
        samples[NearestPixel.index(x: x, y: y, of: (width, height), in: (self.width, self.height))] > Self.threshold
    }

    /// The app's own.
    static let threshold = 128
}

extension ScanPackage {
    /// Decodes the mask of persons of a frame, without keeping it; nil if the frame has none.
    ///
    /// - Throws: an error that names the mask, if it can't be decoded.
    public func personMask(of frame: ScanFrame) throws(ReadError) -> PersonMask? {
        guard hasMaskOfPersons(frame), let entry = frame.maskPath.flatMap({ files[$0] }) else { return nil }
        let image = try entry.png()
        return PersonMask(width: image.width, height: image.height, samples: image.firstChannel)
    }
}
