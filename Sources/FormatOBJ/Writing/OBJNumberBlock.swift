import MeshBytes
import MeshModel

// Bounds: a row writes at most `maximumByteCount` bytes, which the caller has reserved; a code writes 16 of the 33
// bytes of its number.

/// Some rows of ``OBJNumbers`` in memory, ready to be printed.
///
/// Columns are read in blocks, never value by value.
struct OBJNumberBlock {
    private let numbers: OBJNumbers
    private let stored: Int
    private let padding: Int
    private var floats: ContiguousArray<Float> = []
    private var doubles: ContiguousArray<Double> = []
    private var integers: ContiguousArray<Int64> = []

    /// Reads the rows in `rows`.
    init(_ numbers: OBJNumbers, _ rows: Range<Int>) {
        self.numbers = numbers
        stored = numbers.column?.components ?? 0
        padding = max(0, numbers.width - stored)
        guard let column = numbers.column else { return }
        switch numbers.form {
        case .float32: column.read(rows, into: &floats)
        case .float64: column.read(rows, into: &doubles)
        case .whole: column.read(rows, into: &integers)
        case .code(255) where column.type == .uint8: column.read(rows, into: &integers)
        case .code(let most):
            column.read(rows, into: &doubles)
            floats = ContiguousArray(doubles.map { Float(Self.clamped($0 / most)) })
        case .unit32(let scale):
            column.read(rows, into: &doubles)
            floats = ContiguousArray(doubles.map { Float(Self.clamped($0 / scale)) })
        case .unit64(let scale):
            column.read(rows, into: &doubles)
            for index in doubles.indices { doubles[index] = Self.clamped(doubles[index] / scale) }
        }
    }

    /// The nearest value in 0…1; NaN becomes 0.
    static func clamped(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }

    /// Writes a blank and a number for each component of a row, and returns the end of the text.
    @inline(__always)
    func write(_ row: Int, to target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        var p = unsafe target
        let first = row &* stored
        let count = min(stored, numbers.width)
        switch numbers.form {
        case .code(255) where floats.isEmpty && !integers.isEmpty:
            for index in first..<first &+ count { unsafe p = OBJColorCodes.write(integers[index], to: p) }
        case .float32, .unit32, .code:
            for index in first..<first &+ count {
                unsafe p.pointee = 0x20
                unsafe p += 1
                unsafe p += NumberPrinter.write(floats[index], to: p)
            }
        case .float64, .unit64:
            for index in first..<first &+ count {
                unsafe p.pointee = 0x20
                unsafe p += 1
                unsafe p += NumberPrinter.write(doubles[index], to: p)
            }
        case .whole:
            for index in first..<first &+ count {
                unsafe p.pointee = 0x20
                unsafe p += 1
                unsafe p += NumberPrinter.write(integers[index], to: p)
            }
        }
        for _ in 0..<padding {
            unsafe p.pointee = 0x20
            unsafe p[1] = numbers.filling
            unsafe p += 2
        }
        return unsafe p
    }
}

/// The 256 texts of an 8-bit code as a fraction: a blank and the shortest float32 digits of k ÷ 255.
enum OBJColorCodes {
    /// Sixteen bytes for each code as two words, and the number of bytes used.
    private static let texts: ContiguousArray<(UInt64, UInt64, Int)> = {
        var texts: ContiguousArray<(UInt64, UInt64, Int)> = []
        for code in 0..<256 {
            var words: [UInt64] = [0, 0]
            let bytes = Array(" \(NumberPrinter.text(Float(Double(code) / 255)))".utf8)
            for (index, byte) in bytes.prefix(16).enumerated() {
                words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
            }
            texts.append((words[0].littleEndian, words[1].littleEndian, min(bytes.count, 16)))
        }
        return texts
    }()

    /// Writes the text of a code and returns its end; sixteen bytes must be free.
    @inline(__always)
    static func write(_ code: Int64, to target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let text = texts[Int(code & 0xFF)]
        let raw = UnsafeMutableRawPointer(target)
        unsafe raw.storeBytes(of: text.0, as: UInt64.self)
        unsafe raw.storeBytes(of: text.1, toByteOffset: 8, as: UInt64.self)
        return unsafe target + text.2
    }
}
