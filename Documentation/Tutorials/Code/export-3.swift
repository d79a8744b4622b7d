import MeshConvert

/// Writes a scan as a model that others can open. Returns what the user has to know.
func export(_ scan: String, to output: String) throws -> String {
    var options = ConvertOptions()
    options.strictness = .lossless
    options.verify = true
    do {
        return try convert(scan, to: output, options: options).summary
    } catch .refused(let report) {
        let lost = report.losses.filter { $0.rank == .visible }.map(\.name)
        return lost.isEmpty ? report.summary : "This format can't hold: \(lost.joined(separator: ", "))"
    }
}
