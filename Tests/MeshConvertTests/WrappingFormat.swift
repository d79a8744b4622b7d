import MeshBytes
import MeshFormats
import MeshModel

/// A format that forwards to another one, except for what a test overrides.
protocol WrappingFormat: ReadableFormat, WritableFormat {
    associatedtype Wrapped: ReadableFormat & WritableFormat
    var format: Wrapped { get }
}

extension WrappingFormat {
    var descriptor: FormatDescriptor { format.descriptor }

    func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        try format.read(input, options: options)
    }
    func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        try format.plan(content, variant: variant, options: options)
    }
    func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        try format.write(plan, to: output)
    }
    func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] {
        try format.planTranscoding(document, variant: variant, options: options)
    }
    func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {
        try format.transcode(document, variant: variant, options: options, to: output)
    }
}
