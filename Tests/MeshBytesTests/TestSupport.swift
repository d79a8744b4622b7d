import MeshBytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Random bits that are the same on every run (splitmix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

/// The number of random numbers in a test; `MESHCONV_NUMBER_SAMPLES` sets more, and `meshconformance --numbers` tries
/// millions.
let numberSamples: Int = {
    guard let text = unsafe getenv("MESHCONV_NUMBER_SAMPLES"), let count = unsafe Int(String(cString: text)) else {
        return 40_000
    }
    return count
}()

/// A folder for one test, removed with its files at the end.
final class TemporaryFolder {
    let path: String

    init() {
        var generator = SystemRandomNumberGenerator()
        path = "/tmp/meshbytes-test-\(generator.next())"
        _ = unsafe mkdir(path, 0o755)
    }

    deinit {
        for name in names { _ = unsafe unlink(path + "/" + name) }
        _ = unsafe chmod(path, 0o755)
        _ = unsafe rmdir(path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// The names in the folder, sorted.
    var names: [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { _ = unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func write(_ name: String, _ bytes: [UInt8]) {
        guard let stream = unsafe fopen(file(name), "wb") else { return }
        _ = unsafe fwrite(bytes, 1, bytes.count, stream)
        _ = unsafe fclose(stream)
    }

    func write(_ name: String, _ text: String) { write(name, Array(text.utf8)) }

    func bytes(_ name: String) -> [UInt8]? {
        guard let stream = unsafe fopen(file(name), "rb") else { return nil }
        defer { _ = unsafe fclose(stream) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe fread(&part, 1, part.count, stream)
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
    }

    func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }
}

/// Reads one number from a whole text; nil unless all of it was used.
///
/// It is read twice, alone and followed by blanks, because another reader is used near the end of a text; both must
/// give the same bits.
func read<R: Equatable>(_ text: String, _ body: (inout TextCursor) -> R?) -> R? {
    var bytes = Array(text.utf8)
    let count = bytes.count
    func result() -> R? {
        TextCursor.over(bytes) { cursor in
            let result = body(&cursor)
            return cursor.position == count ? result : nil
        }
    }
    let alone = result()
    bytes.append(contentsOf: repeatElement(0x20, count: 40))
    let padded = result()
    // NaN differs from itself.
    return padded == alone || alone != alone ? padded : nil
}

/// The digits of a number in a text, without zeros at either end, and the power of ten of the last digit.
///
/// Up to nineteen digits, the maximum of shortest texts.
struct SignificantDigits: Equatable {
    var digits: UInt64 = 0
    var exponent = 0

    init(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var isFraction = false
            // Zeros that count only if another digit follows.
            var zeros = 0
            var index = 0
            while index < bytes.count {
                let byte = unsafe bytes[index]
                index += 1
                if byte == 0x2E {
                    isFraction = true
                } else if byte | 0x20 == 0x65 {
                    exponent += Int(unsafe String(decoding: bytes[index...], as: UTF8.self)) ?? 0
                    break
                } else if byte != 0x2D {
                    zeros += 1
                    if isFraction { exponent -= 1 }
                    guard byte != 0x30 else { continue }
                    for _ in 0..<zeros { digits = digits &* 10 }
                    digits &+= UInt64(byte &- 0x30)
                    zeros = 0
                }
            }
            exponent += zeros
        }
        if digits == 0 { exponent = 0 }
    }
}

/// Parts of a large number of samples, each with its own seed, which tests run in parallel.
let sampleParts = Array(UInt64(0)..<4)
