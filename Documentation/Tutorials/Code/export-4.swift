import MeshConvert

/// Writes a scan as a model that others can open. Returns what the user has to know.
func export(_ scan: String, to output: String, progress: @escaping @Sendable (Double) -> Void) async throws -> String {
    var options = ConvertOptions()
    options.strictness = .lossless
    options.verify = true
    options.work = Work { step in
        if let total = step.total, total > 0 { progress(Double(step.completed) / Double(total)) }
    }
    do {
        return try await convert(scan, to: output, options: options).summary
    } catch ConvertError.refused(let report) {
        let lost = report.losses.filter { $0.rank == .visible }.map(\.name)
        return lost.isEmpty ? report.summary : "This format can't hold: \(lost.joined(separator: ", "))"
    }
}
