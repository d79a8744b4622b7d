import Foundation
import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages
import Testing

@Suite struct ConvertPackageTests {
    private static let room = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
            "Conformance/cases/package/room"
        ).path

    private struct Fault: Error {}

    private func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path)
    }

    private func holding(_ body: (String) throws -> Void) throws {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func names(_ path: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path) }

    @Test func anAppHandsInItsLinks() throws {
        let pose = "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]"
        func links(_ pose: String) -> [UInt8] {
            let ends = ["source", "target"].map { side in
                "\"\(side)LocationId\": \"A\", \"\(side)ScanId\": \"B\", \"\(side)AnchorId\": \"C\", "
                    + "\"\(side)AnchorTransform\": \(pose)"
            }
            let link = "{\"id\": \"L\", \(ends.joined(separator: ", "))}"
            return Array("{\"version\": 1, \"layout\": \"column_major\", \"links\": [\(link)]}".utf8)
        }
        try holding { home in
            var options = PackageConvertOptions()
            options.common.hashes = true
            options.parts.entries = [.init(name: "stitching.json", bytes: links(pose))]
            let report = try convertPackage(Self.room, to: "\(home)/out.zip", as: .scan4D, options: options)
            #expect(report.sideFiles.map(\.path) == ["stitching.json"])
            #expect(report.sideFiles.first?.sha256 == (try SHA256.digest(of: .bytes(links(pose), name: "links"))))
            let package = try ScanPackage.open("\(home)/out.zip")
            #expect(package.links.map(\.id) == ["L"])
            // They are read like a file's: broken ones are an error that names them.
            options.parts.entries = [.init(name: "stitching.json", bytes: links("[[1]]"))]
            let error = #expect(throws: ConvertError.self) {
                try convertPackage(Self.room, to: "\(home)/no.zip", as: .scan4D, options: options)
            }
            #expect(error?.path == "stitching.json")
            #expect(try names(home) == ["out.zip"])
        }
    }

    @Test func rewritersMayWait() async throws {
        try await inFolder { home in
            var options = PackageConvertOptions()
            options.rewriteImage = { image, bytes in
                try await Task.sleep(for: .milliseconds(5))
                return image.frame?.name == "frame_00001" ? nil : bytes
            }
            options.rewriteDepth = { _, depth in
                await Task.yield()
                return depth
            }
            let report = try await convertPackage(Self.room, to: home + "/out.zip", as: .raw, options: options)
            #expect(report.diagnostics.contains { $0.code == "frame.left-out" && $0.count == 1 })
            #expect(report.inputVariant == "nerfstudio" && report.outputVariant == "raw")
            #expect(try ScanPackage.open(home + "/out.zip").frames.map(\.name) == ["frame_00000", "frame_00002"])
        }
    }

    @Test func packagesHaveTheirPlaceInTheBudgetOfAConverter() async throws {
        try await inFolder { home in
            let converter = Converter(memory: 1)
            let (begun, goOn) = (Gate(), Gate())
            var options = PackageConvertOptions()
            options.writing.consentsToImages = true
            let other = options
            options.common.work = Work { _ in
                begun.open()
                goOn.wait()
            }
            let first = Task { [options] in
                try await converter.convertPackage(Self.room, to: home + "/out.zip", as: .raw, options: options)
            }
            try await begun.opened()
            let second = Task {
                try await converter.convertPackage(Self.room, to: home + "/out", as: .raw, options: other)
            }
            try await until { converter.load.waiting == 1 }
            goOn.open()
            let report = try await first.value
            #expect(report.options["to"]?.string == "raw")
            #expect(try await second.value.outputVariant == "raw")
        }
    }

    @Test func aRewriterThatWaitsIsCancelledWithTheConversion() async throws {
        try await inFolder { home in
            var options = PackageConvertOptions()
            options.rewriteImage = { _, bytes in
                try await Task.sleep(for: .seconds(600))
                return bytes
            }
            let task = Task { [options] in
                try await convertPackage(Self.room, to: home + "/out.zip", as: .raw, options: options)
            }
            try await Task.sleep(for: .milliseconds(50))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try await until { try names(home).isEmpty }
        }
    }

    @Test func aRewriterThatThrowsFailsTheConversion() async throws {
        try await inFolder { home in
            var options = PackageConvertOptions()
            options.rewriteImage = { _, _ in throw Fault() }
            do {
                try await convertPackage(Self.room, to: home + "/out", as: .colmap, options: options)
                Issue.record("converted")
            } catch let error as ConvertError {
                #expect(error.code == "rewriter.failed")
                #expect(error.path == "images/frame_00000.png")
            }
            #expect(try names(home) == [])
        }
    }

    @Test func cancellingTheTaskLeavesNothing() async throws {
        try await inFolder { home in
            var options = PackageConvertOptions()
            let begun = Gate()
            options.rewriteImage = { _, bytes in
                begun.open()
                try? await Task.sleep(for: .seconds(600))
                return bytes
            }
            let task = Task { [options] in
                try await convertPackage(Self.room, to: home + "/out", as: .raw, options: options)
            }
            try await begun.opened()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            // Abandoned work ends by itself the next time it looks.
            try await until { try names(home).isEmpty }
        }
    }

    @Test func whatMustNotBeLostIsNotWritten() throws {
        try holding { home in
            var options = PackageConvertOptions()
            options.common.strictness = .lossless
            do {
                try convertPackage(Self.room, to: home + "/out", as: .colmap, options: options)
                Issue.record("converted")
            } catch let error as ConvertError {
                guard case .refused(let report) = error else {
                    Issue.record("expected a refusal, found \(error)")
                    return
                }
                #expect(report.losses.contains { $0.subject == "/frames/*/depth" && $0.count == 2 })
            }
            #expect(try names(home) == [])
        }
    }

    @Test func whatIsNoPackageIsBroken() throws {
        try holding { home in
            try Data("not a zip".utf8).write(to: URL(fileURLWithPath: home + "/a.zip"))
            do {
                try convertPackage(home + "/a.zip", to: home + "/out", as: .raw)
                Issue.record("converted")
            } catch let error as ConvertError {
                #expect(error.path == home + "/a.zip")
            }
        }
    }
}
