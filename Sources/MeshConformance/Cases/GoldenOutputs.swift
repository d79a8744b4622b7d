import MeshBytes
import MeshConvert
import MeshFormats

/// Digests of every case in every variant. If a byte of an output changes, its line changes.
///
/// The law ignores outputs that differ but mean the same, so this shows them to reviewers of a change.
package struct GoldenOutputs: Hashable, Sendable {
    /// One output.
    package struct Line: Hashable, Sendable {
        /// The name: `obj/lines.obj → ply.ascii`, or only the file when it can't be read.
        package var name: String
        /// The number of bytes and 16 hexadecimal digits of their SHA-256, or the code of the error.
        package var result: String
    }

    /// The outputs: files in the manifest's order, variants in that of the standard formats.
    package var lines: [Line]

    /// Converts the files of `folder/manifest.json`.
    package init(folder: String) throws {
        let pipeline = Pipeline()
        let formats = Set(pipeline.formats.map(\.descriptor.id))
        lines = []
        for entry in try Manifest(path: "\(folder)/manifest.json").entries where formats.contains(entry.format) {
            let input = try Input.file("\(folder)/\(entry.path)")
            var options = ConvertOptions()
            options.from = entry.format
            do throws(ReadError) {
                let document = try pipeline.read(input, options: options)
                for variant in RandomLaw().variants {
                    let result = Self.result(document, variant, pipeline)
                    lines.append(Line(name: "\(entry.path) → \(variant)", result: result))
                }
            } catch {
                lines.append(Line(name: entry.path, result: error.code.rawValue))
            }
        }
    }

    private static func result(_ document: Document, _ variant: String, _ pipeline: Pipeline) -> String {
        do throws(WriteError) {
            let file = try WrittenFile(document, to: variant, named: "golden", pipeline)
            return result(main: file.bytes, sides: file.sides)
        } catch {
            return error.code.rawValue
        }
    }

    /// Returns the size of an output and the beginning of its digest. The digest covers the main file, then each side
    /// file after its name.
    static func result(main: [UInt8], sides: [(name: String, bytes: [UInt8])]) -> String {
        var digest = SHA256()
        digest.update(main)
        var count = main.count
        for side in sides {
            digest.update(Array("\u{0}\(side.name)\u{0}\(side.bytes.count)\u{0}".utf8))
            digest.update(side.bytes)
            count += side.bytes.count
        }
        return "\(count) \(digest.finalize().prefix(16))"
    }

    /// Parses a file with ``text``.
    package init(text: String) {
        lines = text.split(separator: "\n").compactMap { line in
            guard !line.hasPrefix("#"), let colon = line.lastIndex(of: ":") else { return nil }
            return Line(
                name: String(line[..<colon]), result: String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
    }

    /// The text of the file: an explanation, then one line `NAME: RESULT` for each output.
    package var text: String {
        var text = """
            # What each case of Conformance/cases becomes: bytes of the output and its side files, and the first 16 hexadecimal
            # digits of their SHA-256; or the code of the error. To record what is now so:
            #     swift run -c release meshconformance Conformance/cases --golden Conformance/golden.txt --record
            # A line that changes is a change that users see: it needs an entry under "Output changes" in CHANGELOG.md.

            """
        for line in lines { text += "\(line.name): \(line.result)\n" }
        return text
    }

    /// Returns one case for each output in either set; those that differ have a failure.
    package func compared(to recorded: GoldenOutputs) -> [CorpusCheck.Case] {
        var open: [String: String] = [:]
        for line in recorded.lines { open[line.name] = line.result }
        var cases = lines.map { line in
            let old = open.removeValue(forKey: line.name)
            let failures = old == line.result ? [] : ["recorded \(old ?? "nothing"), found \(line.result)"]
            return CorpusCheck.Case(name: "golden: \(line.name)", failures: failures)
        }
        for line in recorded.lines where open[line.name] != nil {
            cases.append(
                CorpusCheck.Case(name: "golden: \(line.name)", failures: ["recorded \(line.result), found nothing"]))
        }
        return cases
    }
}
