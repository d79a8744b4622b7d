import MeshConformance

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `meshconformance [DIR…] [--pairs] [--triangles] [--known FILE] [--draws N [--seed S]] [--chains N [--keep FOLDER]]
/// [--mutants N] [--numbers N] [--variants A,B] [--markdown FILE] [--json FILE] [--golden FILE [--record]]`, or
/// `meshconformance DIR… [--remedies] [--strictness]`, or `meshconformance --scene-s FOLDER [--pictures]`: the test scene
/// of packages in every form, or `meshconformance --converter COMMAND [--from A,B] [--to A,B]`: what another converter
/// keeps, or `meshconformance --mutations N FILE-OR-FOLDER… [--seed S] [--to-all] [--keep FOLDER]`: broken files, or
/// `meshconformance --rewrite PACKAGE --output PATH [--variants V] [--leave-out A,B]`: with rewriters of images
/// and depth.
@main struct MeshConformanceCommand {
    static func main() {
        do {
            if try !run() { exit(1) }
        } catch {
            print("error: \(error)")
            exit(2)
        }
    }

    private static func run() throws -> Bool {
        var arguments = Array(CommandLine.arguments.dropFirst())
        func option(_ name: String) -> String? {
            guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
            let value = arguments[index + 1]
            arguments.removeSubrange(index...index + 1)
            return value
        }
        if let folder = option("--scene-s") {
            try PackageRuns.writeScene(to: folder, hasPictures: arguments.contains("--pictures"))
            return true
        }
        if let command = option("--converter") {
            func names(_ list: String?) -> [String]? { list.map { $0.split(separator: ",").map(String.init) } }
            try ConverterRun(command: command, from: names(option("--from")), to: names(option("--to"))).run()
            return true
        }
        if let package = option("--rewrite"), let output = option("--output") {
            let names = option("--leave-out").map { Set($0.split(separator: ",").map(String.init)) } ?? []
            try PackageRuns.rewrite(
                package, to: output, variant: option("--variants") ?? "scan4d", leavingOut: names)
            return true
        }
        if let count = option("--mutations").flatMap(Int.init) {
            var run = MutationRun(count: count, seed: option("--seed").flatMap(UInt64.init) ?? 1)
            run.keep = option("--keep")
            run.convertsToAll = arguments.contains("--to-all")
            arguments.removeAll { $0 == "--to-all" }
            return try MutationCommand(run: run, folders: arguments).perform()
        }
        let pairs = arguments.contains("--pairs")
        let triangles = arguments.contains("--triangles")
        let records = arguments.contains("--record")
        let remedies = arguments.contains("--remedies")
        let strictness = arguments.contains("--strictness")
        arguments.removeAll { ["--pairs", "--triangles", "--record", "--remedies", "--strictness"].contains($0) }
        if remedies || strictness {
            return try PromiseRun(folders: arguments, remedies: remedies, strictness: strictness).run()
        }
        let variants = try known(option("--variants"))
        let run = ConformanceRun(
            known: option("--known"), markdown: option("--markdown"), json: option("--json"),
            golden: option("--golden"), records: records,
            draws: option("--draws").flatMap(Int.init) ?? 0, seed: option("--seed").flatMap(UInt64.init) ?? 1,
            chains: option("--chains").flatMap(Int.init) ?? 0, keep: option("--keep"),
            mutants: option("--mutants").flatMap(UInt64.init) ?? 0,
            numbers: option("--numbers").flatMap(Int.init) ?? 0,
            variants: variants, pairs: pairs, triangles: triangles, folders: arguments)
        return try run.run()
    }

    /// Returns the variants of a list. Throws for an unknown one, which would count as refused in each draw.
    private static func known(_ list: String?) throws -> [String]? {
        guard let names = list?.split(separator: ",").map(String.init) else { return nil }
        let all = RandomLaw().variants
        if let unknown = names.first(where: { !all.contains($0) }) { throw UnknownVariant(name: unknown, all: all) }
        return names
    }

    private struct UnknownVariant: Error, CustomStringConvertible {
        var name: String
        var all: [String]
        var description: String { "expected variants among \(all.joined(separator: ", ")), found \(name)" }
    }
}
