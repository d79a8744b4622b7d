import Foundation

/// Counts since the start, as Prometheus reads them.
final class Metrics: Sendable {
    enum Counter: String, CaseIterable {
        case accepted, known, refused, broken, fault

        var help: String {
            switch self {
            case .accepted: "Uploads that were acknowledged."
            case .known: "Uploads of which the name and the bytes were there already."
            case .refused: "Requests to upload that were refused."
            case .broken: "Uploads whose connection ended too early."
            case .fault: "Failures of the disk, the queue, or the start of meshconv."
            }
        }
    }

    private struct State {
        var counts: [Counter: Int] = [:]
        var receiving = 0
        var bytes: Int64 = 0
        var conversions = 0
        var seconds = 0.0
    }

    private let state = Locked(State())

    func count(_ counter: Counter) { state.with { $0.counts[counter, default: 0] += 1 } }
    func add(bytes: Int64) { state.with { $0.bytes += bytes } }
    func receiving(_ change: Int) { state.with { $0.receiving += change } }
    func add(seconds: Double) {
        state.with {
            $0.conversions += 1
            $0.seconds += seconds
        }
    }

    /// The text format 0.0.4.
    func text(uploads: [(Upload.State, Int)], free: Int64) -> String {
        let now = state.with { $0 }
        var lines: [String] = []
        func metric(_ name: String, _ type: String, _ help: String, _ samples: [(String, Any)]) {
            lines += ["# HELP meshconv_receiver_\(name) \(help)", "# TYPE meshconv_receiver_\(name) \(type)"]
            lines += samples.map { "meshconv_receiver_\(name)\($0) \($1)" }
        }
        for counter in Counter.allCases {
            metric("\(counter.rawValue)_total", "counter", counter.help, [("", now.counts[counter] ?? 0)])
        }
        metric("received_bytes_total", "counter", "Bytes of uploads that arrived.", [("", now.bytes)])
        metric("receiving", "gauge", "Uploads that are arriving.", [("", now.receiving)])
        metric(
            "uploads", "gauge", "Uploads that are kept, by state.",
            uploads.map { ("{state=\"\($0.rawValue)\"}", $1) })
        metric(
            "conversion_seconds", "summary", "Time that uploads took to be converted.",
            [("_sum", now.seconds), ("_count", now.conversions)])
        metric("disk_free_bytes", "gauge", "Bytes that are free on the disk.", [("", free)])
        return lines.joined(separator: "\n") + "\n"
    }
}
