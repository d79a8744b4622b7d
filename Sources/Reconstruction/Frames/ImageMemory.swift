// Bounds: the last row is compared with the memory before anything is copied.

/// An image in the caller's memory, as a camera's buffer has it; copied when a frame is made.
///
/// - Shape: `height` rows of `width` pixels; row r begins at byte `r × bytesPerRow`, which may include padding.
/// - Order: rows from the top; numbers in the machine's byte order, at any alignment.
/// - Ownership: the memory must stay readable until the initialiser that takes the image returns.
@safe public struct ImageMemory {
    /// The memory.
    let bytes: UnsafeRawBufferPointer
    /// The pixels of a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The distance between rows in bytes.
    public let bytesPerRow: Int

    /// Creates a view; whether the rows lie inside of `bytes` is checked when a frame is made.
    ///
    /// - Parameters:
    ///   - bytes: the memory; a buffer's base address and its size.
    ///   - width: the pixels of a row.
    ///   - height: the number of rows.
    ///   - bytesPerRow: the distance between rows in bytes; nil: rows follow each other, with `bytesPerPixel` each.
    ///   - bytesPerPixel: the bytes of a pixel; used only without `bytesPerRow`.
    public init(
        _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int? = nil, bytesPerPixel: Int = 1
    ) {
        unsafe self.bytes = unsafe bytes
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow ?? width.multipliedReportingOverflow(by: bytesPerPixel).partialValue
    }

    /// Returns a packed copy of all values, row after row.
    ///
    /// - Parameters:
    ///   - channels: the values of a pixel.
    ///   - zero: a value to fill the memory with.
    ///   - part: the part of the frame, for errors.
    /// - Throws: a defect if the size is not one of an image, or rows would not lie inside of the memory.
    func values<T: BitwiseCopyable>(
        channels: Int, zero: T, part: FrameDefect.Part
    ) throws(FrameDefect) -> ContiguousArray<T> {
        guard (1...DepthFrame.sideLimit).contains(width), (1...DepthFrame.sideLimit).contains(height) else {
            throw FrameDefect(
                part, "expected an image of 1 to \(DepthFrame.sideLimit) pixels a side, found \(width) × \(height)")
        }
        let row = width * channels * MemoryLayout<T>.size
        let (last, overflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
        let count = unsafe bytes.count
        guard !overflow, bytesPerRow >= row, count >= row, last <= count - row else {
            throw FrameDefect(
                part, "expected \(height) rows of \(row) bytes every \(bytesPerRow) bytes, found \(count) bytes")
        }
        var values = ContiguousArray<T>(repeating: zero, count: width * height * channels)
        unsafe values.withUnsafeMutableBytes { target in
            for index in 0..<height {
                // Inside of both: the rows were checked against the memory, and the array has room for each.
                let from = index * bytesPerRow
                let source = unsafe UnsafeRawBufferPointer(rebasing: bytes[from..<from + row])
                let place = unsafe UnsafeMutableRawBufferPointer(rebasing: target[index * row..<(index + 1) * row])
                unsafe place.copyMemory(from: source)
            }
        }
        return values
    }
}
