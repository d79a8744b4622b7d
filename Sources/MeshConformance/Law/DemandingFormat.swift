import MeshBytes
package import MeshConvert
import MeshFormats
import MeshModel

/// A format that demands triangles, though it could hold polygons. This tests operations with formats whose files show
/// all effects of the operations.
struct DemandingFormat: ReadableFormat, WritableFormat {
    let base: any ReadableFormat & WritableFormat

    var descriptor: FormatDescriptor {
        var descriptor = base.descriptor
        descriptor.needs.flatHierarchy = true
        descriptor.needs.triangles = true
        return descriptor
    }

    func remedy(for feature: Feature) -> Remedy? { base.remedy(for: feature) }

    func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        try base.read(input, options: options)
    }

    func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        try base.plan(content, variant: variant, options: options)
    }

    func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        try base.write(plan, to: output)
    }

    func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] {
        try base.planTranscoding(document, variant: variant, options: options)
    }

    func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {
        try base.transcode(document, variant: variant, options: options, to: output)
    }
}

extension Pipeline {
    /// A pipeline whose formats all demand triangles and a flat hierarchy.
    package static var demandingTriangles: Pipeline { Pipeline(demandingFormats) }

    static var demandingFormats: [any Format] {
        StandardFormats.all.map { format in
            guard let base = format as? any ReadableFormat & WritableFormat else { return format }
            return DemandingFormat(base: base)
        }
    }
}
