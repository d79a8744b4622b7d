import Foundation
import MeshBytes
import MeshConvert
import MeshFormats
import Testing

@testable import meshconv

/// Help, manual and the pages of the project say the same.
@Suite struct HelpTests {
    /// A text in which all blanks are one space.
    private func joined(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func head(_ option: HelpTable.Option) -> String {
        option.names.joined(separator: ", ") + (option.isFlag ? "" : " <\(option.valueName)>")
    }

    @Test func theManualHasEveryOptionWithItsTextAndNoOther() throws {
        let table = try HelpTable()
        let manual = try Program(hasCases: false).run("man").output
        var sections: [String: [String]] = [:]
        for section in manual.components(separatedBy: "\n.SH ").dropFirst() {
            guard let title = section.split(separator: "\n").first, title.hasPrefix("meshconv ") else { continue }
            sections[String(title.dropFirst("meshconv ".count))] = section.components(separatedBy: "\n.TP\n.B ")
                .dropFirst().map { joined($0.replacing("\\-", with: "-").replacing("\\&", with: "")) }
        }
        #expect(Set(sections.keys) == Set(table.commands))
        for command in table.commands {
            let expected = table.options.filter { $0.command == command }.map { joined("\(head($0)) \($0.help)") }
            let found = (sections[command] ?? []).filter { $0.hasPrefix("-") }
            #expect(found == expected, "\(command)")
        }
    }

    @Test func theHelpOfACommandHasEveryOptionWithItsText() throws {
        let table = try HelpTable()
        let program = try Program(hasCases: false)
        for command in table.commands {
            let help = try program.run(command, "--help").output
            let text = joined(help)
            for option in table.options where option.command == command {
                #expect(text.contains(joined("\(head(option)) \(option.help)")), "\(command) \(option.names)")
            }
            let shown = help.matches(of: #/\n {2}(?:-[a-zA-Z], )?(--[a-z-]+)/#).map { String($0.output.1) }
            #expect(Set(shown).isSubset(of: table.options.filter { $0.command == command }.flatMap(\.names)))
        }
    }

    /// Defaults that a help names are those of the code. A new one has to be added here.
    @Test func defaultsInTheHelpAreThoseOfTheCode() throws {
        let named = try HelpTable().options.filter { $0.help.contains(#/default|\(\d/#) }
        let known = [
            "--within", "--voxel", "--depth-limit", "--trim", "--outliers", "--memory", "--to", "--size",
            // All processors, no limit, and what the package says: tests of limits and of packages show them.
            "--threads", "--timeout", "--location", "--scan", "--timestamp",
            // What FileLimitTests compares.
            "--limit",
            // An example and no default; one file after the other, as without the option.
            "--tile", "--jobs",
            // Not its own.
            "--no-config",
        ]
        for option in named { #expect(option.names.contains(where: known.contains), "\(option.names)") }
        func help(_ name: String, _ command: String = "convert") -> String {
            named.first { $0.names.contains(name) && $0.command == command }?.help ?? ""
        }
        #expect(help("--within", "changes").contains("default: 5cm"))
        #expect(Changes.Options().within == 0.05)
        #expect(help("--voxel").contains("default: 2cm for tsdf, else 1cm"))
        for (method, size) in [(ReconstructionOptions.Method.tsdf, 0.02), (.points, 0.01), (.poisson, 0.01)] {
            #expect(ReconstructionOptions(method).effectiveVoxelSize == size)
        }
        #expect(help("--depth-limit").contains("default: 5m"))
        #expect(ReconstructionOptions(.tsdf).depthLimit == 5)
        #expect(help("--trim").contains("voxels:3 (default)"))
        #expect(ReconstructionOptions(.poisson).trim == .voxels(3))
        #expect(
            help("--outliers").contains("statistical[:neighbors[:ratio]] (20, 2) or radius:distance[:neighbors] (16)"))
        for (word, rule) in [
            ("statistical", ShapingOptions.Outliers.statistical(neighbors: 20, ratio: 2)),
            ("radius:1m", .radius(neighbors: 16, meters: 1)),
        ] {
            var options = ShapingOptions()
            let command = try #require(Arguments.command(["a", "b", "--outliers", word]) as? ConvertCommand)
            try command.target.shaping.words.apply(to: &options)
            #expect(options.outliers == rule)
        }
        #expect(help("--memory").contains("default: 7/8 of what is there"))
        #expect(LimitOptions.usualMemory?.byteCount == Resources.memory.map { $0.byteCount / 8 * 7 })
        #expect(help("--to", "package").contains("default: scan4d"))
        let package = try #require(Arguments.command(["package", "a", "b"]) as? PackageCommand)
        #expect(try package.output.wanted() == .scan4D)
        #expect(help("--size", "preview").contains("default: 1024x768, or 384x288 for each of several"))
        for (words, size) in [([], (1024, 768)), (["--turntable", "4"], (384, 288)), (["--animate"], (384, 288))] {
            let command = try #require(Arguments.command(["preview", "a", "a.png"] + words) as? PreviewCommand)
            let options = try command.picture.options("a.png")
            #expect((options.width, options.height) == size)
        }
    }

    // MARK: Command lines in pages

    private static let pages: [String] = {
        let root = Program.root.path + "/"
        var pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "Conformance/FORMATS.md"]
        for folder in ["Packaging", "Examples", "Sources", "Documentation", "Conformance/Benchmarks"] {
            let walk = FileManager.default.enumerator(atPath: root + folder)
            while let name = walk?.nextObject() as? String {
                if name.hasPrefix(".build") || name.contains("/.build") {
                    walk?.skipDescendants()
                } else if name.hasSuffix(".md") || name.hasSuffix(".tutorial") {
                    pages.append("\(folder)/\(name)")
                }
            }
        }
        return pages.filter { FileManager.default.fileExists(atPath: root + $0) }
    }()

    /// The command lines of a page: in blocks of code, and in sentences.
    private func commandLines(_ text: String) -> [String] {
        var lines: [String] = []
        var isCode = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            if isCode, let match = line.prefixMatch(of: #/(?:\$ )?(meshconv .*)/#) {
                lines.append(String(match.output.1))
            } else if !isCode {
                lines += line.matches(of: #/`(?:\$ )?(meshconv [^`]+)`/#).map { String($0.output.1) }
            }
        }
        return lines
    }

    /// The words of a line of shell, up to a comment, a pipe or the next command.
    private func words(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        for character in line + " " {
            if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == " " || character == ";" {
                if ["#", "|", ">", "2>", "&&", "||", "<", "\\"].contains(word) || word.hasPrefix("#") { return words }
                if !word.isEmpty { words.append(word) }
                word = ""
                if character == ";" { return words }
            } else {
                word.append(character)
            }
        }
        return words
    }

    @Test func everyCommandLineOfThePagesIsOne() throws {
        var count = 0
        for page in Self.pages {
            let text = try String(contentsOf: Program.root.appendingPathComponent(page), encoding: .utf8)
            for line in commandLines(text) {
                count += 1
                // Names that stand for numbers.
                let words = words(line).dropFirst().map { ["COUNT", "N", "DEPTH"].contains($0) ? "3" : $0 }
                let normal = Arguments.normalized(Array(words))
                #expect(CommandWords.refusal(normal) == nil, "\(page): \(line)")
                // A usage, or a command that is only named.
                if line.contains(#/<[a-z.]+>/#) || (normal.count == 1 && Meshconv.commandNames.contains(normal[0])) {
                    continue
                }
                // They end in the parser.
                if normal.contains(where: { $0 == "--help" || $0 == "--version" }) { continue }
                do {
                    let command = try Arguments.command(normal)
                    if let convert = command as? ConvertCommand { try check(convert.target, normal) }
                    if let plan = command as? PlanCommand { try check(plan.target, normal) }
                } catch {
                    Issue.record("\(page): \(line): \(error)")
                }
            }
        }
        #expect(count > 30)
    }

    /// Checks the values of options, which the argument parser takes for any text.
    private func check(_ target: TargetOptions, _ words: [String]) throws {
        let names = target.variants + [target.purpose].compactMap(\.self) + target.settings
        guard names.allSatisfy({ !$0.contains(#/[A-Z…|]/#) }) else { return }
        if try target.words.packageVariant(of: "/") != nil { return }
        var options = ConvertOptions()
        try target.words.apply(to: &options, Pipeline())
        _ = try target.words.wanted(Pipeline())
    }

    @Test func wordsEndWhereTheCommandDoes() {
        #expect(words("meshconv a b --set 'x=y z' | cat") == ["meshconv", "a", "b", "--set", "x=y z"])
        #expect(words("meshconv a   # look") == ["meshconv", "a"])
        #expect(
            commandLines("Say `meshconv a`.\n```\n$ meshconv b\nmeshconv: error\n```") == ["meshconv a", "meshconv b"])
    }
}
