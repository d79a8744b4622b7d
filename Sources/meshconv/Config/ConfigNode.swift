import MeshBytes

/// A value of a JSON text and its place.
struct ConfigNode {
    /// A member of an object.
    struct Member {
        let key: String
        /// The byte offset of the key.
        let offset: Int
        let node: ConfigNode
    }

    let value: JSONValue
    /// The byte offset from the start of the text.
    let offset: Int
    /// The members, if this is an object.
    let members: [Member]?

    /// The maximum number of nested objects. More are an error, so that walking down them needs little of the stack.
    private static let depthLimit = 8

    /// Parses a text. A key that repeats is an error, since readers differ on which one counts.
    init(parsing bytes: [UInt8]) throws(ConfigFault) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue.parse(bytes, depthLimit: Self.depthLimit) } catch {
            throw ConfigFault(at: error.offset, error.message)
        }
        var walk = Walk(bytes: bytes)
        self = try walk.node(value)
    }

    private init(value: JSONValue, offset: Int, members: [Member]? = nil) {
        (self.value, self.offset, self.members) = (value, offset, members)
    }

    /// Finds the places of values in a text that is known to be valid.
    private struct Walk {
        let bytes: [UInt8]
        var place = 0

        mutating func node(_ value: JSONValue) throws(ConfigFault) -> ConfigNode {
            skipToValue()
            let offset = place
            switch value {
            case .object(let object):
                place += 1
                var members: [Member] = []
                var known: Set<String> = []
                for (key, value) in object {
                    skipToValue()
                    let offset = place
                    skipScalar()
                    guard known.insert(key).inserted else {
                        throw ConfigFault(at: offset, "expected each key once, found '\(Config.shown(key))' again")
                    }
                    members.append(Member(key: key, offset: offset, node: try node(value)))
                }
                skipToEnd()
                return ConfigNode(value: value, offset: offset, members: members)
            case .array(let array):
                place += 1
                for value in array { _ = try node(value) }
                skipToEnd()
            default: skipScalar()
            }
            return ConfigNode(value: value, offset: offset)
        }

        /// Skips blanks, commas and colons.
        private mutating func skipToValue() {
            while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x3A].contains(bytes[place]) { place += 1 }
        }

        /// Skips a closing bracket.
        private mutating func skipToEnd() {
            skipToValue()
            place += 1
        }

        private mutating func skipScalar() {
            guard place < bytes.count else { return }
            guard bytes[place] == UInt8(ascii: "\"") else {
                while place < bytes.count, ![0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x5D, 0x7D].contains(bytes[place]) {
                    place += 1
                }
                return
            }
            place += 1
            while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
                place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            place += 1
        }
    }
}
