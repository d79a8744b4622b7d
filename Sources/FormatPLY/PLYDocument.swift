import MeshBytes
public import MeshFormats
import MeshModel

/// A PLY file as read: its header to the byte, and each element's rows.
public struct PLYDocument: NativeDocument {
    let header: PLYHeader
    let tables: [PLYTable]
}

extension PLYHeader {
    /// The document that the header alone describes, without rows.
    func documentWithoutRows(_ input: Input, _ options: ReadOptions) throws(ReadError) -> Document {
        let empty = Column.empty(.uint8).storage
        var tables: [PLYTable] = []
        for var element in elements {
            element.count = 0
            tables.append(try PLYBody.table(element, in: empty, at: 0, byteOrder: .native))
        }
        var builder = PLYSceneBuilder(header: self, tables: tables, input: input, options: options) { _ in .whole }
        try builder.build()
        return Document(
            format: "ply", variant: encoding.variant, native: PLYDocument(header: self, tables: tables),
            scene: builder.scene, residue: builder.residue, diagnostics: builder.diagnostics,
            byteCount: input.byteCount)
    }
}
