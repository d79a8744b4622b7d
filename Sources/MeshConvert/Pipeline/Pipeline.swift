public import MeshBytes
public import MeshFormats
import MeshModel
public import MeshRouting
import ScanPackages

/// Runs the steps of a conversion: reads, plans, writes and verifies.
public struct Pipeline: Sendable {
    /// The formats of the pipeline.
    public let formats: [any Format]
    /// The planner for those formats.
    public let planner: Planner

    /// Creates a pipeline.
    ///
    /// - Parameters:
    ///   - formats: the formats to use.
    ///   - operate: performs the operations of routes; conformance injects faults here.
    public init(
        _ formats: [any Format] = StandardFormats.all, operate: @escaping Planner.Operate = Pipeline.operate
    ) {
        self.formats = formats
        planner = Planner(formats, packages: RoutePackage.scans, operate: operate)
    }

    /// Performs an operation of a route and reports its losses.
    public static let operate: Planner.Operate = OperationLosses.perform

    /// Reads the document in an input.
    ///
    /// Text in UTF-16 is read like any other, with a warning.
    public func read(_ input: Input, options: ConvertOptions = ConvertOptions()) throws(ReadError) -> Document {
        try read(input, try format(of: input, options), options)
    }

    /// Returns the format of an input; nil for text in UTF-16, whose format shows once it is converted.
    func format(of input: Input, _ options: ConvertOptions) throws(ReadError) -> (any ReadableFormat)? {
        if try ReadError.of(input.isUTF16Text()) { return nil }
        return try Detection.format(of: input, named: options.from, among: formats)
    }

    /// Reads an input whose format is known; nil: text in UTF-16.
    func read(
        _ input: Input, _ format: (any ReadableFormat)?, _ options: ConvertOptions
    ) throws(ReadError) -> Document {
        if let format { return try readBytes(input, format, options) }
        // Usually the text takes half as much in UTF-8.
        try checkMemory(input.byteCount / 2, options)
        let converted = try ReadError.of(input.convertedFromUTF16())
        let defect = Diagnostic(
            "text.utf16", .warning, at: .whole, "the text is UTF-16, not UTF-8; it is converted")
        if options.reading.strictInput { throw ReadError(.invalidValue, defect.location, wording: defect.wording) }
        let detected = try Detection.format(of: converted, named: options.from, among: formats)
        var document = try readBytes(converted, detected, options)
        document.byteCount = input.byteCount
        document.diagnostics.insert(defect, at: 0)
        return document
    }

    private func readBytes(
        _ input: Input, _ format: any ReadableFormat, _ options: ConvertOptions
    ) throws(ReadError) -> Document {
        if !format.descriptor.hasVariantSets,
            let choice = VariantChoices.named(in: options.reading).min(by: { $0.key < $1.key })
        {
            throw VariantChoices.unknown(set: choice.key, name: choice.value, known: [])
        }
        // Finding the least memory may parse the header, which reading parses again. No format needs eight bytes for
        // each one of its input.
        if let limit = options.execution.memory, input.byteCount > limit / 8 {
            try checkMemory(format.leastMemory(toRead: input, options: options.effectiveReading), options)
        }
        try options.reading.limits.check(input)
        var document = try format.read(input, options: options.effectiveReading)
        try options.reading.limits.check(document.scene)
        if input.byteCount >= Self.largeInput { MemoryBlock.returnFreed() }
        // A broken entry of an archive is not a file that is missing.
        if !options.reading.lenient, let error = options.reading.archive?.firstError { throw error }
        if options.reading.strictInput,
            let defect = (document.diagnostics + document.native.defects).first(where: { $0.severity != .note })
        {
            throw ReadError(.invalidValue, defect.location, wording: defect.wording)
        }
        assume(&document, options)
        return document
    }

    private func checkMemory(_ least: Int, _ options: ConvertOptions) throws(ReadError) {
        guard let limit = options.execution.memory, least > limit, !Spilling.isOn else { return }
        throw ReadError(
            .memoryLimit, .whole,
            "reading needs at least \(Self.megabytes(least, .up)) MB of memory, the limit is "
                + "\(Self.megabytes(limit, .down)) MB")
    }

    /// Minimum input size, in bytes, from which returning freed memory to the system pays off.
    static let largeInput = 16 << 20

    /// Adds the caller's information where the document has none.
    func assume(_ document: inout Document, _ options: ConvertOptions) {
        if options.reading.colorsSplats {
            let count = document.scene.addSplatColors()
            if count > 0 {
                document.diagnostics.append(
                    Diagnostic(
                        "splats.colored", .note, count: count, at: .whole,
                        "splats got one colour for all directions, as asked for"))
            }
        }
        if document.scene.upAxis == nil { document.scene.upAxis = options.input.upAxis }
        if let space = options.reading.inputColor { document.scene.tagColors(space) }
        if document.scene.metersPerUnit == nil { document.scene.metersPerUnit = options.input.metersPerUnit }
        if let purpose = options.purpose {
            let convention = StandardFormats.format(named: document.format, in: formats)?.descriptor.convention
            FrameNotes.assume(&document, for: purpose, convention)
        }
    }

    static func megabytes(_ count: Int, _ rule: FloatingPointRoundingRule) -> Int {
        Int((Double(count) / 1e6).rounded(rule))
    }

    /// Returns the route of a document to a variant.
    ///
    /// - Parameters:
    ///   - document: the document to convert.
    ///   - variant: the target variant.
    ///   - options: options of the conversion.
    ///   - memo: cached results of operations on this document's scene, shared between targets.
    public func route(
        _ document: Document, to variant: String, options: ConvertOptions = ConvertOptions(),
        memo: OperationMemo = OperationMemo()
    ) throws(WriteError) -> Route {
        try route(document, to: variant, options: options, memo: memo, isSketch: false)
    }

    /// Returns a route; see the public form.
    ///
    /// - Parameter isSketch: whether the route is only looked at: it has the same losses, takes less time, and nothing can
    ///   be written by it.
    func route(
        _ document: Document, to variant: String, options: ConvertOptions, memo: OperationMemo, isSketch: Bool
    ) throws(WriteError) -> Route {
        var wishes = options.wishes
        wishes.isSketch = isSketch
        // What isn't there is refused where the document is read.
        if let chosen = try? options.moment?.found(in: document.scene) {
            (wishes.clip, wishes.moment) = (chosen.clip, chosen.moment)
        }
        var route = try planner.route(
            document, to: [variant], options: options.effectiveWriting, wishes: wishes,
            forceScene: options.forceScene || options.reading.changesContents, memo: memo)
        try requireSomethingToShow(document, route)
        if options.purpose?.needsClosedSurface == true { route.losses = route.losses.map(\.ofShapeAlone).worstFirst }
        return route
    }

    /// Throws where a document shows nothing because something of it is missing or not read.
    private func requireSomethingToShow(_ document: Document, _ route: Route) throws(WriteError) {
        let showsSomething = document.scene.meshes.contains { $0.primitives.contains { $0.elementCount > 0 } }
        guard !showsSomething else { return }
        func list(_ items: [String]) -> String {
            items.prefix(5).joined(separator: "; ") + (items.count > 5 ? " and \(items.count - 5) more" : "")
        }
        let missing = document.residue.compactMap(\.reference).filter { $0.isMissing && $0.isShape }
            .map { "\($0.name): \($0.cause)" }
        guard missing.isEmpty else {
            throw WriteError(
                .referenceMissing, path: "",
                "nothing is left to show, because files that it uses are missing: \(list(missing))")
        }
        let unread = document.residue.compactMap(\.unreadShape)
        guard route.isNative || unread.isEmpty else {
            throw WriteError(
                .inputUnsupported, path: "",
                "nothing is left to show, because this version can't read its contents: \(list(unread))")
        }
    }

    /// Returns the variant of an output: as given by options or purpose, else the one for the extension.
    public func variant(for path: String, options: ConvertOptions) throws(ConvertError) -> String {
        if let purpose = options.purpose, !purpose.isPossible(with: formats) {
            throw .write(
                WriteError(
                    .unsupported, path: path,
                    "this build lacks \(purpose.comesWith), which \(purpose.name) needs"))
        }
        if let name = options.variant?.rawValue ?? options.purpose?.variant {
            guard let variant = StandardFormats.variant(named: name, in: formats) else {
                throw .usage(
                    """
                    '\(name)' can't be written; \(.variant) can be \(variantNames.joined(separator: ", "))\
                    \(Spelling.hint(name, in: names))
                    """)
            }
            try requireName(path, for: variant, options)
            return variant
        }
        guard let ending = path.pathExtension,
            let format = StandardFormats.format(extension: ending, in: formats), format is any WritableFormat,
            let variant = format.descriptor.variant(extension: ending)
        else {
            let endings = formats.flatMap(\.descriptor.extensions)
            let found = path.pathExtension
            if found?.lowercased() == "zip" {
                let packages = PackageVariant.allCases.map(\.rawValue)
                throw .usage(
                    """
                    '\(path)' can be several kinds of package; choose one with \(.variant): \
                    \(packages.joined(separator: ", "))
                    """)
            }
            let hint = Spelling.hint(found.map { ".\($0)" } ?? "", in: endings.map { ".\($0)" })
            throw .usage(
                """
                '\(path)' doesn't end in an extension that can be written: use one of \
                \(endings.map { ".\($0)" }.joined(separator: " ")) or \(.variant, "VARIANT")\(hint)
                """)
        }
        return variant
    }

    /// Refuses a name that states another variant than the one to write. A name that no format knows states nothing,
    /// unless the variant follows from a purpose.
    private func requireName(_ path: String, for variant: String, _ options: ConvertOptions) throws(ConvertError) {
        guard let ending = path.pathExtension,
            options.variant == nil || StandardFormats.format(extension: ending, in: formats) != nil,
            let own = planner.format(ofVariant: variant)?.descriptor.extensions(of: variant), let usual = own.first,
            !own.contains(ending.lowercased())
        else { return }
        let purpose = options.purpose.flatMap { $0.variant == variant ? $0.name : nil }
        let (setting, value): (Setting, String) = purpose.map { (.purpose, $0) } ?? (.variant, variant)
        throw .usage(
            """
            \(setting, value) needs a name that ends in \(own.map { ".\($0)" }.joined(separator: " or ")), \
            not '\(path)': use '\(path.withoutExtension).\(usual)'
            """)
    }

    /// The names of formats and their variants.
    package var names: [String] { formats.flatMap { [$0.descriptor.id] + $0.descriptor.variants.map(\.id) } }

    /// The names of variants.
    package var variantNames: [String] { formats.flatMap { $0.descriptor.variants.map(\.id) } }

    /// Writes a document along a route, which says what is lost; nothing gets its name here.
    public func write(
        _ document: Document, _ route: Route, options: ConvertOptions, to output: Output
    ) throws(WriteError) {
        guard let format = planner.format(ofVariant: route.variant) as? any WritableFormat else {
            throw WriteError(.unrepresentable, path: output.name, "\(route.variant) can't be written")
        }
        if let plan = route.plan {
            try format.write(plan, to: output)
        } else {
            try format.transcode(document, variant: route.variant, options: options.effectiveWriting, to: output)
        }
    }
}

extension MeshScene {
    /// Sets the colour space of the colours as the caller declares it; the values stay unchanged.
    fileprivate mutating func tagColors(_ space: Frame.ColorSpace) {
        func tag(_ attributes: inout [Attribute]) {
            for index in attributes.indices where attributes[index].semantic.isColor {
                attributes[index].frame.colorSpace = space
            }
        }
        for set in vertexSets.indices {
            tag(&vertexSets[set].attributes)
            tag(&vertexSets[set].pools)
        }
        changePrimitives { tag(&$0.elementAttributes) }
    }
}
