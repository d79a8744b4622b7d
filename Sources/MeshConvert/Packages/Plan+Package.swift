import MeshFormats
public import ScanPackages

extension Plan {
    /// Plans the conversion of a scan package, including its frames, to another.
    ///
    /// - Parameters:
    ///   - path: the package.
    ///   - variant: the variant to write.
    ///   - options: options for reading and writing. Rewriters are called.
    /// - Throws: the errors of the conversion before it writes.
    public init(
        package path: String, to variant: PackageVariant, options: PackageConvertOptions = PackageConvertOptions()
    ) throws(ConvertError) {
        let (package, target) = try PackageConversion(source: path, target: "", variant: variant, options: options)
            .plan()
        self.init(
            path: path, byteCount: package.files.byteCount, variant: package.kind.rawValue, targets: [target],
            diagnostics: package.diagnostics)
    }

    /// Plans all conversions of a scan package: to each package including frames, then of its mesh alone, if it has
    /// one, to every variant of the formats.
    ///
    /// - Parameters:
    ///   - path: the package.
    ///   - options: options for reading and writing the mesh.
    ///   - pipeline: the formats for the mesh.
    /// - Throws: an error if the path is not a package, or its mesh can't be read.
    public init(
        package path: String, options: ConvertOptions = ConvertOptions(), pipeline: Pipeline = Pipeline()
    ) throws(ConvertError) {
        var request = try Request(.path(path), options, pipeline)
        guard let package = request.package else {
            throw .read(ReadError(.unknownFormat, .whole, "this is not a scan package"), path: path)
        }
        var common = PackageConvertOptions()
        common.common = options
        common.writing.reading = options.packageOptions(lenient: options.reading.lenient, pipeline.formats)
        var diagnostics = package.diagnostics
        if let reason = PackageWriter.needsConsent(package) {
            // Consent is needed for writing only, not for planning losses.
            common.writing.consentsToImages = true
            diagnostics.append(Diagnostic("privacy.consent-needed", .note, at: .whole, reason))
        }
        var targets: [Target] = []
        for variant in PackageVariant.allCases {
            let conversion = PackageConversion(source: path, target: "", variant: variant, options: common)
            do throws(ConvertError) { targets.append(try conversion.plan().target) } catch {
                if error.isCancelled { throw error }
                var place = error.path ?? ""
                if case .read(let error, _) = error { place = error.location == .whole ? "" : error.location.words }
                let words: Wording = place.isEmpty ? error.wording : "\(place): \(error.wording)"
                targets.append(
                    Target(
                        variant: variant.rawValue, isAutomatic: false, route: [], rejected: [], losses: [],
                        error: WriteError(.init(rawValue: error.code), path: path, wording: words)))
            }
        }
        if package.hasShape {
            request.choose(nil, of: pipeline)
            let document = try pipeline.document(of: request)
            let plan = Plan(document, path: path, options: options, pipeline: pipeline)
            targets += plan.targets
            diagnostics += plan.diagnostics
        }
        self.init(
            path: path, byteCount: package.files.byteCount, variant: package.kind.rawValue, targets: targets,
            diagnostics: diagnostics)
    }
}
