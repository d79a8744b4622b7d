import MeshBytes
import MeshFormats
public import ScanPackages

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
        _ source: some ConvertSource, to target: some ConvertTarget, options: ConvertOptions = ConvertOptions()
    ) async throws -> Report {
        let (source, target) = (try source.conversionSource(), try target.conversionTarget())
        let cost = try pipeline.expectedMemory(of: source, options: options)
        return try await admitted(cost, options) { [pipeline] options throws(ConvertError) in
            try pipeline.convert(source, to: target, options: options)
        }
    }

    /// Converts a scan package once the budget allows it; see the free function.
    ///
    /// - Throws: ``ConvertError``; `CancellationError` when the task was cancelled, even while waiting.
    @concurrent @discardableResult
    public func convertPackage(
        _ source: String, to target: String, as variant: PackageVariant,
        options: PackageConvertOptions = PackageConvertOptions()
    ) async throws -> Report {
        let conversion = PackageConversion(source: source, target: target, variant: variant, options: options)
        return try await admitted(try conversion.expectedMemory(), options.common) { common throws(ConvertError) in
            try conversion.with(common).perform()
        }
    }

    private func admitted(
        _ cost: Int, _ options: ConvertOptions,
        _ convert: @escaping @Sendable (ConvertOptions) throws(ConvertError) -> Report
    ) async throws -> Report {
        try await admission.enter(cost)
        // Work that a cancelled task left behind keeps its share of the budget until it really ends.
        return try await options.aside(atEnd: { [admission] in admission.leave(cost) }, convert)
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
        func ofFile(_ input: Input) -> Int? {
            (try? Detection.format(of: input, named: options.from, among: formats))?
                .leastMemory(toRead: input, options: options.effectiveReading)
        }
        // While a model in a package or an archive is read, the file and its arrays are both in memory.
        func ofEntry(_ files: PackageFiles, _ paths: [String]) -> Int {
            min(paths.compactMap { files[$0]?.byteCount }.max() ?? 0, .max / 8) * 2
        }
        switch source.kind {
        case .path("-"): least = 0
        case .bytes(let bytes): least = ofFile(.bytes(bytes, name: source.name)) ?? 0
        case .document: least = 0
        case .entry(let files, let model): least = ofEntry(files.reader.files, [model])
        case .path(let path):
            // Opened only for the estimate: those that wait hold no files open.
            switch try PackageSource.look(at: path, options, formats) {
            case .file(let input): least = ofFile(input) ?? 0
            case .capture(let files, _):
                let reading = options.packageOptions(lenient: true, formats)
                least = ofEntry(files, files.entries.map(\.path).filter(reading.isMesh))
            case .models(let files, _): least = ofEntry(files.reader.files, files.models)
            }
        }
        // The arrays exist twice: as read and as the target needs them.
        let (twice, overflow) = least.multipliedReportingOverflow(by: 2)
        return overflow ? .max / 4 : min(twice, .max / 4) + Self.memoryBesideArrays
    }

    /// Memory for read and write buffers, independent of the file size.
    fileprivate static let memoryBesideArrays = 48 << 20
}

extension PackageConversion {
    /// The most that a picture is expected to need: its file before and after it is rewritten, and its pixels.
    private static let memoryOfPicture = 96 << 20

    /// Returns the memory in bytes that the conversion is expected to need: that of the frames that are prepared at once.
    ///
    /// - Throws: ``ConvertError`` for a package that can't be opened.
    func expectedMemory() throws(ConvertError) -> Int {
        let isRewritten =
            options.rewriteImage != nil || options.rewriteDepth != nil || options.writing.rewriteImage != nil
            || options.writing.rewriteDepth != nil
        let files = try ConvertError.reading(source) { () throws(ReadError) in
            try PackageFiles.open(source, limits: options.writing.reading.limits)
        }
        var perFrame = Self.memoryOfPicture
        if !isRewritten {
            let largest = files.entries.map(\.byteCount).max() ?? 0
            perFrame = min(largest, perFrame / 2) * 2
        }
        // Faces of 360° stills are written after all frames.
        let frames = max(1, options.common.execution.threads) * perFrame
        let faces = options.writing.includesCubeFaces ? files.memoryForFaces : 0
        return max(frames, faces) + Pipeline.memoryBesideArrays
    }
}
