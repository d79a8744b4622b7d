import Foundation
import Testing

@testable import MeshConformance

/// Files that once crashed a reader, or were read wrongly: `Conformance/FailCases/TARGET/NAME`. `Conformance/Fuzz` found them.
@Suite struct FailCasesTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Conformance/FailCases")

    private static func names(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
            !$0.hasPrefix(".") && $0 != "README.md"
        }
        .sorted()
    }

    private static let files = names(in: folder).flatMap { target in
        names(in: folder.appendingPathComponent(target)).map { "\(target)/\($0)" }
    }

    @Test(arguments: files) func aFormerFindIsRefusedWithAPlaceOrObeysTheLaw(_ path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(path)))
        #expect(bytes.count <= 64 << 10, "small enough to be kept for ever")
        let target = try #require(HostileTarget.named(String(path.prefix { $0 != "/" })))
        #expect(target.failures(bytes) == [])
    }

    @Test func thereAreFormerFinds() { #expect(!Self.files.isEmpty) }

    /// The seeds of the fuzzers, each with two mutations: `fuzz.py` and `meshconformance --mutations` go on from here.
    @Test(arguments: HostileTarget.readers.map(\.name))
    func eachSmallCaseAndMutationsOfItAreRefusedWithAPlaceOrRead(_ name: String) throws {
        let target = try #require(HostileTarget.named(name))
        let cases = Self.folder.deletingLastPathComponent().appendingPathComponent("cases")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: cases.path).filter { $0.hasSuffix(".\(name)") }
        for path in paths.sorted() {
            let bytes = [UInt8](try Data(contentsOf: cases.appendingPathComponent(path)))
            guard bytes.count < 10_000 else { continue }
            for number in 0..<3 {
                var mutator = Mutator(seed: UInt64(number) ^ HostileTarget.digest(bytes))
                let input = number == 0 ? bytes : mutator.mutated(bytes, most: 20_000)
                #expect(target.failures(input) == [], "\(path), mutation \(number)")
            }
        }
    }
}
