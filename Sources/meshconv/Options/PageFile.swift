import MeshBytes
import MeshConvert

/// A page to write; its name is checked before any work is done.
struct PageFile {
    let path: String
    private let replacesExisting: Bool

    /// Checks that the page can be written and is none of some other files.
    init(_ path: String, besides files: [String], noClobber: Bool = false) throws(Failure) {
        guard path.pathExtension?.lowercased() == "html" else {
            throw Failure(usage: "expected a page's name that ends in .html, found '\(path)'")
        }
        if let other = files.first(where: { $0 == path || Input.isSameFile($0, path) }) {
            throw Failure(usage: "expected a name of its own for the page, found that of '\(other)'")
        }
        self.path = path
        replacesExisting = !noClobber
        let trial = OutputTransaction(mainPath: path, replacesExisting: replacesExisting)
        defer { trial.discard() }
        do throws(SystemError) { _ = try trial.openMain() } catch { throw explained(error) }
    }

    /// Writes the page, whole or not at all, and says what it leaves out.
    func write(_ html: [UInt8], remarks: [String]) throws(Failure) {
        let transaction = OutputTransaction(mainPath: path, replacesExisting: replacesExisting)
        defer { transaction.discard() }
        do throws(SystemError) {
            try transaction.openMain().write(html)
            try transaction.commit()
        } catch {
            throw explained(error)
        }
        for remark in remarks { Console.err("\(Texts.clean(path)): \(Texts.clean(remark))\n") }
    }

    private func explained(_ error: SystemError) -> Failure {
        var failure = Failure(writing: error)
        if error.isExisting { failure.message = "there is a file of this name, and --no-clobber keeps it" }
        failure.path = path
        failure.explainMissingFolder()
        return failure
    }
}
