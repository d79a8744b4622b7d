/// What the options of commands say, as text: for callers that know options by their names.
package struct CommandWords: Sendable {
    /// Options for reading.
    package var input = InputWords()
    /// Options for writing.
    package var target = TargetWords()
    /// Forbidden and allowed losses.
    package var strict = StrictWords()
    /// Limits.
    package var limits = LimitWords()
    /// Options for comparing.
    package var diff = DiffWords()
    /// `--verify`.
    package var verify = false
    /// `--keep`.
    package var keep = false
    /// `--no-clobber`.
    package var noClobber = false
    /// `--force`.
    package var force = false
    /// `--digest` of `info`.
    package var digest = false
    /// `--formats` of `info`.
    package var formats = false
    /// Whether reports have the hashes of files, as those of `--json`.
    package var hashes = false

    package init() {}

    /// Returns the checked options of a conversion.
    package func options(_ pipeline: Pipeline) throws(Failure) -> ConvertOptions {
        var options = ConvertOptions()
        if let threads = try limits.threadCount() { options.execution.threads = threads }
        options.execution.memory = try limits.byteCount()
        try limits.apply(to: &options.reading.limits)
        try input.apply(to: &options, pipeline)
        try target.apply(to: &options, pipeline)
        try strict.apply(to: &options)
        options.verify = verify
        options.keepsRejected = keep
        options.replacesExisting = !noClobber
        options.replacesSideFiles = force
        options.hashes = hashes
        return options
    }

    /// Returns the checked settings of a conversion to a package.
    package func packageSettings(_ common: ConvertOptions) throws(Failure) -> PackageSettings {
        var settings = try PackageSettings(
            common, from: input.from, lenient: input.lenient, purpose: target.purpose, settings: target.settings)
        try settings.apply(strict, noClobber: noClobber, hashes: hashes)
        return settings
    }
}
