public import MeshBytes
public import MeshFormats
public import MeshModel

/// Wavefront OBJ with its MTL libraries.
public struct OBJFormat: ReadableFormat, WritableFormat {
    /// The format.
    public init() {}

    /// What OBJ is, as data.
    public var descriptor: FormatDescriptor {
        FormatDescriptor(
            id: "obj", name: "OBJ", extensions: ["obj"], mediaTypes: ["model/obj"],
            variants: [
                FormatVariant(id: "obj", summary: "text, colours behind positions", isAutomatic: true),
                FormatVariant(id: "obj.plain", summary: "text without colours", isAutomatic: true),
            ])
    }

    /// Reads a file, its materials and the places of its images.
    public func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        try OBJReader.read(input, options: options)
    }

    /// What writing `content` as `obj` or `obj.plain` would keep, change and lose.
    public func plan(
        _ content: Content, variant: String, options: WriteOptions
    ) throws(WriteError) -> WritePlan {
        try OBJPlanner.plan(content, variant: variant, options: options)
    }

    /// Writes what the plan says.
    public func write(_ scene: Scene, plan: WritePlan, to output: Output) throws(WriteError) -> WriteResult {
        try OBJWriter.write(scene, plan: plan, to: output)
    }

    /// Writes a document of this format as it stands.
    public func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) -> [Loss] {
        try OBJTranscoder.write(document, to: output)
    }
}
