import MeshBytes
import MeshFormats

/// The native document of an STL file: its input, and the layout of a binary file.
struct STLDocument: NativeDocument {
    var input: Input
    var encoding: STLEncoding
    var facetCount: Int

    /// The number of bytes before the count of a binary file.
    static let headerByteCount = 80
    /// The offset of the first facet of a binary file.
    static let firstFacet = 84
    /// The size of a binary facet: a normal, three corners and an attribute word.
    static let facetByteCount = 50
}
