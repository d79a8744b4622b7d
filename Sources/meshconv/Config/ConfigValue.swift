import MeshBytes
import MeshConvert

/// What `.meshconv.json` may give for an option or a setting.
enum ConfigValue {
    /// `true` or `false`.
    case flag
    /// One of these words.
    case words([String])
    /// A whole number of 1 or more.
    case count
    /// A text that passes a check, which throws what was expected.
    case text(check: @Sendable (String) throws(Failure) -> Void)

    /// Returns the value as it is typed, or what was expected instead.
    func word(_ value: JSONValue) -> Result<String, ConfigFault> {
        switch (self, value) {
        case (.flag, .bool(let flag)): return .success(flag ? "true" : "false")
        case (.count, .int(let number)) where number > 0: return .success(String(number))
        case (.words(let words), .string(let word)) where words.contains(word): return .success(word)
        // A setting's values may look like other things than texts.
        case (.words(let words), .bool(let flag)) where words.contains("\(flag)"): return .success("\(flag)")
        case (.text(let check), .string(let word)):
            do throws(Failure) { try check(word) } catch { return .failure(ConfigFault(at: 0, error.message)) }
            return .success(word)
        default: return .failure(ConfigFault(at: 0, "expected \(form), found \(Config.shown(value.text()))"))
        }
    }

    /// What is expected.
    private var form: String {
        switch self {
        case .flag: "true or false"
        case .words(let words):
            (words.count == 1 ? "" : "one of ") + words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .count: "a whole number of 1 or more"
        case .text: "a text in quotation marks"
        }
    }

    /// The JSON Schema.
    var schema: [(String, JSONValue)] {
        switch self {
        case .flag: [("type", "boolean")]
        case .words(let words): [("enum", .array(words.map(JSONValue.string)))]
        case .count: [("type", "integer")]
        case .text: [("type", "string")]
        }
    }
}

/// What is wrong with the text of the file.
struct ConfigFault: Error {
    /// The byte offset from the start of the text.
    let offset: Int
    let message: String

    init(at offset: Int, _ message: String) { (self.offset, self.message) = (offset, message) }
}
