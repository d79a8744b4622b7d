public import MeshBytes
public import MeshFormats

/// An OBJ file as read: its bytes, and the byte ranges in it and its libraries that name other files.
///
/// Writing OBJ from OBJ streams these bytes through and changes only the names of files.
public struct OBJDocument: NativeDocument {
    /// The file.
    public var input: Input
    /// Its `mtllib` statements, in file order.
    public var mtllibStatements: [OBJLibraryStatement]
    /// The libraries that were found, each once, in the order in which they are named.
    public var libraries: [MTLLibrary]
    /// The JSON text of the origin record, if the file has one.
    public var originRecord: String?

    /// Creates a document.
    public init(
        input: Input, mtllibStatements: [OBJLibraryStatement] = [], libraries: [MTLLibrary] = [],
        originRecord: String? = nil
    ) {
        self.input = input
        self.mtllibStatements = mtllibStatements
        self.libraries = libraries
        self.originRecord = originRecord
    }
}

/// One `mtllib` statement.
public struct OBJLibraryStatement: Sendable, Hashable {
    /// The byte range of the arguments: what follows the keyword, without surrounding blanks and the line end.
    public var arguments: Range<Int>
    /// The names in the statement, in order.
    public var names: [OBJLibraryName]

    /// Creates a statement.
    public init(arguments: Range<Int>, names: [OBJLibraryName]) {
        self.arguments = arguments
        self.names = names
    }
}

/// A library that a statement names.
public struct OBJLibraryName: Sendable, Hashable {
    /// The name as written.
    public var name: String
    /// The index in ``OBJDocument/libraries``; nil when the file was not found.
    public var library: Int?

    /// Creates a library name.
    public init(name: String, library: Int?) {
        self.name = name
        self.library = library
    }
}

/// An MTL file that an OBJ file names.
public struct MTLLibrary: Sendable {
    /// The name as the OBJ file writes it.
    public var name: String
    /// The file.
    public var input: Input
    /// The names of images in it, in file order.
    public var imageReferences: [MTLImageReference]

    /// Creates a library.
    public init(name: String, input: Input, imageReferences: [MTLImageReference] = []) {
        self.name = name
        self.input = input
        self.imageReferences = imageReferences
    }
}

/// An image name in an MTL file.
public struct MTLImageReference: Sendable, Hashable {
    /// The byte range of the name, without the options before it and surrounding blanks.
    public var range: Range<Int>
    /// The name as written.
    public var uri: String
    /// The index of the image in the scene.
    public var image: Int
    /// The path of the image file; nil when it is missing.
    public var path: String?

    /// Creates a reference.
    public init(range: Range<Int>, uri: String, image: Int, path: String?) {
        self.range = range
        self.uri = uri
        self.image = image
        self.path = path
    }
}
