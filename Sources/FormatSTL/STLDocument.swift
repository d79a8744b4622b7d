import MeshBytes
import MeshFormats

/// The native side of an STL file: the bytes where they are, and where their parts begin.
struct STLDocument: NativeDocument {
    /// The file.
    var input: Input
    /// How it is written.
    var encoding: STLEncoding
    /// The number of facets.
    var facetCount: Int

    /// The bytes before the count of a binary file.
    static let headerByteCount = 80
    /// The byte where the first facet of a binary file begins.
    static let firstFacet = 84
    /// The bytes of a binary facet: a normal, three corners and an attribute word.
    static let facetByteCount = 50
}
