import ArgumentParser
import MeshBytes
import MeshConvert

/// The option for a list of inputs.
struct FileListOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the names of inputs from a file, one a line or separated by NUL ('-': standard input).",
            valueName: "file"), completion: .file())
    var filesFrom: String?

    /// Returns the names in the list, then those of the command line.
    func inputs(_ paths: [String]) throws(Failure) -> [String] {
        guard let filesFrom else { return paths }
        guard filesFrom != "-" || !paths.contains("-") else {
            throw Failure(usage: "standard input can't be both an input and the list of --files-from")
        }
        let input = try Failure.of { () throws(ConvertError) in try Pipeline.open(filesFrom) }
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try input.read(0..<input.byteCount) } catch {
            throw Failure(status: .io, code: "input.system", message: error.message, path: filesFrom)
        }
        let names = Self.names(bytes)
        guard !names.isEmpty else { throw Failure(usage: "there is no name of a file in '\(filesFrom)'") }
        return names + paths
    }

    /// Returns the names in a list: separated by NUL if there is one, else by lines.
    private static func names(_ bytes: [UInt8]) -> [String] {
        let separator: UInt8 = bytes.contains(0) ? 0 : 0x0A
        return bytes.split(separator: separator).map { line in
            String(fileName: separator == 0x0A && line.last == 0x0D ? line.dropLast() : line)
        }.filter { !$0.isEmpty }
    }
}
