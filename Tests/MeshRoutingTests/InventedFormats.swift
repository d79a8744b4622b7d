import MeshBytes
import MeshFormats
import MeshModel

/// A format for these tests only: it reads nothing and plans the losses that a test gives it.
struct InventedFormat: ReadableFormat, WritableFormat {
    var id: String
    var variants: [String]
    var needs = FormatNeeds()
    var losses: [String: [Loss]] = [:]
    var refused: Set<String> = []

    var descriptor: FormatDescriptor {
        FormatDescriptor(
            id: id, name: id.uppercased(), extensions: [id],
            variants: variants.map { FormatVariant(id: $0, summary: "", isAutomatic: true) }, needs: needs)
    }

    func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        throw ReadError(.unsupported, .whole, "invented")
    }

    func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        if refused.contains(variant) { throw WriteError(.unrepresentable, path: "", "\(variant) holds nothing") }
        return WritePlan(
            variant: variant, losses: losses[variant] ?? [], correspondence: Correspondence(), layout: 0,
            options: options)
    }

    func write(_ plan: WritePlan, to output: Output) throws(WriteError) {}

    func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {}
}

struct InventedNative: NativeDocument {}

func invented(_ variant: String, of format: String, scene: MeshScene = MeshScene(), residue: [Residue] = []) -> Document
{
    Document(
        format: format, variant: variant, native: InventedNative(), scene: scene, residue: residue, byteCount: 0)
}

func inventedLoss(_ severity: Loss.Severity) -> Loss {
    Loss(.attributeDropped, severity, subject: "/x", name: "x", count: 1, unit: "vertices", cause: "invented")
}
