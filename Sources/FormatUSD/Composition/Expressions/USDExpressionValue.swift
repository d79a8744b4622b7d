import MeshModel

/// The value of a variable expression.
enum USDExpressionValue: Hashable, Sendable {
    case none
    case text(String)
    case number(Int64)
    case truth(Bool)
    /// Values of one type.
    case list([USDExpressionValue])

    /// The name of the type in messages.
    var typeName: String {
        switch self {
        case .none: "None"
        case .text: "string"
        case .number: "int"
        case .truth: "bool"
        case .list: "list"
        }
    }

    /// The number of a value's type. Lists are of the type of their elements; an empty list is of its own.
    fileprivate var type: Int {
        switch self {
        case .none: 0
        case .text: 1
        case .number: 2
        case .truth: 3
        case .list(let values): values.first.map { 10 + $0.type } ?? 4
        }
    }

    /// Whether two values have the same type.
    func hasType(of other: USDExpressionValue) -> Bool { type == other.type }

    /// The value of an entry of `expressionVariables`, or nil if its type can't be used.
    init?(_ value: USDValue) {
        switch value {
        case .text(.string, let text): self = .text(text)
        case .integer(.bool, let number): self = .truth(number != 0)
        case .integer(.int, let number), .integer(.int64, let number): self = .number(number)
        case .texts(.string, let texts): self = .list(texts.map { .text($0) })
        case .array(let array):
            switch array.type {
            case .bool: self = .list(array.values.integers().map { .truth($0 != 0) })
            case .int, .int64: self = .list(array.values.integers().map { .number($0) })
            default: return nil
            }
        default: return nil
        }
    }
}

/// The variables of a stack of layers: those of its root layer, under those of the layers that refer to it.
struct USDVariables: Hashable, Sendable {
    /// The values by name; nil for one whose type can't be used.
    private(set) var values: [String: USDExpressionValue?] = [:]

    init() {}

    /// The variables of a layer, under stronger ones.
    init(_ layer: USDLayer, under stronger: USDVariables = USDVariables()) {
        if case .dictionary(let entries)? = layer.specs[0]["expressionVariables"] {
            for entry in entries { values[entry.name] = .some(USDExpressionValue(entry.value)) }
        }
        for (name, value) in stronger.values { values[name] = .some(value) }
    }
}
