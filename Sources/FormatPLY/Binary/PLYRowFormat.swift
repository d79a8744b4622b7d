import MeshBytes
import MeshModel

/// The sequence of numbers in a row: enough to swap or print their bytes.
struct PLYRowFormat: Sendable {
    private enum Step: Sendable {
        case scalars(ScalarType, Int)
        case list(ScalarType, ScalarType)
    }

    private var steps: [Step] = []
    /// The number of bytes of a row; nil when there are lists.
    let fixedByteCount: Int?

    /// The format of rows with these properties.
    init(_ properties: [PLYProperty]) {
        for property in properties {
            if let countType = property.countType {
                steps.append(.list(countType, property.type))
            } else if case .scalars(property.type, let count) = steps.last {
                steps[steps.count - 1] = .scalars(property.type, count + 1)
            } else {
                steps.append(.scalars(property.type, 1))
            }
        }
        fixedByteCount =
            properties.contains { $0.isList } ? nil : properties.reduce(0) { $0 + $1.type.byteCount }
    }

    /// Reverses the bytes of every number in `rows` rows.
    ///
    /// - Bounds: never leaves `bytes`; rows that would are unchanged.
    func swap(_ bytes: UnsafeMutableRawBufferPointer, rows: Int, isFrom order: ByteOrder) {
        guard let base = bytes.baseAddress else { return }
        var position = 0
        for _ in 0..<rows {
            for step in steps {
                switch step {
                case .scalars(let type, let count):
                    guard position + count * type.byteCount <= bytes.count else { return }
                    unsafe PLYByteSwap.swap(base + position, count: count, width: type.byteCount)
                    position += count * type.byteCount
                case .list(let countType, let type):
                    let reader = unsafe PLYRowBytes(unsafe: UnsafeRawBufferPointer(bytes), byteOrder: order)
                    guard let count = reader.integer(countType, at: position), count >= 0,
                        count <= Int64(bytes.count)
                    else { return }
                    unsafe PLYByteSwap.swap(base + position, count: 1, width: countType.byteCount)
                    position += countType.byteCount
                    guard position + Int(count) * type.byteCount <= bytes.count else { return }
                    unsafe PLYByteSwap.swap(base + position, count: Int(count), width: type.byteCount)
                    position += Int(count) * type.byteCount
                }
            }
        }
    }

    /// Prints `rows` rows of numbers in the machine's byte order, one row per line.
    ///
    /// - Bounds: never leaves `bytes`; it stops at a row that would.
    func print(_ bytes: UnsafeRawBufferPointer, rows: Int, lineEnd: PLYHeader.LineEnd, to text: inout TextBuffer) {
        guard let base = bytes.baseAddress else { return }
        let reader = unsafe PLYRowBytes(unsafe: bytes, byteOrder: .native)
        var position = 0
        for _ in 0..<rows {
            var isFirst = true
            for step in steps {
                switch step {
                case .scalars(let type, let count):
                    guard position + count * type.byteCount <= bytes.count else { return }
                    unsafe print(base + position, type, count, &isFirst, &text)
                    position += count * type.byteCount
                case .list(let countType, let type):
                    guard let count = reader.integer(countType, at: position), count >= 0,
                        count <= Int64(bytes.count)
                    else { return }
                    if !isFirst { text.append(byte: 0x20) }
                    isFirst = false
                    text.append(count)
                    position += countType.byteCount
                    guard position + Int(count) * type.byteCount <= bytes.count else { return }
                    unsafe print(base + position, type, Int(count), &isFirst, &text)
                    position += Int(count) * type.byteCount
                }
            }
            switch lineEnd {
            case .lineFeed: text.append(byte: 0x0A)
            case .carriageReturn: text.append(byte: 0x0D)
            case .both: text.append("\r\n")
            }
        }
    }

    @inline(__always)
    private func print(
        _ base: UnsafeRawPointer, _ type: ScalarType, _ count: Int, _ isFirst: inout Bool, _ text: inout TextBuffer
    ) {
        for index in 0..<count {
            if !isFirst { text.append(byte: 0x20) }
            isFirst = false
            let place = unsafe base + index &* type.byteCount
            switch type {
            case .float32: unsafe text.append(place.loadUnaligned(as: Float.self))
            case .float64: unsafe text.append(place.loadUnaligned(as: Double.self))
            case .int8: unsafe text.append(Int64(place.loadUnaligned(as: Int8.self)))
            case .uint8: unsafe text.append(Int64(place.loadUnaligned(as: UInt8.self)))
            case .int16: unsafe text.append(Int64(place.loadUnaligned(as: Int16.self)))
            case .uint16, .float16: unsafe text.append(Int64(place.loadUnaligned(as: UInt16.self)))
            case .int32: unsafe text.append(Int64(place.loadUnaligned(as: Int32.self)))
            case .uint32: unsafe text.append(Int64(place.loadUnaligned(as: UInt32.self)))
            case .int64: unsafe text.append(place.loadUnaligned(as: Int64.self))
            case .uint64: unsafe text.append(place.loadUnaligned(as: UInt64.self))
            }
        }
    }
}
