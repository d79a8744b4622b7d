import MeshConvert

/// The single steps, for those who inspect or change a scene on the way.
func steps(_ input: String) throws {
    let pipeline = Pipeline()

    // Read: the format's own structure, the neutral scene, and the residue, which the scene doesn't hold.
    var document = try pipeline.read(Pipeline.open(input))
    print(document.variant, document.scene.vertexSets.map(\.count), document.diagnostics.count)
    document.scene.metadata.append(MetadataEntry(key: "comment", value: "looked at"))

    // Plan: the losses of a conversion, before anything is written.
    let route = try pipeline.route(document, to: "obj")
    for step in route.steps { print("\(step.action): \(step.why)") }
    for loss in route.losses { print("\(loss.severity.rawValue): \(loss.name)") }

    // Write: the losses, and where each part of the result comes from.
    let output = Output(memoryNamed: "looked-at.obj")
    try pipeline.write(document, route, options: ConvertOptions(), to: output)
    print("\(output.mainBytes().count) bytes, \(route.losses.count) losses")

    // Prove: read it back as a foreign file, and compare.
    var foreign = ConvertOptions()
    foreign.reading.ignoresOrigin = true
    for side in output.sideFiles() { foreign.reading.sideFiles[side.name] = .bytes(side.bytes) }
    let back = try pipeline.read(.bytes(output.mainBytes(), name: "looked-at.obj"), options: foreign)
    let breaches = pipeline.breaches(
        of: document.scene, document.residue, route.losses, route.correspondence, readBack: back)
    print("unreported differences: \(breaches.count)")
}
