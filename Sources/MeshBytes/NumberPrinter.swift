/// Numbers as text: the shortest digits that read back as the same value, the same on every platform and locale.
///
/// - Form: plain decimals without an exponent for 1e-5 ≤ |x| < 1e16, integral values without a point (`1`, `-0`), else
///   one digit before the point and an exponent with its sign (`1.5e-7`, `1e+22`); `nan`, `inf`, `-inf`.
public enum NumberPrinter {
    /// The most bytes that one number takes.
    public static let maximumByteCount = 32

    /// Writes a float32 and returns the number of bytes; `target` must have room for ``maximumByteCount``.
    public static func write(_ value: Float, to target: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe copy(form(value.description), to: target)
    }

    /// Writes a float64 and returns the number of bytes; `target` must have room for ``maximumByteCount``.
    public static func write(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe copy(form(value.description), to: target)
    }

    /// Writes a signed integer and returns the number of bytes; `target` must have room for ``maximumByteCount``.
    public static func write(_ value: Int64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe copy(value.description, to: target)
    }

    /// Writes an unsigned integer and returns the number of bytes; `target` must have room for ``maximumByteCount``.
    public static func write(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe copy(value.description, to: target)
    }

    /// A float32 as text.
    public static func text(_ value: Float) -> String { unsafe text { unsafe write(value, to: $0) } }
    /// A float64 as text.
    public static func text(_ value: Double) -> String { unsafe text { unsafe write(value, to: $0) } }

    private static func text(_ body: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
        unsafe String(unsafeUninitializedCapacity: maximumByteCount) { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe body(base)
        }
    }

    private static func form(_ description: String) -> String {
        description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }

    private static func copy(_ text: String, to target: UnsafeMutablePointer<UInt8>) -> Int {
        var count = 0
        for byte in text.utf8 {
            unsafe target[count] = byte
            count += 1
        }
        return count
    }
}
