import MeshModel

/// A property as the header declares it.
struct PLYProperty: Hashable, Sendable {
    /// The name as written.
    var name: String
    /// The type of each value.
    var type: ScalarType
    /// The type of the count before each row's values; nil when each row has one value.
    var countType: ScalarType?
    /// The type words as written, to detect unusual spelling: `["uchar", "int"]`.
    var typeWords: [String]

    /// Whether each row has a list of values.
    var isList: Bool { countType != nil }

    /// The least number of bytes that a row has for it in a binary body.
    var leastByteCount: Int { countType?.byteCount ?? type.byteCount }

    /// Creates a property with the usual type words.
    init(_ name: String, _ type: ScalarType, countType: ScalarType? = nil) {
        self.name = name
        self.type = type
        self.countType = countType
        typeWords = (countType.map { [Self.word(for: $0)] } ?? []) + [Self.word(for: type)]
    }

    /// Creates a property as a header spells it.
    init(_ name: String, _ type: ScalarType, countType: ScalarType?, typeWords: [String]) {
        self.name = name
        self.type = type
        self.countType = countType
        self.typeWords = typeWords
    }

    /// The header line that declares the property.
    var line: String {
        isList ? "property list \(typeWords.joined(separator: " ")) \(name)" : "property \(typeWords[0]) \(name)"
    }

    /// The usual word for a type, which every reader knows; for 64-bit integers, the word that research software
    /// writes.
    static func word(for type: ScalarType) -> String {
        switch type {
        case .int8: "char"
        case .uint8: "uchar"
        case .int16: "short"
        case .uint16: "ushort"
        case .int32: "int"
        case .uint32: "uint"
        case .int64: "int64"
        case .uint64: "uint64"
        case .float32, .float16: "float"
        case .float64: "double"
        }
    }

    /// The type that a header word means: the old words, the new ones and those of array libraries.
    static func type(for word: String) -> ScalarType? {
        switch word {
        case "char", "int8", "i1": .int8
        case "uchar", "uint8", "u1", "b1": .uint8
        case "short", "int16", "i2": .int16
        case "ushort", "uint16", "u2": .uint16
        case "int", "int32", "i4": .int32
        case "uint", "uint32", "u4": .uint32
        case "int64", "i8", "long": .int64
        case "uint64", "u8", "ulong": .uint64
        case "float", "float32", "f4": .float32
        case "double", "float64", "f8": .float64
        default: nil
        }
    }
}

/// An element as the header declares it.
struct PLYElement: Hashable, Sendable {
    /// The name as written.
    var name: String
    /// The number of rows that the header claims.
    var count: Int
    /// The properties in the order of the bytes of a row.
    var properties: [PLYProperty] = []

    /// The least number of bytes that a row takes in a binary body.
    var leastByteCount: Int { properties.reduce(0) { $0 + $1.leastByteCount } }
}
