package import MeshBytes
package import MeshFormats
package import MeshModel

/// A format that forwards to another one, except for what a check overrides.
package protocol WrappingFormat: ReadableFormat, WritableFormat {
    associatedtype Wrapped: ReadableFormat & WritableFormat
    var format: Wrapped { get }
}

extension WrappingFormat {
    package var descriptor: FormatDescriptor { format.descriptor }

    package func remedy(for feature: Feature) -> Remedy? { format.remedy(for: feature) }

    package func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        try format.read(input, options: options)
    }

    package func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        try format.plan(content, variant: variant, options: options)
    }

    package func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        try format.write(plan, to: output)
    }

    package func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] {
        try format.planTranscoding(document, variant: variant, options: options)
    }

    package func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {
        try format.transcode(document, variant: variant, options: options, to: output)
    }
}
