package import MeshFormats

/// What the options for comparing two files say.
package struct DiffWords: Sendable {
    /// `--exact`.
    package var exact = false
    /// `--tolerance`.
    package var tolerance: String?
    /// `--ignore`.
    package var ignore: [String] = []

    package init() {}

    /// Returns the checked options.
    package func options() throws(Failure) -> Diff.Options {
        var comparing = Diff.Options()
        comparing.exact = exact
        if let tolerance {
            guard let number = Double(tolerance), number >= 0 else {
                throw Failure(usage: "expected --tolerance with a number of 0 or more, found '\(tolerance)'")
            }
            comparing.tolerance = number
        }
        for word in ignore.flatMap({ $0.split(separator: ",").map(String.init) }) {
            guard let kind = Diff.Ignored(rawValue: word) else {
                throw Failure.unexpected("--ignore", word, Diff.Ignored.allCases.map(\.rawValue))
            }
            comparing.ignored.insert(kind)
        }
        return comparing
    }

    /// Reads both files. A variant or a mesh that only one of them has is chosen in that one.
    ///
    /// - Parameter read: reads a file.
    package static func documents(
        _ first: String, _ second: String, _ options: ConvertOptions,
        _ read: (String, ConvertOptions) throws(Failure) -> Document
    ) throws(Failure) -> (Document, Document) {
        var plain = options
        plain.reading.options[VariantChoices.option] = nil
        plain.scanMesh = ConvertOptions().scanMesh
        func chosen(_ path: String) throws(Failure) -> Document? {
            do throws(Failure) { return try read(path, options) } catch {
                guard error.code == ReadError.Code.usage.rawValue else { throw error }
                return nil
            }
        }
        let (a, b) = (try chosen(first), try chosen(second))
        switch (a, b) {
        case (let a?, let b?): return (a, b)
        case (let a?, nil): return (a, try read(second, plain))
        case (nil, let b?): return (try read(first, plain), b)
        // Throws the error again.
        case (nil, nil): return (try read(first, options), try read(second, options))
        }
    }
}
