public import MeshBytes
public import MeshFormats

/// An OBJ file as it stands: its bytes, and where in them and in its libraries other files are named.
///
/// Writing OBJ from OBJ streams these bytes through and changes only the names of files.
public struct OBJDocument: NativeDocument {
    /// The file.
    public var input: Input
    /// Its `mtllib` statements, in file order.
    public var mtllibStatements: [OBJLibraryStatement]
    /// The libraries that were found, in the order in which they are named; each stands once.
    public var libraries: [MTLLibrary]
    /// The JSON text of the origin record, if the file has one.
    public var originRecord: String?

    /// A document from its parts.
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
    /// The bytes of its arguments: what follows the keyword, without blanks around it and without the line end.
    public var arguments: Range<Int>
    /// The names that it gives, in order.
    public var names: [OBJLibraryName]

    /// A statement from its parts.
    public init(arguments: Range<Int>, names: [OBJLibraryName]) {
        self.arguments = arguments
        self.names = names
    }
}

/// A library as a statement names it.
public struct OBJLibraryName: Sendable, Hashable {
    /// The name as written.
    public var name: String
    /// The library in ``OBJDocument/libraries``; nil: it was not found.
    public var library: Int?

    /// A name from its parts.
    public init(name: String, library: Int?) {
        self.name = name
        self.library = library
    }
}

/// An MTL file that an OBJ names.
public struct MTLLibrary: Sendable {
    /// The name as the OBJ writes it.
    public var name: String
    /// The file.
    public var input: Input
    /// Where it names images, in file order.
    public var imageReferences: [MTLImageReference]

    /// A library from its parts.
    public init(name: String, input: Input, imageReferences: [MTLImageReference] = []) {
        self.name = name
        self.input = input
        self.imageReferences = imageReferences
    }
}

/// A place in an MTL file that names an image.
public struct MTLImageReference: Sendable, Hashable {
    /// The bytes of the name, without options before it and without blanks around it.
    public var range: Range<Int>
    /// The name as written.
    public var uri: String
    /// The image of the scene.
    public var image: Int
    /// The file that was found for it; nil when it is missing.
    public var path: String?

    /// A reference from its parts.
    public init(range: Range<Int>, uri: String, image: Int, path: String?) {
        self.range = range
        self.uri = uri
        self.image = image
        self.path = path
    }
}
