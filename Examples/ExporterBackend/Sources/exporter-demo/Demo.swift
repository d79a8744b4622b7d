import ExporterBackend
import Foundation
import MeshConvert

@main struct Demo {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: exporter-demo FOLDER")
            exit(64)
        }
        let home = CommandLine.arguments[1]
        let out = "\(home)/exports"
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        try SmallScan.write(to: "\(home)/scan")
        var scan = Scan(
            folder: "\(home)/scan", location: "Café 1/2", name: "Küche", id: "7A1CFE99-0B1D-4C2E-8F00-000000000001",
            timestamp: 1_790_000_000.5)
        scan.links.stitching = SmallScan.links

        // The first picture has a mask. In place of Vision: nobody is in the second; the third can't be treated.
        let privacy = ScanExporter.Privacy { image, bytes in
            image.frame?.name == "frame_00002" ? nil : bytes
        }
        let exporter = ScanExporter(memory: 400_000_000, privacy: privacy)
        for format in ScanExporter.Format.allCases {
            let steps = Steps()
            let (path, report) = try await exporter.export(scan, as: format, to: out) { steps.add($0) }
            print("\(format.rawValue): \(URL(fileURLWithPath: path).lastPathComponent)")
            print("  \(report.summary) Progress \(steps.isOrdered ? "grew to" : "jumped before") \(steps.last)")
        }
        // A running session, with the blocks as ARKit has them.
        scan.liveMesh = try SmallScan.liveMesh()
        scan.name = "live"
        for format in [ScanExporter.Format.ply, .usdz] {
            let (path, report) = try await exporter.export(scan, as: format, to: out)
            print("live \(format.rawValue): \(URL(fileURLWithPath: path).lastPathComponent) \(report.summary)")
        }
        // As the app's own version 0.5 writes it.
        scan.name = "old"
        let old = ScanExporter(memory: 400_000_000, privacy: privacy, profile: .scan4D05)
        for format in [ScanExporter.Format.scan4d, .polycam, .raw] {
            let (path, _) = try await old.export(scan, as: format, to: out)
            print("old \(format.rawValue): \(URL(fileURLWithPath: path).lastPathComponent)")
        }
        try await cancelled(scan, "\(home)/cancelled")
        try await guarded(scan, "\(home)/guarded")
    }

    /// A task that is cancelled during its second picture.
    static func cancelled(_ scan: Scan, _ folder: String) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let exporter = ScanExporter(
            memory: 90_000_000,
            privacy: .init { image, bytes in
                if image.frame?.name == "frame_00001" { try await Task.sleep(for: .seconds(20)) }
                return bytes
            })
        let task = Task { try await exporter.export(scan, as: .scan4d, to: folder) }
        try await Task.sleep(for: .milliseconds(200))
        task.cancel()
        do {
            _ = try await task.value
            print("cancelled: no")
        } catch {
            // The caller gets the answer immediately; what the last thread holds is released a moment later.
            try await Task.sleep(for: .milliseconds(500))
            print("cancelled: \(error is CancellationError), files left: \(try count(folder))")
        }
    }

    /// Without a filter nothing that may show persons leaves the device.
    static func guarded(_ scan: Scan, _ folder: String) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        do {
            _ = try await ScanExporter(memory: 90_000_000, privacy: nil).export(scan, as: .raw, to: folder)
            print("guarded: no")
        } catch let error as ConvertError {
            print("guarded: \(error.code), files left: \(try count(folder))")
        }
    }

    static func count(_ folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).count
    }
}

/// The reports of an export, which come one at a time.
final class Steps: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Double] = []

    func add(_ value: Double) { lock.withLock { values.append(value) } }
    var last: Double { lock.withLock { values.last ?? 0 } }
    var isOrdered: Bool { lock.withLock { zip(values, values.dropFirst()).allSatisfy { $0 <= $1 } } }
}
