package import MeshConvert
package import MeshFormats
package import MeshRouting

/// A document written to memory, with the route by which it was.
package struct WrittenFile: Sendable {
    /// The main file's name.
    package let name: String
    /// The main file's bytes.
    package let bytes: [UInt8]
    /// The side files with their names.
    package let sides: [(name: String, bytes: [UInt8])]
    /// The route, with the losses.
    package let route: Route

    /// Writes a document as `STEM.EXT`.
    package init(
        _ document: Document, to variant: String, _ options: ConvertOptions = ConvertOptions(), named stem: String,
        _ pipeline: Pipeline
    ) throws(WriteError) {
        name = "\(stem).\(LawCheck.fileExtension(variant))"
        let output = Output(memoryNamed: name)
        route = try pipeline.route(document, to: variant, options: options)
        try pipeline.write(document, route, options: options, to: output)
        (bytes, sides) = (output.mainBytes(), output.sideFiles())
    }

    /// Reads the file back.
    package func read(_ options: ConvertOptions, _ pipeline: Pipeline) throws(ReadError) -> Document {
        var options = options
        options.from = StandardFormats.format(named: route.variant, in: pipeline.formats)?.descriptor.id
        for side in sides { options.reading.sideFiles[side.name] = .bytes(side.bytes) }
        return try pipeline.read(.bytes(bytes, name: name), options: options)
    }
}
