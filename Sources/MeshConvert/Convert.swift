/// Converts the file `source` to the file `target` and reports what was lost or changed.
///
/// The target appears complete, with its side files, or not at all. Formats follow from the input's bytes and the
/// target's extension unless `options` name them.
///
/// - Throws: ``ConvertError``; nothing is left behind.
@discardableResult
public func convert(
    _ source: String, to target: String, options: ConvertOptions = ConvertOptions()
) throws(ConvertError) -> Report {
    try Pipeline().convert(.path(source), to: .path(target), options: options)
}

/// Converts a file, bytes, buffers or a scene into a file or memory. The target appears complete or not at all.
@discardableResult
public func convert(
    _ source: Source, to target: Target, options: ConvertOptions = ConvertOptions()
) throws(ConvertError) -> Report {
    try Pipeline().convert(source, to: target, options: options)
}
