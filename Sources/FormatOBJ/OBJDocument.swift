import MeshBytes
public import MeshFormats

/// An OBJ file as read: its bytes, and the byte ranges in it and its libraries that name other files.
///
/// Writing OBJ from OBJ streams these bytes through and changes only the names of files.
public struct OBJDocument: NativeDocument {
    let input: Input
    /// Its `mtllib` statements, in file order.
    var mtllibStatements: [OBJLibraryStatement] = []
    /// The libraries that were found, each once, in the order in which they are named.
    var libraries: [OBJMaterialLibrary] = []
    /// The JSON text of the origin record, if the file has one.
    var originRecord: String?
}

/// One `mtllib` statement.
struct OBJLibraryStatement: Hashable {
    /// The byte range of the arguments: what follows the keyword, without surrounding blanks and the line end.
    var arguments: Range<Int>
    /// The names in the statement, in order.
    var names: [OBJLibraryName]
}

/// A library that a statement names.
struct OBJLibraryName: Hashable {
    /// The name as written.
    var name: String
    /// The index in ``OBJDocument/libraries``; nil when the file was not found.
    var library: Int?
}

/// An MTL file that an OBJ file names.
struct OBJMaterialLibrary {
    /// The name as the OBJ file writes it.
    var name: String
    var input: Input
    /// The names of images in it, in file order.
    var imageReferences: [OBJImageReference]
}

/// An image name in an MTL file.
struct OBJImageReference: Hashable {
    /// The byte range of the name, without the options before it and surrounding blanks.
    var range: Range<Int>
    /// The name as written.
    var uri: String
    /// The index of the image in the scene.
    var image: Int
    /// The path of the image file; nil when it is missing.
    var path: String?
}
