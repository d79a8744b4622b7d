/// Converts a file: reads `source`, writes `target`, reports what was not carried over as it was.
///
/// The target appears whole, with its side files, or not at all. Formats come from the input's bytes and the target's
/// extension unless `options` name them.
///
/// - Throws: ``ConvertError``; nothing is left behind then.
@discardableResult
public func convert(
    _ source: String, to target: String, options: ConvertOptions = ConvertOptions()
) throws(ConvertError) -> Report {
    try Pipeline().convert(.path(source), to: .path(target), options: options)
}

/// Converts a file, bytes, buffers or a scene into a file or memory; as above.
@discardableResult
public func convert(
    _ source: Source, to target: Target, options: ConvertOptions = ConvertOptions()
) throws(ConvertError) -> Report {
    try Pipeline().convert(source, to: target, options: options)
}
