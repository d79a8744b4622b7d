public import MeshBytes
public import MeshFormats
public import MeshModel
import MeshOperations
public import MeshRouting
import ScanPackages

/// Reads, plans, writes and proves: the one place where the steps of a conversion follow each other.
public struct Pipeline: Sendable {
    /// The formats that take part.
    public let formats: [any Format]
    /// The planner over those formats.
    public let planner: Planner

    /// A pipeline over these formats.
    ///
    /// - Parameters:
    ///   - formats: the formats that take part.
    ///   - operate: does the operations of routes; conformance puts faults into them.
    public init(
        _ formats: [any Format] = StandardFormats.all, operate: @escaping Planner.Operate = Pipeline.operate
    ) {
        self.formats = formats
        planner = Planner(formats, packages: RoutePackage.scans, operate: operate)
    }

    /// Does an operation of a route and says what it loses.
    public static let operate: Planner.Operate = OperationLosses.perform

    /// The document in an input.
    ///
    /// Text in UTF-16 is read like any other, with a warning.
    public func read(_ input: Input, options: ConvertOptions = ConvertOptions()) throws(ReadError) -> Document {
        guard try Self.reading({ () throws(SystemError) in try input.isUTF16Text() }) else {
            return try readBytes(input, options)
        }
        // Most of it takes half as much in UTF-8.
        try checkMemory(input.byteCount / 2, options)
        let converted = try Self.reading { () throws(SystemError) in try input.convertedFromUTF16() }
        let defect = Diagnostic(
            "text.utf16", .warning, at: .whole, "expected text in UTF-8, found UTF-16: it is converted")
        if options.reading.strictInput { throw ReadError(.invalidValue, defect.location, defect.message) }
        var document = try readBytes(converted, options)
        document.byteCount = input.byteCount
        document.diagnostics.insert(defect, at: 0)
        return document
    }

    private static func reading<T>(_ body: () throws(SystemError) -> T) throws(ReadError) -> T {
        do throws(SystemError) { return try body() } catch { throw ReadError(error) }
    }

    private func readBytes(_ input: Input, _ options: ConvertOptions) throws(ReadError) -> Document {
        let format = try Detection.format(of: input, named: options.from, among: formats)
        if !format.descriptor.hasVariantSets,
            let choice = VariantChoices.named(in: options.reading).min(by: { $0.key < $1.key })
        {
            throw VariantChoices.unknown(set: choice.key, name: choice.value, known: [])
        }
        try checkMemory(format.leastMemory(toRead: input, options: options.effectiveReading), options)
        var document = try format.read(input, options: options.effectiveReading)
        if input.byteCount >= Self.largeInput { MemoryBlock.returnFreed() }
        if options.reading.strictInput, let defect = document.diagnostics.first(where: { $0.severity == .warning }) {
            throw ReadError(.invalidValue, defect.location, defect.message)
        }
        assume(&document, options)
        return document
    }

    private func checkMemory(_ least: Int, _ options: ConvertOptions) throws(ReadError) {
        guard let limit = options.execution.memory, least > limit else { return }
        throw ReadError(
            .memoryLimit, .whole,
            "reading needs at least \(Self.megabytes(least, .up)) MB of memory, the limit is "
                + "\(Self.megabytes(limit, .down)) MB")
    }

    /// From how many bytes of a file on it pays to give memory back that was freed.
    static let largeInput = 16 << 20

    /// Adds what the caller knows where the document does not say it.
    func assume(_ document: inout Document, _ options: ConvertOptions) {
        if options.makesSplatColors {
            let count = document.scene.addSplatColors()
            if count > 0 {
                document.diagnostics.append(
                    Diagnostic(
                        "splats.colored", .note, count: count, at: .whole,
                        "splats have the colours that are seen from everywhere, as asked for"))
            }
        }
        if document.scene.upAxis == nil { document.scene.upAxis = options.upAxis }
        if let space = options.reading.inputColor { document.scene.tagColors(space) }
        if document.scene.metersPerUnit == nil { document.scene.metersPerUnit = options.metersPerUnit }
        if let purpose = options.purpose {
            let convention = StandardFormats.format(named: document.format, in: formats)?.descriptor.convention
            FrameNotes.assume(&document, for: purpose, convention)
        }
    }

    static func megabytes(_ count: Int, _ rule: FloatingPointRoundingRule) -> Int {
        Int((Double(count) / 1e6).rounded(rule))
    }

    /// The route of a document to a variant, a format or what a file name means.
    ///
    /// - Parameters:
    ///   - document: what was read.
    ///   - variant: the target.
    ///   - options: how it is to be done.
    ///   - memo: what operations made of this document's scene, from one target to the next.
    public func route(
        _ document: Document, to variant: String, options: ConvertOptions = ConvertOptions(),
        memo: OperationMemo = OperationMemo()
    ) throws(WriteError) -> Route {
        try planner.route(
            document, to: [variant], options: options.effectiveWriting, wishes: options.wishes,
            forceScene: options.forceScene || options.makesSplatColors, memo: memo)
    }

    /// The variant that an output is to have: the option's, else what the extension means.
    public func variant(for path: String, options: ConvertOptions) throws(ConvertError) -> String {
        if let purpose = options.purpose, !purpose.isPossible(with: formats) {
            throw .write(
                WriteError(
                    .unsupported, path: path,
                    "this build can't do what \(purpose.name) needs, which comes with \(purpose.comesWith)"))
        }
        if let name = options.variant ?? options.purpose?.variant {
            guard let variant = StandardFormats.variant(named: name, in: formats) else {
                throw .usage(
                    "expected --to one of \(variantNames), found '\(name)'\(Spelling.hint(name, in: allNames))")
            }
            return variant
        }
        guard let ending = path.pathExtension,
            let format = StandardFormats.format(extension: ending, in: formats), format is any WritableFormat,
            let variant = format.descriptor.variants.first(where: { $0.isNamed(by: ending, of: format) })
        else {
            let endings = formats.flatMap(\.descriptor.extensions)
            let found = path.pathExtension
            if found?.lowercased() == "zip" {
                let packages = PackageVariant.allCases.map(\.rawValue)
                throw .usage(
                    "expected --to with the package that the archive is to be, one of "
                        + "\(packages.joined(separator: ", ")), found only the name '\(path)'")
            }
            throw .usage(
                "expected --to VARIANT or an output name that ends in one of "
                    + "\(endings.map { ".\($0)" }.joined(separator: " ")), found '\(path)'"
                    + Spelling.hint(found.map { ".\($0)" } ?? "", in: endings.map { ".\($0)" }))
        }
        return variant.id
    }

    private var allNames: [String] {
        formats.flatMap { [$0.descriptor.id] + $0.descriptor.variants.map(\.id) }
    }

    private var variantNames: String {
        formats.flatMap { $0.descriptor.variants.map(\.id) }.joined(separator: ", ")
    }

    /// What was not carried over, worst first, and where each part of the result comes from, beginning with the
    /// document's scene (nil for a native route).
    public typealias Written = (losses: [Loss], correspondence: Correspondence?)

    /// Writes a document along a route; nothing gets its name here.
    public func write(
        _ document: Document, _ route: Route, options: ConvertOptions, to output: Output
    ) throws(WriteError) -> Written {
        guard let format = planner.format(ofVariant: route.variant) as? any WritableFormat else {
            throw WriteError(.unrepresentable, path: output.name, "\(route.variant) can't be written")
        }
        guard let writing = route.writing else {
            let losses = try format.transcode(
                document, variant: route.variant, options: options.effectiveWriting, to: output)
            return (losses, nil)
        }
        let result = try format.write(writing.scene, plan: writing.plan, to: output)
        let before = route.losses.prefix(route.losses.count - writing.plan.losses.count)
        let told = OperationLosses.written(before, route, of: document.scene, by: result.correspondence.vertices)
        return (
            Self.sorted(told + result.losses.told(of: route.derivation)),
            result.correspondence.following(route.derivation)
        )
    }

    /// Worst first; equals in the order in which they were found.
    static func sorted(_ losses: some Sequence<Loss>) -> [Loss] {
        losses.enumerated().sorted { ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset) }
            .map(\.element)
    }
}

extension Scene {
    /// Says what the colours are, where the caller knows better than the file; no number is touched.
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
        for mesh in meshes.indices {
            for primitive in meshes[mesh].primitives.indices {
                tag(&meshes[mesh].primitives[primitive].elementAttributes)
            }
        }
    }
}
