import MeshModel

/// The complete plan of a file, for the writer.
struct PLYLayout: Sendable {
    var encoding = PLYEncoding.binaryLittleEndian
    var remarks: [PLYHeader.Remark] = []
    /// The images, each once.
    var images: [SceneImage] = []
    /// For each `TextureFile` comment, the index in `images`.
    var textureComments: [Int] = []
    var elements: [PLYElementLayout] = []
    var correspondence = Correspondence()
}

/// A planned element.
struct PLYElementLayout: Sendable {
    var name: String
    var rowCount: Int
    var fields: [PLYField] = []

    /// The properties in the order of the bytes of a row.
    var properties: [PLYProperty] { fields.flatMap(\.properties) }
}

/// Properties that are written together: scalars of one type from the components of a column, or one list.
struct PLYField: Sendable {
    /// The number of values per row.
    enum Lengths: Sendable {
        /// As many scalars as there are properties.
        case scalars
        /// A list of this length in each row.
        case uniform(Int)
        /// Lists that start at these positions, counted in rows of `values`; there are `rowCount + 1` of them.
        case offsets(ContiguousArray<Int64>)
    }

    var properties: [PLYProperty]
    var lengths: Lengths
    /// The values. A row has as many components as the element has scalars, or as a list has items; for lists of mixed
    /// lengths, it has one or two items.
    var values: PLYValues

    /// Creates scalars of one type.
    init(_ names: [String], _ type: ScalarType, _ parts: [PLYValues.Part]) {
        properties = names.map { PLYProperty($0, type) }
        lengths = .scalars
        values = PLYValues(type: type, components: names.count, parts: parts)
    }

    /// Creates a list; each row has as many items as `values` has components, times its length in rows of `values`.
    init(list name: String, _ type: ScalarType, _ lengths: Lengths, components: Int, _ parts: [PLYValues.Part]) {
        var longest: Int64 = 1
        if case .offsets(let starts) = lengths {
            longest = starts.indices.dropFirst().reduce(0) { max($0, starts[$1] - starts[$1 - 1]) }
        }
        properties = [PLYProperty(name, type, countType: Self.countType(longest * Int64(components)))]
        self.lengths = lengths
        values = PLYValues(type: type, components: components, parts: parts)
    }

    /// The usual type of a list's count if it can hold the longest list, else int32: MeshLab doesn't read uint32 here.
    static func countType(_ longest: Int64) -> ScalarType {
        longest <= 255 ? .uint8 : longest <= Int64(Int32.max) ? .int32 : .uint32
    }
}

/// Values to write, in consecutive parts.
struct PLYValues: Sendable {
    /// The source of the values of some rows.
    enum Source: Sendable {
        /// The rows of a column.
        case rows(Column)
        /// The rows of a column with a number added to each value.
        case shifted(Column, by: Int64)
        /// For each row, the rows of the first column that the second one lists; −1 gives zeros.
        case gather(Column, by: Column)
        /// One row of the column for each row; −1 gives zeros.
        case picks(Column, ContiguousArray<Int32>)
        /// One number for all values.
        case fill(Double)
    }

    /// A range of rows.
    struct Part: Sendable {
        var count: Int
        var source: Source
    }

    var type: ScalarType
    var components: Int
    var parts: [Part]

    /// The number of bytes of a row.
    var rowByteCount: Int { components * type.byteCount }
}
