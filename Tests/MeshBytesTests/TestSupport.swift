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

/// How many random numbers a test tries: more by hand with `MESHCONV_NUMBER_SAMPLES`.
let numberSamples: Int = {
    guard let text = unsafe getenv("MESHCONV_NUMBER_SAMPLES"), let count = unsafe Int(String(cString: text)) else {
        return 300_000
    }
    return count
}()

/// A folder of its own for one test, removed with its files in the end.
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

/// Reads one number from the whole of a text; nil unless all of it was used.
func read<R>(_ text: String, _ body: (inout TextCursor) -> R?) -> R? {
    TextCursor.over(Array(text.utf8)) { cursor in
        let result = body(&cursor)
        return cursor.isAtEnd ? result : nil
    }
}
