import MeshBytes
import MeshConvert
import MeshFormats

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Converts the files of folders and mutations of them, all in one process, and checks that each is refused with a place, or
/// read so that it obeys the law, in little time and memory.
package struct MutationRun {
    /// The number of mutations of each file.
    package var count: Int
    /// The seed of all of them: each depends on it, on its number and on the file's bytes only.
    package var seed: UInt64
    /// The largest file that is mutated, in bytes; larger ones are read as they are.
    package var largest = 1_000_000
    /// The largest growth of memory while one file and its mutations are read, in bytes.
    package var memory = 512 << 20
    /// Whether each input that is read is converted to all variants, not only to one that its bytes choose.
    package var convertsToAll = false
    /// A folder for one input of each kind of failure, and for the input that is being read: what stays of a crash.
    package var keep: String?

    /// What has become of the inputs.
    package struct Result: Sendable {
        /// The number of files, of mutations, and of those of both that were read.
        package var files = 0, mutations = 0, read = 0
        /// The longest time that an input took, in seconds, beyond one second per megabyte.
        package var longest = 0.0
        /// The largest growth of memory by one file and its mutations, in bytes.
        package var growth = 0
        /// The failures by kind: how often, and the first of them.
        package var failures: [String: (count: Int, first: String)] = [:]
    }

    /// Is told the first failure of each kind as soon as it is found.
    package var found: @Sendable (String) -> Void = { _ in }

    package init(count: Int, seed: UInt64) { (self.count, self.seed) = (count, seed) }

    /// Runs over all files of all folders whose extension is that of a format, in the order of their names.
    package func run(_ folders: [String]) throws -> Result {
        var result = Result()
        if let keep { try FileManager.default.createDirectory(atPath: keep, withIntermediateDirectories: true) }
        for folder in folders {
            let paths =
                FolderTree.isFolder(folder)
                ? try FolderTree.items(in: folder, limit: 1_000_000).map { $0.map { "\(folder)/\($0.path)" } } ?? []
                : [folder]
            for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                guard let ending = path.pathExtension, let format = StandardFormats.format(extension: ending) else {
                    continue
                }
                try check(path, format.descriptor.id, &result)
            }
        }
        return result
    }

    private func check(_ path: String, _ format: String, _ result: inout Result) throws {
        let input = try Input.file(path)
        let bytes = try input.read(0..<input.byteCount)
        result.files += 1
        let before = Self.peak(reset: true)
        check(bytes, path, 0, format, &result)
        if bytes.count <= largest {
            for number in 1..<max(1, count + 1) {
                var mutator = Mutator(seed: HostileTarget.digest(bytes) ^ seed &* 0x1_0001 &+ UInt64(number))
                check(mutator.mutated(bytes, most: 2 * largest), path, number, format, &result)
                result.mutations += 1
            }
        }
        let growth = max(0, Self.peak(reset: false) - before)
        result.growth = max(result.growth, growth)
        if growth > memory + 16 * bytes.count {
            note("\(path): grew by \(growth >> 20) MB", "growth", bytes, &result)
        }
    }

    private func check(_ bytes: [UInt8], _ path: String, _ number: Int, _ format: String, _ result: inout Result) {
        let ending = path.pathExtension ?? ""
        if let keep { Self.write(bytes, "\(keep)/current.\(ending)") }
        // The time of the processor: on a busy machine the clock says little.
        let start = clock()
        let (isRead, failures) = HostileTarget.converted(
            bytes, path.contains("/") ? path : "./\(path)", from: format, toAll: convertsToAll)
        let conversions = convertsToAll ? HostileTarget.variants.count : 1
        let seconds =
            Double(clock() - start) / Double(CLOCKS_PER_SEC) / Double(conversions) - Double(bytes.count) / 1e6
        if isRead { result.read += 1 }
        result.longest = max(result.longest, seconds)
        let name = "\(path) mutation \(number)"
        if seconds > 1 { note("\(name): took \(seconds) s", "time", bytes, &result) }
        for failure in failures { note("\(name): \(failure)", Self.kind(failure), bytes, &result) }
    }

    private func note(_ failure: String, _ kind: String, _ bytes: [UInt8], _ result: inout Result) {
        if let known = result.failures[kind] {
            result.failures[kind] = (known.count + 1, known.first)
            return
        }
        result.failures[kind] = (1, failure)
        found(failure)
        guard let keep else { return }
        let ending = failure.prefix { $0 != " " && $0 != ":" }.split(separator: ".").last ?? "bin"
        Self.write(bytes, "\(keep)/find-\(result.failures.count).\(ending)")
    }

    /// A failure without what differs between failures of one cause: numbers and names.
    package static func kind(_ failure: String) -> String {
        String(failure.map { $0.isNumber ? "0" : $0 }.split(separator: "0").joined(separator: "0").prefix(120))
    }

    private static func write(_ bytes: [UInt8], _ path: String) {
        try? Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// The most memory that was in use, in bytes, at all or since it was last reset; 0 where the system does not say.
    private static func peak(reset: Bool) -> Int {
        if reset { write(Array("5".utf8), "/proc/self/clear_refs") }
        guard let status = try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/status")) else { return 0 }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("VmHWM:") }) else { return 0 }
        return (Int(line.filter(\.isNumber)) ?? 0) << 10
    }
}
