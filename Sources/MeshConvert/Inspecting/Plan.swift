public import MeshFormats
public import MeshRouting

/// What conversions of a document would do, found without writing a byte.
public struct Plan: Sendable {
    /// A conversion to one variant.
    public struct Target: Sendable {
        /// The variant.
        public var variant: String
        /// Whether it may be chosen without being named.
        public var isAutomatic: Bool
        /// The steps; empty when there is no way.
        public var route: [Route.Step]
        /// What was not chosen, and why.
        public var rejected: [Route.Step]
        /// What would be lost; entries that depend on the values may turn out empty.
        public var losses: [Loss]
        /// Why there is no way, if there is none.
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
    /// The targets, in the order asked for.
    public let targets: [Target]
    /// What the reader noticed.
    public let diagnostics: [Diagnostic]

    init(path: String, byteCount: Int, variant: String, targets: [Target], diagnostics: [Diagnostic]) {
        (self.path, self.byteCount, self.variant) = (path, byteCount, variant)
        (self.targets, self.diagnostics) = (targets, diagnostics)
    }

    /// Plans a conversion to each of some variants.
    ///
    /// - Parameters:
    ///   - document: what was read.
    ///   - path: the file's path as given.
    ///   - variants: the targets; nil: every variant that can be written.
    ///   - options: how it is to be done.
    ///   - pipeline: what would do it.
    public init(
        _ document: Document, path: String, to variants: [String]? = nil, options: ConvertOptions = ConvertOptions(),
        pipeline: Pipeline = Pipeline()
    ) {
        self.path = path
        byteCount = document.byteCount
        variant = document.variant
        var notes: [Diagnostic] = []
        if let variants, variants.count == 1, let variant = variants.first {
            notes = pipeline.notes(document, path, to: variant, options)
        }
        diagnostics = document.diagnostics + notes
        let all = pipeline.formats.filter { $0 is any WritableFormat }.flatMap(\.descriptor.variants)
        let memo = OperationMemo()
        targets = (variants ?? all.map(\.id)).map { variant in
            let isAutomatic = all.first { $0.id == variant }?.isAutomatic ?? false
            do throws(WriteError) {
                let route = try pipeline.route(document, to: variant, options: options, memo: memo)
                return Target(
                    variant: variant, isAutomatic: isAutomatic, route: route.steps, rejected: route.rejected,
                    losses: Pipeline.sorted(route.losses).gathered(), error: nil)
            } catch {
                return Target(
                    variant: variant, isAutomatic: isAutomatic, route: [], rejected: [], losses: [], error: error)
            }
        }
    }
}
