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
/// Nothing is staged: each entry is taken from the source when its turn comes; pictures, depth and confidence that need no
/// change are copied as bytes. In an archive the entries of a frame stand together, in the order of frames, then all
/// others; the directory is sorted by path, and there are no times: the same input gives the same bytes.
///
/// The output appears whole or not at all.
public struct PackageWriter: Sendable {
    /// What is written.
    public var variant: PackageVariant
    /// How.
    public var options: PackageWriteOptions

    /// A writer of a variant.
    public init(_ variant: PackageVariant, _ options: PackageWriteOptions = PackageWriteOptions()) {
        self.variant = variant
        self.options = options
    }

    /// Writes a package.
    ///
    /// - Throws: an error when the source can't be read or the output not be written; when a rewriter throws; when pictures
    ///   may show persons and nobody said that they may be written (`WriteError.Code.consentMissing`).
    @discardableResult
    public func write(
        _ package: ScanPackage, to destination: PackageDestination
    ) throws(PackageWriteError) -> PackageWriteResult {
        try requireConsent(package, destination.path)
        // About as many bytes come out as went in.
        options.work?.begin(.writing, total: package.files.byteCount)
        let sink: PackageSink
        do throws(WriteError) { sink = try PackageSink(destination, options) } catch { throw .write(error) }
        do throws(PackageWriteError) {
            var writing = PackageWriteRun(package, variant, options, sink)
            try writing.run()
            var result = writing.result
            result.path = destination.path
            result.entryCount = sink.entryCount
            result.byteCount = sink.byteCount
            if let accepts = options.acceptsLosses, !accepts(result.losses) { throw .refused(result) }
            options.work?.begin(.saving)
            let end: (byteCount: Int, bytes: [UInt8]?)
            do throws(WriteError) { end = try sink.commit() } catch { throw .write(error) }
            result.byteCount = end.byteCount
            result.bytes = end.bytes
            return result
        } catch {
            sink.discard()
            throw error
        }
    }

    /// What writing a package would not carry over as it was, found without writing a byte.
    ///
    /// Everything is done but the writing: headers and depth are read, and rewriters are called if there are some. Files that
    /// would be copied are not read, so what is broken in them shows only when they are.
    ///
    /// - Throws: what writing would throw, as far as it is found so.
    public func plan(_ package: ScanPackage) throws(PackageWriteError) -> PackageWriteResult {
        try requireConsent(package, "")
        options.work?.begin(.fitting)
        let sink = PackageSink()
        var writing = PackageWriteRun(package, variant, options, sink)
        try writing.run()
        var result = writing.result
        result.entryCount = sink.entryCount
        result.byteCount = sink.byteCount
        return result
    }

    private func requireConsent(_ package: ScanPackage, _ path: String) throws(PackageWriteError) {
        if options.requiresPrivacy, options.rewriteImage == nil, package.hasPictures,
            package.metadata?["privacy_filter"]?.bool != true
        {
            let isOff = package.metadata?["privacy_filter"]?.bool == false
            throw .write(
                WriteError(
                    .personsVisible, path: path,
                    isOff
                        ? "the capture was made with its privacy filter off: persons are not hidden in it"
                        : "nobody knows whether persons are hidden: the package does not say that the filter was on"))
        }
        guard let reason = Self.needsConsent(package), options.rewriteImage == nil, !options.consentsToImages else {
            return
        }
        throw .write(
            WriteError(
                .consentMissing, path: path,
                reason + "; expected consent to writing them as they are, or a rewriter that hides them, found neither")
        )
    }

    /// Why the pictures of a package may not be written without a word of its owner; nil: they may (F24).
    ///
    /// A capture that was made with the privacy filter on has persons in it until somebody has made them unrecognisable;
    /// whether somebody has is not said in the package. Metadata that can't be read may say so, too.
    public static func needsConsent(_ package: ScanPackage) -> String? {
        guard package.hasPictures else { return nil }
        if package.hidesPrivacy {
            return "the metadata that was replaced did not say that the privacy filter was off: "
                + "persons may be seen in the pictures"
        }
        if let value = package.metadata?["privacy_filter"] {
            switch value.bool {
            case true?:
                return "the capture was made with its privacy filter on: persons may be seen in the pictures"
            case false?: return nil
            case nil: break
            }
        } else if package.metadata != nil || package.kind != .scan4D {
            return nil
        }
        return "nobody knows whether the privacy filter was on: persons may be seen in the pictures"
    }
}

/// What was written.
public struct PackageWriteResult: Sendable {
    /// The archive or folder, as given.
    public var path = ""
    /// Its files.
    public var entryCount = 0
    /// The bytes of the archive, or of all files of the folder.
    public var byteCount = 0
    /// The archive, if it went to memory.
    public var bytes: [UInt8]?
    /// The names of the frames that were written, as they are called in the output.
    public var frames: [String] = []
    /// The names of the frames that a rewriter left out, as they are called in the source.
    public var leftOut: [String] = []
    /// What was not carried over as it was, worst first.
    public var losses: [Loss] = []
}
