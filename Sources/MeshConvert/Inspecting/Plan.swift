import MeshBytes
public import MeshFormats
public import MeshRouting

/// The predicted results of converting a document; nothing is written.
public struct Plan: Sendable {
    /// A conversion to one variant.
    public struct Target: Sendable {
        /// The variant.
        public var variant: String
        /// Whether it may be chosen unasked.
        public var isAutomatic: Bool
        /// The steps; empty when there is no route.
        public var route: [Route.Step]
        /// The rejected routes, with reasons.
        public var rejected: [Route.Step]
        /// The predicted losses; those that depend on values may turn out not to happen.
        public var losses: [Loss]
        /// The reason why there is no route, if there is none.
        public var error: WriteError?

        /// Whether nothing would be dropped, approximated, narrowed or rounded.
        public var isLossless: Bool { error == nil && !losses.contains { $0.severity <= .rounded } }
        /// Whether nothing would even be re-encoded or generated.
        public var isExact: Bool { error == nil && losses.isEmpty }
    }

    /// The path of the input as given.
    public let path: String
    /// The size of the input.
    public let byteCount: Int
    /// The variant of the input.
    public let variant: String
    /// The targets, in the requested order.
    public let targets: [Target]
    /// The reader's diagnostics.
    public let diagnostics: [Diagnostic]

    init(path: String, byteCount: Int, variant: String, targets: [Target], diagnostics: [Diagnostic]) {
        (self.path, self.byteCount, self.variant) = (path, byteCount, variant)
        (self.targets, self.diagnostics) = (targets, diagnostics)
    }

    /// Plans a conversion to each of the variants.
    ///
    /// - Parameters:
    ///   - document: the document to convert.
    ///   - path: the file's path as given.
    ///   - variants: the targets; nil: every variant that can be written.
    ///   - options: options of the conversion.
    ///   - pipeline: the pipeline that would convert.
    public init(
        _ document: Document, path: String, to variants: [String]? = nil, options: ConvertOptions = ConvertOptions(),
        pipeline: Pipeline = Pipeline()
    ) {
        var notes: [Diagnostic] = []
        if let variants, variants.count == 1, let variant = variants.first {
            notes = pipeline.shapeNotes(document.scene, options) + pipeline.notes(document, path, to: variant, options)
        }
        let all = pipeline.formats.filter { $0 is any WritableFormat }.flatMap(\.descriptor.variants)
        let wanted = variants ?? all.map(\.id)
        let lock = Lock()
        let memo = OperationMemo { work in lock.withLock(work) }
        let threads = options.execution.threads
        let targets = Parallel.map(wanted.count, threads: threads) { index in
            let variant = wanted[index]
            let isAutomatic = all.first { $0.id == variant }?.isAutomatic ?? false
            do throws(WriteError) {
                let route = try pipeline.route(document, to: variant, options: options, memo: memo, isSketch: true)
                return Target(
                    variant: variant, isAutomatic: isAutomatic, route: route.steps, rejected: route.rejected,
                    losses: route.losses.gathered(), error: nil)
            } catch {
                return Target(
                    variant: variant, isAutomatic: isAutomatic, route: [], rejected: [], losses: [], error: error)
            }
        }
        self.init(
            path: path, byteCount: document.byteCount, variant: document.variant, targets: targets,
            diagnostics: document.diagnostics + notes)
    }
}
