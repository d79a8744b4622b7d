/// The value of `--for`.
package enum PurposeOption {
    /// Returns the purpose with a name; nil if no name was given.
    package static func named(_ name: String?, _ pipeline: Pipeline) throws(Failure) -> Purpose? {
        guard let name = name?.lowercased() else { return nil }
        guard let purpose = Purpose.named(name) else {
            throw Failure.unexpected("--for", name, Purpose.all.map(\.name))
        }
        guard purpose.packageVariant == nil else {
            let others = Purpose.ofFiles.map(\.name).joined(separator: ", ")
            throw Failure(usage: "expected --for \(others) here, found \(name), which makes scan packages")
        }
        guard purpose.isPossible(with: pipeline.formats) else {
            throw Failure(
                status: .unsupported, code: "output.unsupported",
                message: "this build can't do what --for \(name) needs, which comes with \(purpose.comesWith)")
        }
        return purpose
    }
}
