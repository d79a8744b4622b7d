import Foundation
import Testing

/// The transcripts in `Conformance/Transcripts`: every command prints the recorded text and exits with the recorded
/// code.
///
/// Commands see a terminal. Times and sizes are not compared. `MESHCONV_RECORD=1` writes today's output into the files;
/// read it before keeping it.
@Suite struct TranscriptTests {
    private static let folder = Program.root.appendingPathComponent("Conformance/Transcripts")
    static let files: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".md") }
        // Only Linux has the device that is always full.
        .filter { $0 != "full-disk.md" || FileManager.default.fileExists(atPath: "/dev/full") }.sorted()

    @Test(arguments: files)
    func transcriptHolds(file: String) throws {
        let url = Self.folder.appendingPathComponent(file)
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        let records = ProcessInfo.processInfo.environment["MESHCONV_RECORD"] != nil
        let program = try Program()
        var written: [String] = []
        var commands = 0
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        var isInside = false
        while let line = lines.popFirst() {
            written.append(line)
            if line.hasPrefix("```") { isInside = line == "```console" }
            guard isInside, line.hasPrefix("$ ") else { continue }
            commands += 1
            var expected: [String] = []
            while let next = lines.first, !next.hasPrefix("exit: "), !next.hasPrefix("```"), !next.hasPrefix("$ ") {
                expected.append(next)
                lines.removeFirst()
            }
            let ending = lines.first?.hasPrefix("exit: ") == true ? lines.popFirst() : nil
            let result = try program.terminal(String(line.dropFirst(2)))
            var found = result.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if found.last == "" { found.removeLast() }
            if records {
                // Another time alone is no change.
                let isSame = found.map(Self.normalized) == expected.map(Self.normalized)
                written += (isSame ? expected : found) + ["exit: \(result.status)"]
            } else {
                #expect(found.map(Self.normalized) == expected.map(Self.normalized), "\(file): \(line)")
                #expect("exit: \(result.status)" == ending, "\(file): \(line)")
            }
        }
        #expect(commands > 0)
        if records { try Data(written.joined(separator: "\n").utf8).write(to: url) }
    }

    @Test func thereAreTranscripts() { #expect(!Self.files.isEmpty) }

    /// The line without what differs between runs and machines.
    private static func normalized(_ line: String) -> String {
        line.replacing(#/\r[^\n]*\r/#, with: "").replacing(#/[0-9][0-9,.]* (ms|s)\b/#, with: "TIME").replacing(
            #/[0-9][0-9,.]* (B|kB|MB|GB)\b/#, with: "SIZE")
    }
}
