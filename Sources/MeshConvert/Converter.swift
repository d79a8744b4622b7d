import MeshBytes
import MeshFormats

/// Does many conversions beside each other within one budget of memory.
///
/// A conversion begins when what it is expected to need fits what is left of the budget; until then it waits, first come,
/// first served. Servers and apps keep one converter and hand it everything.
public final class Converter: Sendable {
    /// The bytes of memory that conversions may be expected to need together.
    public var budget: Int { admission.budget }
    private let pipeline: Pipeline
    private let admission: Admission

    /// A converter with a budget.
    ///
    /// - Parameters:
    ///   - memory: the budget in bytes; nil: half of what the container or the machine has.
    ///   - pipeline: what does the conversions.
    public init(memory: Int? = nil, pipeline: Pipeline = Pipeline()) {
        self.pipeline = pipeline
        admission = Admission(budget: max(0, memory ?? (Resources.memory?.byteCount ?? 2 << 30) / 2))
    }

    /// How many conversions are at work and how many wait.
    public var load: (running: Int, waiting: Int) {
        let state = admission.state
        return (state.running, state.waiting)
    }

    /// Converts when there is room for it.
    ///
    /// One that is expected to need more than the whole budget begins once no other is at work.
    ///
    /// - Throws: ``ConvertError``; `CancellationError` when the task was cancelled, also while it waited.
    @concurrent @discardableResult
    public func convert(
        _ source: Source, to target: Target, options: ConvertOptions = ConvertOptions()
    ) async throws -> Report {
        let cost = try pipeline.expectedMemory(of: source, options: options)
        try await admission.enter(cost)
        // What a cancelled task has left alone keeps its place until it is really over.
        return try await pipeline.convert(source, to: target, options: options) { [admission] in
            admission.leave(cost)
        }
    }
}

extension Pipeline {
    /// The bytes of memory that a conversion is expected to need, from the size of its input: more rather than less.
    ///
    /// - Throws: ``ConvertError`` for an input that can't be opened.
    public func expectedMemory(
        of source: Source, options: ConvertOptions = ConvertOptions()
    ) throws(ConvertError) -> Int {
        let least: Int
        switch source.kind {
        case .path("-"): least = 0
        default:
            if let package = try PackageSource.open(source, options) {
                least = package.meshByteCount
                break
            }
            guard let input = try Self.open(source, options: options),
                let format = try? Detection.format(of: input, named: options.from, among: formats)
            else { return Self.memoryBesideArrays }
            least = format.leastMemory(toRead: input, options: options.effectiveReading)
        }
        // The arrays once as they are read and once as the target wants them.
        let (twice, overflow) = least.multipliedReportingOverflow(by: 2)
        return overflow ? .max / 4 : min(twice, .max / 4) + Self.memoryBesideArrays
    }

    /// What the buffers of reading and writing take, whatever the size of the file.
    private static let memoryBesideArrays = 48 << 20
}
