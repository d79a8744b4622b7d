import MeshBytes
import MeshFormats
import ScanPackages

/// Runs many conversions concurrently within one memory budget.
///
/// A conversion begins when its expected memory fits the remaining budget. Until then it waits, first come, first
/// served. Servers and apps should use one converter for everything.
public final class Converter: Sendable {
    /// The budget in bytes for the expected memory of all running conversions.
    public var budget: Int { admission.budget }
    private let pipeline: Pipeline
    private let admission: Admission

    /// Creates a converter with a budget.
    ///
    /// - Parameters:
    ///   - memory: the budget in bytes; nil: half of what the container or the machine has.
    ///   - pipeline: the pipeline that converts.
    public init(memory: Int? = nil, pipeline: Pipeline = Pipeline()) {
        self.pipeline = pipeline
        admission = Admission(budget: max(0, memory ?? (Resources.memory?.byteCount ?? 2 << 30) / 2))
    }

    /// The numbers of running and waiting conversions.
    public var load: (running: Int, waiting: Int) {
        let state = admission.state
        return (state.running, state.waiting)
    }

    /// Converts once the budget allows it.
    ///
    /// A conversion that is expected to need more than the whole budget begins once no other is running.
    ///
    /// - Throws: ``ConvertError``; `CancellationError` when the task was cancelled, even while waiting.
    @concurrent @discardableResult
    public func convert(
        _ source: Source, to target: Target, options: ConvertOptions = ConvertOptions()
    ) async throws -> Report {
        let cost = try pipeline.expectedMemory(of: source, options: options)
        try await admission.enter(cost)
        // Work that a cancelled task left behind keeps its share of the budget until it really ends.
        return try await options.aside(atEnd: { [admission] in admission.leave(cost) }) {
            [pipeline] options throws(ConvertError) in
            try pipeline.convert(source, to: target, options: options)
        }
    }
}

extension Pipeline {
    /// Returns the memory in bytes that a conversion is expected to need. A generous estimate from the size of its
    /// input.
    ///
    /// - Throws: ``ConvertError`` for an input that can't be opened.
    public func expectedMemory(
        of source: Source, options: ConvertOptions = ConvertOptions()
    ) throws(ConvertError) -> Int {
        let least: Int
        switch source.kind {
        case .path("-"): least = 0
        default:
            // Opened only for the estimate: those that wait hold no files open.
            let (package, input) = try PackageSource.open(source, options, formats)
            if let package {
                // While the largest mesh is read, the file and its arrays are both in memory.
                let largest = package.meshPaths.compactMap { package.files[$0]?.byteCount }.max() ?? 0
                least = min(largest, .max / 8) * 2
                break
            }
            guard let input, let format = try? Detection.format(of: input, named: options.from, among: formats) else {
                return Self.memoryBesideArrays
            }
            least = format.leastMemory(toRead: input, options: options.effectiveReading)
        }
        // The arrays exist twice: as read and as the target needs them.
        let (twice, overflow) = least.multipliedReportingOverflow(by: 2)
        return overflow ? .max / 4 : min(twice, .max / 4) + Self.memoryBesideArrays
    }

    /// Memory for read and write buffers, independent of the file size.
    private static let memoryBesideArrays = 48 << 20
}
