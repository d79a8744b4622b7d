/// Converts a file without blocking the caller; see the synchronous form.
///
/// The work runs on its own threads, independent of the caller's actor. Cancelling the task ends it within a tenth of a
/// second and leaves nothing behind.
///
/// - Throws: ``ConvertError``; `CancellationError` when the task was cancelled before the target appeared.
@concurrent @discardableResult
public func convert(
    _ source: String, to target: String, options: ConvertOptions = ConvertOptions()
) async throws -> Report {
    try await Pipeline().convert(.path(source), to: .path(target), options: options)
}

/// Converts a file, bytes, buffers or a scene into a file or memory without blocking the caller.
@concurrent @discardableResult
public func convert(
    _ source: Source, to target: Target, options: ConvertOptions = ConvertOptions()
) async throws -> Report {
    try await Pipeline().convert(source, to: target, options: options)
}

extension Pipeline {
    /// Converts a file without blocking the caller.
    @concurrent @discardableResult
    public func convert(
        _ source: String, to target: String, options: ConvertOptions = ConvertOptions()
    ) async throws -> Report {
        try await convert(.path(source), to: .path(target), options: options)
    }

    /// Converts any source to any target without blocking the caller.
    ///
    /// - Throws: ``ConvertError``; `CancellationError` when the task was cancelled before the target appeared.
    @concurrent @discardableResult
    public func convert(
        _ source: Source, to target: Target, options: ConvertOptions = ConvertOptions()
    ) async throws -> Report {
        try await options.aside { options throws(ConvertError) in
            try convert(source, to: target, options: options)
        }
    }
}
