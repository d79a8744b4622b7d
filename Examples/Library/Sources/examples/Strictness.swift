import MeshConvert

/// What may be lost is the caller's choice: everything that is reported, nothing, or what is named.
func strictness(_ input: String, _ output: String) throws {
    var options = ConvertOptions()
    options.strictness = .lossless
    options.allowed = [.attributeDropped]  // extra values of vertices may go, nothing else
    options.verify = true

    let report = try convert(input, to: output, options: options)
    let visible = report.losses.filter { $0.rank == .visible }
    print(visible.isEmpty ? "It looks the same." : report.summary)

    // What another target would lose, before anything is written.
    let pipeline = Pipeline()
    let document = try pipeline.read(Pipeline.open(input))
    for variant in ["glb", "usdz", "stl.binary"] {
        let lost = try pipeline.route(document, to: variant).losses.filter { $0.severity <= .rounded }
        print(variant, lost.isEmpty ? "keeps everything" : lost.map(\.name).joined(separator: ", "))
    }
}
