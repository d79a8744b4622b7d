// Bounds: each row writes `width × channels` samples of the image; a component's row has at least `width`, and its
// scratch eight more.

/// Assembles pixels from the components' samples: scales them to one size, and converts their colours to RGB.
struct JPEGAssembly {
    private let frame: JPEGFrame
    private let model: JPEGSegments.ColorModel

    init(_ frame: JPEGFrame, _ model: JPEGSegments.ColorModel) {
        self.frame = frame
        self.model = model
    }

    /// Returns the pixels: rows from the top, grey or RGB.
    ///
    /// - Parameter samples: those of all components, as the frame stores them.
    func pixels(_ samples: [UInt8]) -> [UInt8] {
        precondition(samples.count == frame.sampleCount, "samples are those of the frame")
        let channels = frame.components.count == 1 ? 1 : 3
        // A scaled row of a component has up to three samples more than the image.
        let rowSize = frame.width + 8
        var rows = [UInt8](repeating: 0, count: rowSize * frame.components.count)
        let color = JPEGColor()
        return unsafe [UInt8](unsafeUninitializedCapacity: frame.width * frame.height * channels) { target, count in
            count = frame.width * frame.height * channels
            unsafe samples.withUnsafeBufferPointer { samples in
                unsafe rows.withUnsafeMutableBufferPointer { rows in
                    guard let first = samples.baseAddress, let scratch = rows.baseAddress,
                        let target = target.baseAddress
                    else { return }
                    let upsamplers = frame.components.map { JPEGUpsampler(frame, $0) }
                    for row in 0..<frame.height {
                        let out = unsafe target + row * frame.width * channels
                        @inline(__always)
                        func component(_ index: Int) -> UnsafePointer<UInt8> {
                            unsafe upsamplers[index].row(row, first, scratch: scratch + index * rowSize)
                        }
                        switch model {
                        case .gray: unsafe out.update(from: component(0), count: frame.width)
                        case .rgb:
                            unsafe color.interleave(
                                component(0), component(1), component(2), count: frame.width, to: out)
                        case .yCbCr:
                            unsafe color.convert(component(0), component(1), component(2), count: frame.width, to: out)
                        case .cmyk:
                            unsafe color.interleave(
                                component(0), component(1), component(2), count: frame.width, to: out)
                            unsafe color.darken(out, component(3), count: frame.width)
                        case .ycck:
                            unsafe color.convert(component(0), component(1), component(2), count: frame.width, to: out)
                            unsafe color.invert(out, count: frame.width * 3)
                            unsafe color.darken(out, component(3), count: frame.width)
                        }
                    }
                }
            }
        }
    }
}
