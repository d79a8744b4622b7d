import MeshConvert

/// Writes a scan as a model that others can open.
func export(_ scan: String, to output: String) throws {
    let report = try convert(scan, to: output)
    print(report.summary)
}
