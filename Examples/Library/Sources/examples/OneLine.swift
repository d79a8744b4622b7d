import MeshConvert

/// One line: the formats come from the bytes of the input and the name of the output.
func oneLine(_ input: String, _ output: String) throws {
    let report = try convert(input, to: output)
    print(report.summary)  // "Nothing lost.", "2 things lost."
}
