import MeshFormats
import MeshModel

/// A file as it will be written: everything that the writer needs, decided by the planner.
struct PLYLayout: Sendable {
    var encoding = PLYEncoding.binaryLittleEndian
    var remarks: [PLYHeader.Remark] = []
    /// The images, each once.
    var images: [Image] = []
    /// For each `TextureFile` comment: which of `images`.
    var textureComments: [Int] = []
    var elements: [PLYElementLayout] = []
    var correspondence = Correspondence()
}

/// An element as it will be written.
struct PLYElementLayout: Sendable {
    var name: String
    var rowCount: Int
    var fields: [PLYField] = []

    /// The properties in the order of the bytes of a row.
    var properties: [PLYProperty] { fields.flatMap(\.properties) }
}

/// Properties that are written together: scalars of one type from the components of a column, or one list.
struct PLYField: Sendable {
    /// How many values a row has.
    enum Lengths: Sendable {
        /// As many scalars as there are properties.
        case scalars
        /// A list of this length in each row.
        case uniform(Int)
        /// Lists that start at these values, counted in rows of `values`; `rowCount + 1` of them.
        case offsets(ContiguousArray<Int64>)
    }

    var properties: [PLYProperty]
    var lengths: Lengths
    /// The values: rows of as many components as a row has scalars, or as a list has items, or, for lists of mixed
    /// lengths, rows of one or two items.
    var values: PLYValues
}

/// Values to write, in parts that follow each other.
struct PLYValues: Sendable {
    /// Where the values of some rows come from.
    enum Source: Sendable {
        /// The rows of a column.
        case rows(Column)
        /// The rows of a column with a number added to each value.
        case shifted(Column, by: Int64)
        /// For each row, the rows of the first column that the second one names; −1 gives zeros.
        case gather(Column, by: Column)
        /// One row of the column for each row; −1 gives zeros.
        case picks(Column, ContiguousArray<Int32>)
        /// The same number everywhere.
        case fill(Double)
    }

    /// Some rows that follow each other.
    struct Part: Sendable {
        var count: Int
        var source: Source
    }

    var type: ScalarType
    var components: Int
    var parts: [Part]

    /// The bytes of a row.
    var rowByteCount: Int { components * type.byteCount }
}
