import MeshBytes
public import MeshFormats

/// Writes a package in another layout or with other conventions, frame by frame.
///
/// ```swift
/// var options = PackageWriteOptions()
/// options.rewriteImage = { image, bytes in try withoutFaces(bytes) }
/// try PackageWriter(.raw, options).write(package, to: .zip("scan.zip"))
/// ```
///
/// Nothing is staged: each entry is read from the source when it is written. Pictures, depth and confidence that need
/// no change are copied as bytes. In an archive the entries of a frame are contiguous, in the order of frames, followed
/// by all others. The directory is sorted by path, and there are no times: the same input gives the same bytes.
///
/// The output appears whole or not at all.
public struct PackageWriter: Sendable {
    /// The variant to write.
    public var variant: PackageVariant
    /// The options for writing.
    public var options: PackageWriteOptions

    /// Creates a writer of a variant.
    public init(_ variant: PackageVariant, _ options: PackageWriteOptions = PackageWriteOptions()) {
        self.variant = variant
        self.options = options
    }

    /// Writes a package.
    ///
    /// - Throws: an error if the source can't be read or the output can't be written, if a rewriter throws, or if
    ///   pictures may show persons and there is no consent to writing them (`WriteError.Code.consentMissing`).
    @discardableResult
    public func write(
        _ package: ScanPackage, to destination: PackageDestination
    ) throws(PackageWriteError) -> PackageWriteResult {
        try requireConsent(package, destination.path)
        // About as many bytes come out as went in.
        options.work?.begin(.writing, total: package.files.byteCount)
        let sink = try PackageWriteError.writing(PackageSink(destination, options))
        do throws(PackageWriteError) {
            var result = try run(package, sink)
            result.path = destination.path
            if let accepts = options.acceptsLosses, !accepts(result.losses) { throw .refused(result) }
            options.work?.begin(.saving)
            let end = try PackageWriteError.writing(sink.commit())
            result.byteCount = end.byteCount
            result.bytes = end.bytes
            return result
        } catch {
            sink.discard()
            throw error
        }
    }

    /// Reports what writing a package would lose or change, without writing a byte.
    ///
    /// Everything but the writing is done: headers and depth are read, and rewriters are called. Files that would be
    /// copied are not read and 360° stills not cut, so their errors only show when writing.
    ///
    /// - Throws: what writing would throw, as far as it is found this way.
    public func plan(_ package: ScanPackage) throws(PackageWriteError) -> PackageWriteResult {
        try requireConsent(package, "")
        options.work?.begin(.fitting)
        return try run(package, PackageSink())
    }

    private func run(_ package: ScanPackage, _ sink: PackageSink) throws(PackageWriteError) -> PackageWriteResult {
        var writing = PackageWriteRun(package, variant, options, sink)
        try writing.run()
        var result = writing.result
        // A rewriter hides persons, or decided that it needn't.
        if options.rewriteImage == nil, let note = package.privacyNote { result.notes.append(note) }
        result.entryCount = sink.entryCount
        result.byteCount = sink.byteCount
        return result
    }

    private func requireConsent(_ package: ScanPackage, _ path: String) throws(PackageWriteError) {
        guard options.rewriteImage == nil, package.hasPictures else { return }
        if options.requiresPrivacy, package.privacy != .hidden {
            let reason =
                switch package.privacy {
                case .shown: "people are not hidden: the capture's privacy filter was off"
                case .toBeHidden, .hidden: "people are not hidden yet: this is the device's own folder of the capture"
                case .unknown: "it is unknown if people are hidden: privacy_filter is missing, or not true or false"
                }
            throw .write(WriteError(.personsVisible, path: path, reason))
        }
        guard let reason = Self.needsConsent(package), !options.consentsToImages else { return }
        throw .write(
            WriteError(
                .consentMissing, path: path,
                reason + "; expected consent to writing them as they are, or a rewriter that hides them, found neither")
        )
    }

    /// The reason why the pictures of a package need consent to be written; nil: they don't.
    ///
    /// Only the app's own folder on the device needs it, where persons are not hidden yet. An export was treated by the
    /// app that made it, or the user agreed to showing persons.
    public static func needsConsent(_ package: ScanPackage) -> String? {
        guard package.hasPictures, package.privacy == .toBeHidden else { return nil }
        let isOn = package.metadata?.privacyFilter == true
        return "this is the device's own folder of a capture "
            + (isOn ? "made with its privacy filter on" : "that may have had its privacy filter on")
            + ": people may be visible in the pictures"
    }
}

/// The result of writing a package.
public struct PackageWriteResult: Sendable {
    /// The archive or folder, as given.
    public var path = ""
    /// The number of its files.
    public var entryCount = 0
    /// The size of the archive, or of all files of the folder, in bytes.
    public var byteCount = 0
    /// The archive, if it was written to memory.
    public var bytes: [UInt8]?
    /// The output names of the frames that were written.
    public var frames: [String] = []
    /// The source names of the frames and 360° stills that a rewriter left out.
    public var leftOut: [String] = []
    /// The source names of the frames that can't be read, which lenient reading leaves out.
    public var unreadable: [String] = []
    /// What was lost or changed, worst first.
    public var losses: [Loss] = []
    /// What a receiver may want to know, such as that persons are not hidden.
    public var notes: [Diagnostic] = []
}
