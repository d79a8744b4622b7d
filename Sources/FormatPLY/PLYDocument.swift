public import MeshFormats

/// A PLY file as it is: its header to the byte, and each element's rows.
public struct PLYDocument: NativeDocument {
    let header: PLYHeader
    let tables: [PLYTable]
}
