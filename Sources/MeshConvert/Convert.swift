public import ScanPackages

/// Converts a file, bytes, buffers or a scene, and reports what was lost or changed.
///
/// A target file appears complete, with its side files, or not at all. Formats follow from the input's bytes and the
/// target's extension unless `options` name them.
///
/// - Parameters:
///   - source: a path, or a ``Source``.
///   - target: a path, or a ``Target``.
///   - options: options of the conversion.
/// - Throws: ``ConvertError``; nothing is left behind.
@available(*, noasync, message: "this form blocks its thread: use try await convert(…)")
@discardableResult
public func convert(
    _ source: some ConvertSource, to target: some ConvertTarget, options: ConvertOptions = ConvertOptions()
) throws(ConvertError) -> Report {
    try Pipeline().convert(source.conversionSource(), to: target.conversionTarget(), options: options)
}

/// Converts a file, bytes, buffers or a scene without blocking the caller; see the synchronous form.
///
/// The work runs on its own threads, independent of the caller's actor. Cancelling the task ends it within a tenth of a
/// second and leaves nothing behind.
///
/// - Throws: ``ConvertError``; `CancellationError` when the task was cancelled before the target appeared.
@concurrent @discardableResult
public func convert(
    _ source: some ConvertSource, to target: some ConvertTarget, options: ConvertOptions = ConvertOptions()
) async throws -> Report {
    let (source, target) = (try source.conversionSource(), try target.conversionTarget())
    return try await options.aside { options throws(ConvertError) in
        try Pipeline().convert(source, to: target, options: options)
    }
}

/// Converts a scan package (a folder or zip archive) into another.
///
/// - Parameters:
///   - source: the package's path.
///   - target: an archive if it ends in `.zip` or is `-`, else a folder, which must not exist or be empty.
///   - variant: the variant to write.
///   - options: options for reading and writing.
/// - Returns: the report, with everything lost or changed.
/// - Throws: ``ConvertError``; nothing is written.
@available(*, noasync, message: "this form blocks its thread: use try await convertPackage(…)")
@discardableResult
public func convertPackage(
    _ source: String, to target: String, as variant: PackageVariant,
    options: PackageConvertOptions = PackageConvertOptions()
) throws(ConvertError) -> Report {
    try PackageConversion(source: source, target: target, variant: variant, options: options).perform()
}

/// Converts a scan package without blocking the caller; see the synchronous form.
///
/// The work runs on its own threads, independent of the caller's actor.
///
/// - Throws: ``ConvertError``; `CancellationError` when the task was cancelled before the target appeared.
@concurrent @discardableResult
public func convertPackage(
    _ source: String, to target: String, as variant: PackageVariant,
    options: PackageConvertOptions = PackageConvertOptions()
) async throws -> Report {
    let conversion = PackageConversion(source: source, target: target, variant: variant, options: options)
    return try await options.common.aside { common throws(ConvertError) in
        try conversion.with(common).perform()
    }
}
