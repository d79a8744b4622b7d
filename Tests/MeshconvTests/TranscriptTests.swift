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
        let transcript = try Transcript(try String(contentsOf: url, encoding: .utf8), in: Program())
        #expect(transcript.commandCount > 0)
        if ProcessInfo.processInfo.environment["MESHCONV_RECORD"] != nil {
            try Data(transcript.text.utf8).write(to: url)
        } else {
            #expect(transcript.faults.isEmpty, "\(file)")
        }
    }

    @Test func thereAreTranscripts() { #expect(!Self.files.isEmpty) }
}
