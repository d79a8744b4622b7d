/// A message that may name settings: an app shows it with their names, the command line with its options.
public struct Wording: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    fileprivate enum Part: Hashable, Sendable {
        case text(String)
        case setting(Setting, String?)
    }

    /// No text follows another, so that equal messages are equal however they were put together.
    private var parts: [Part]

    /// Creates a message that names no setting.
    public init(_ text: String) { self = "\(text)" }

    /// Creates a message that names no setting.
    public init(stringLiteral text: String) { self.init(text) }

    /// Creates a message that names settings: `"\(.unit) says it"`, `"\(.variant, "gltf") can hold it"`.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The message, with settings by name.
    public var text: String {
        spelled { setting, value in value.map { "\(setting.rawValue) \($0)" } ?? setting.rawValue }
    }

    /// The text.
    public var description: String { text }

    /// Returns the message.
    ///
    /// - Parameter words: returns the words for a setting, with its value if the message names one.
    public func spelled(_ words: (Setting, String?) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .setting(let setting, let value): words(setting, value)
            }
        }.joined()
    }

    /// The parts of a message as it is written in code.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Creates an empty message.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds text.
        public mutating func appendLiteral(_ text: String) {
            if case .text(let before)? = parts.last {
                parts[parts.count - 1] = .text(before + text)
            } else if !text.isEmpty {
                parts.append(.text(text))
            }
        }

        /// Adds a value's text.
        public mutating func appendInterpolation(_ value: some Any) { appendLiteral("\(value)") }

        /// Adds another message.
        public mutating func appendInterpolation(_ wording: Wording) {
            for part in wording.parts {
                if case .text(let text) = part { appendLiteral(text) } else { parts.append(part) }
            }
        }

        /// Adds a setting, with its value if there is one.
        public mutating func appendInterpolation(_ setting: Setting, _ value: String? = nil) {
            parts.append(.setting(setting, value))
        }
    }
}
