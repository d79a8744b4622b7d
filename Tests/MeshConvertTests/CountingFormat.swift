import MeshBytes
import MeshConformance
import MeshConvert
import MeshFormats
import Testing

/// How often something was asked.
final class Counts: @unchecked Sendable {
    private let lock = Lock()
    private var all: [String: Int] = [:]
    subscript(_ name: String) -> Int { lock.withLock { all[name] ?? 0 } }
    func add(_ name: String) { lock.withLock { all[name, default: 0] += 1 } }
}

/// Counts what conversions ask of a format that takes every input for its own.
struct CountingFormat<Wrapped: ReadableFormat & WritableFormat>: WrappingFormat {
    let format: Wrapped
    let counts: Counts

    func recognizes(_ head: [UInt8]) -> Bool {
        counts.add("detected")
        return true
    }
    func leastMemory(toRead input: Input, options: ReadOptions) -> Int {
        counts.add("measured")
        return format.leastMemory(toRead: input, options: options)
    }
    func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        counts.add("read")
        return try format.read(input, options: options)
    }
}

extension Counts {
    /// A pipeline with one standard format whose questions are counted here.
    func pipeline(_ name: String) throws -> Pipeline {
        func counting(_ format: some ReadableFormat & WritableFormat) -> any Format {
            CountingFormat(format: format, counts: self)
        }
        let format = try #require(StandardFormats.format(named: name) as? any ReadableFormat & WritableFormat)
        return Pipeline([counting(format)] + StandardFormats.all)
    }
}
