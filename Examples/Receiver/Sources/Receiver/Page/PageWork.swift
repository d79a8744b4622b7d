import Foundation

/// What meshconv is asked for a dropped model: a page, the losses of each target, a conversion.
struct PageWork: Sendable {
    let settings: Settings
    let stop: StopFlag

    /// The formats whose variants start with their extension. Scan packages are archives.
    private static let endings = ["glb", "gltf", "obj", "off", "ply", "stl", "usda", "usdc", "usdz"]

    /// Why there is no answer: a sentence for people.
    struct Refused: Error {
        let text: String
    }

    /// The page that shows a file.
    func view(_ file: String, page: String) throws -> String {
        if !Files.isThere(page) {
            _ = try meshconv(["view", file, "-o", page], beside: "\(page)-\(UUID().uuidString)")
        }
        return page
    }

    /// What each target would lose, as meshconv's document says it.
    func plans(_ file: String, folder: String) throws -> String {
        try meshconv(["plan", file, "--json"], beside: "\(folder)/plan-\(UUID().uuidString)")
    }

    /// The page of before and after in the folder of a conversion.
    static func page(of results: String) -> String { results + "/compare.html" }

    /// Converts a file to a variant; the folder appears whole. Answers with the report.
    func convert(_ file: String, to variant: String, in results: String) throws -> String {
        if let report = try? String(contentsOfFile: results + "/report.json", encoding: .utf8) { return report }
        let work = "\(results)-\(UUID().uuidString)"
        try Files.make(folder: work + "/files", below: Files.parent(of: results))
        defer { Files.remove(work) }
        let stem = ((file as NSString).lastPathComponent as NSString).deletingPathExtension
        let ending = Self.endings.first { variant == $0 || variant.hasPrefix($0 + ".") } ?? "zip"
        // Scan packages have no page of before and after.
        let page = ending == "zip" ? [] : ["--html", Self.page(of: work)]
        let report = try meshconv(
            ["convert", file, "\(work)/files/\(stem).\(ending)", "--to", variant, "--json"] + page,
            beside: work + "/convert")
        try Files.write(report, to: work + "/report.json")
        // Another request may have been faster: what it made is the same.
        if rename(work, results) != 0, !Files.isThere(results) { throw FileError("rename to \(results):", work) }
        return report
    }

    /// Runs meshconv; answers with what it prints.
    private func meshconv(_ words: [String], beside path: String) throws -> String {
        let limits = ["--sandbox", "--timeout", settings.timeout] + (settings.memory.map { ["--memory", $0] } ?? [])
        let (output, errors) = ("\(path).out", "\(path).log")
        defer { for file in [output, errors] { Files.remove(file) } }
        let patience = (Settings.seconds(settings.timeout) ?? 1800) + 60
        let ending = try run(
            settings.program, words + limits, in: Files.parent(of: path), output: output, errors: errors,
            timeout: patience, stop: stop)
        if ending == .exit(0) { return try String(contentsOfFile: output, encoding: .utf8) }
        let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
        let document = FileManager.default.contents(atPath: output) ?? Data()
        let error = ((try? JSONSerialization.jsonObject(with: document)) as? [String: Any])?["error"] as? [String: Any]
        let last = said.split(whereSeparator: \.isNewline).last.map(String.init)
        // Paths of this machine say nothing to the person who dropped the file.
        let text = (error?["message"] as? String ?? last ?? "meshconv ended without a word: \(ending)")
            .replacingOccurrences(of: Files.parent(of: path) + "/", with: "")
        throw Refused(text: text)
    }
}
