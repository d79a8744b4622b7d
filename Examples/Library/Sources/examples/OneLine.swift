import MeshConvert

/// One line: the formats come from the bytes of the input and the name of the output.
func oneLine(_ input: String, _ output: String) throws {
    let report = try convert(input, to: output)
    print(report.summary)  // "Nothing lost.", "Lost: colours."
}

/// The lines that the README and the documentation begin with.
func firstLines() throws {
    let report = try convert("scan.ply", to: "scan.obj")
    print(report.summary)  // "Looks the same; not kept: confidence."
}
