/// Scales rows of a component with fewer samples to the image's width and height.
///
/// At half the resolution, each new sample is three quarters of the nearer and one quarter of the farther neighbour,
/// rounded up and down alternately, as in libjpeg-turbo. Otherwise samples are repeated.
///
/// - Bounds: rows and columns read are below the component's height and width; at most the width times the scale is written,
///   less than four samples more than the image is wide.
struct JPEGUpsampler {
    private enum Method {
        case none, across, down, both
        case repeating(Int, Int)
    }

    private let component: JPEGFrame.Component
    private let method: Method

    init(_ frame: JPEGFrame, _ component: JPEGFrame.Component) {
        self.component = component
        let (across, down) = (frame.across / component.across, frame.down / component.down)
        // Narrower ones lack neighbours on both sides.
        let isWide = component.width > 2
        method =
            switch (across, down) {
            case (1, 1): .none
            case (2, 1) where isWide: .across
            case (1, 2): .down
            case (2, 2) where isWide: .both
            default: .repeating(across, down)
            }
    }

    /// Returns a row of the image.
    ///
    /// - Parameters:
    ///   - row: the row's index.
    ///   - samples: those of all components, as the frame stores them.
    ///   - scratch: has room for eight samples more than the image's width.
    /// - Returns: at least as many samples as the image is wide, in `samples` or in `scratch`.
    @inline(__always)
    func row(
        _ row: Int, _ samples: UnsafePointer<UInt8>, scratch: UnsafeMutablePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        let first = unsafe samples + component.firstSample
        let (stride, width) = (component.stride, component.width)
        switch method {
        case .none: return unsafe first + row * stride
        case .across: unsafe Self.widen(first + row * stride, width, to: scratch)
        case .down:
            let (near, far) = neighbors(row)
            unsafe Self.mix(first + near * stride, first + far * stride, width, row % 2 == 0 ? 1 : 2, to: scratch)
        case .both:
            let (near, far) = neighbors(row)
            unsafe Self.widen(first + near * stride, first + far * stride, width, to: scratch)
        case .repeating(let across, let down):
            let source = unsafe first + row / down * stride
            // The last sample may cover fewer pixels than others; there is room for all.
            for index in 0..<width {
                unsafe (scratch + index * across).update(repeating: source[index], count: across)
            }
        }
        return unsafe UnsafePointer(scratch)
    }

    /// The component's row nearest to a row of the image, and the one on its other side; at the edge both are equal.
    @inline(__always)
    private func neighbors(_ row: Int) -> (near: Int, far: Int) {
        let near = row / 2
        return (near, min(max(near + (row % 2 == 0 ? -1 : 1), 0), component.height - 1))
    }

    private static func widen(_ source: UnsafePointer<UInt8>, _ width: Int, to out: UnsafeMutablePointer<UInt8>) {
        let last = width &- 1
        unsafe out[0] = source[0]
        unsafe out[1] = UInt8(truncatingIfNeeded: (Int32(source[0]) &* 3 &+ Int32(source[1]) &+ 2) >> 2)
        for index in 1..<last {
            let value = unsafe Int32(source[index]) &* 3
            unsafe out[2 &* index] = UInt8(truncatingIfNeeded: (value &+ Int32(source[index &- 1]) &+ 1) >> 2)
            unsafe out[2 &* index &+ 1] = UInt8(truncatingIfNeeded: (value &+ Int32(source[index &+ 1]) &+ 2) >> 2)
        }
        unsafe out[2 &* last] = UInt8(
            truncatingIfNeeded: (Int32(source[last]) &* 3 &+ Int32(source[last &- 1]) &+ 1) >> 2)
        unsafe out[2 &* last &+ 1] = source[last]
    }

    private static func mix(
        _ near: UnsafePointer<UInt8>, _ far: UnsafePointer<UInt8>, _ width: Int, _ half: Int32,
        to out: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<width {
            unsafe out[index] = UInt8(truncatingIfNeeded: (Int32(near[index]) &* 3 &+ Int32(far[index]) &+ half) >> 2)
        }
    }

    private static func widen(
        _ near: UnsafePointer<UInt8>, _ far: UnsafePointer<UInt8>, _ width: Int, to out: UnsafeMutablePointer<UInt8>
    ) {
        @inline(__always)
        func sum(_ index: Int) -> Int32 { unsafe Int32(near[index]) &* 3 &+ Int32(far[index]) }
        let last = width &- 1
        unsafe out[0] = UInt8(truncatingIfNeeded: (sum(0) &* 4 &+ 8) >> 4)
        unsafe out[1] = UInt8(truncatingIfNeeded: (sum(0) &* 3 &+ sum(1) &+ 7) >> 4)
        for index in 1..<last {
            let value = sum(index) &* 3
            unsafe out[2 &* index] = UInt8(truncatingIfNeeded: (value &+ sum(index &- 1) &+ 8) >> 4)
            unsafe out[2 &* index &+ 1] = UInt8(truncatingIfNeeded: (value &+ sum(index &+ 1) &+ 7) >> 4)
        }
        unsafe out[2 &* last] = UInt8(truncatingIfNeeded: (sum(last) &* 3 &+ sum(last &- 1) &+ 8) >> 4)
        unsafe out[2 &* last &+ 1] = UInt8(truncatingIfNeeded: (sum(last) &* 4 &+ 7) >> 4)
    }
}
