import Foundation
import Testing

/// Each option in the help is run by a transcript or a test.
@Suite struct OptionTests {
    /// Options that nothing runs, with the reason.
    private static let exceptions: [String: String] = [:]

    private static func files(_ folder: String, _ ending: String) throws -> [String: String] {
        let home = Program.root.appendingPathComponent(folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: home.path).filter { $0.hasSuffix(ending) }
        return Dictionary(
            uniqueKeysWithValues: try names.map {
                ($0, try String(contentsOf: home.appendingPathComponent($0), encoding: .utf8))
            })
    }

    private static func options(in words: Substring) -> Set<String> {
        Set(
            words.split { " \n\"'(),".contains($0) }.compactMap {
                $0.prefixMatch(of: #/--?[a-zA-Z][a-z-]*/#).map { String($0.output) }
            })
    }

    /// The options of commands in transcripts that did not end as a wrong command line.
    private static func usedInTranscripts() throws -> Set<String> {
        var used: Set<String> = []
        for (_, text) in try files("Conformance/Transcripts", ".md") {
            for command in text.components(separatedBy: "\n$ ").dropFirst() {
                guard let line = command.split(separator: "\n").first, !command.contains("\nexit: 64") else { continue }
                for part in line.split(whereSeparator: { "|;&".contains($0) }) where part.contains("meshconv") {
                    used.formUnion(options(in: part))
                }
            }
        }
        return used
    }

    /// The options in texts of tests that are not about wrong command lines, nor what a message is to contain.
    private static func usedInTests() throws -> Set<String> {
        var used: Set<String> = []
        let wrong = [
            "ExitCodeTests.swift", "ConfigRulesTests.swift", "HelpTests.swift", "HelpTable.swift", "OptionTests.swift",
        ]
        let own = try files("Tests/MeshconvTests", ".swift")
        let all = try ["Batches", "Config", "Losses"].reduce(into: own) { all, folder in
            all.merge(try files("Tests/MeshconvTests/\(folder)", ".swift")) { own, _ in own }
        }
        for (name, text) in all where !wrong.contains(name) {
            let suites = text.components(separatedBy: "@Suite").filter { !$0.hasPrefix(" struct NearMissTests") }
            for suite in suites {
                for test in suite.components(separatedBy: "@Test") where !test.contains("func whatIsNotPossible") {
                    let rest = test.replacing(#/\.(contains|hasPrefix|hasSuffix)\(\s*"[^"]*"/#, with: "")
                    for match in rest.matches(of: #/"([^"\n]*)"/#) { used.formUnion(options(in: match.output.1)) }
                }
            }
        }
        return used
    }

    @Test func eachOptionOfTheHelpIsRun() throws {
        let used = try Self.usedInTranscripts().union(Self.usedInTests())
        let names = Set(try HelpTable().options.flatMap(\.names))
        #expect(names.count > 80)
        for name in names.sorted() where Self.exceptions[name] == nil {
            #expect(used.contains(name), "no test and no transcript runs \(name)")
        }
        for name in Self.exceptions.keys { #expect(names.contains(name) && !used.contains(name), "\(name)") }
    }

    @Test func usesAreTold() throws {
        #expect(Self.options(in: "meshconv a.ply -o b.ply --set a=b --crop=-1,0,0:1,1,1") == ["-o", "--set", "--crop"])
        #expect(try Self.usedInTranscripts().contains("--crop"))
        #expect(try !Self.usedInTests().contains("--draco"))
    }
}
