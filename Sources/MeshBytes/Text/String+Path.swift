// Parts of paths. Slashes and dots are looked for among bytes: as a character, a slash may have taken a combining mark to
// itself.

extension String {
    /// The last part of a path, without slashes behind it: `wood.png` for `textures/wood.png`.
    package var lastPathPart: String {
        utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? self
    }

    /// The folder of a path with its slash: `textures/` for `textures/wood.png`; empty for a name alone.
    package var pathFolder: String { String(self[..<nameStart]) }

    /// The extension of a path without its dot: `png` for `textures/wood.png`; nil if there is none, as in `.profile`.
    package var pathExtension: String? {
        guard let dot = extensionDot, utf8.index(after: dot) != endIndex else { return nil }
        return String(self[utf8.index(after: dot)...])
    }

    /// The extension, if it is made of ASCII letters and digits: one that other files may safely get.
    package var plainExtension: String? {
        pathExtension.flatMap { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? $0 : nil }
    }

    /// The path without its extension and the dot: `textures/wood` for `textures/wood.png`.
    package var withoutExtension: String { extensionDot.map { String(self[..<$0]) } ?? self }

    private var nameStart: Index {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { utf8.index(after: $0) } ?? startIndex
    }

    private var extensionDot: Index? {
        let name = utf8[nameStart...]
        return name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == name.startIndex ? nil : $0 }
    }
}
