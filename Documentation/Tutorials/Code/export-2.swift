import MeshConvert

/// Writes a scan as a model that others can open.
func export(_ scan: String, to output: String) throws {
    var options = ConvertOptions()
    options.strictness = .lossless
    options.verify = true
    let report = try convert(scan, to: output, options: options)
    print(report.summary)
}
