// Names of files are bytes to most systems. A name that is no UTF-8 is a text here, too, from which its bytes can be told:
// a byte that belongs to no character is a private character that nothing else uses. So that every name has its own text,
// the bytes of such a character in a name count as stray ones, too.

extension String {
    /// The private characters of the stray bytes 0x80 ... 0xFF.
    private static let strayScalars: ClosedRange<UInt32> = 0x10FE80...0x10FEFF
    private static let firstStray: UInt32 = 0x10FE00

    /// Creates the text of a file's name or path from its bytes: valid UTF-8 as it is, each other byte as a private
    /// character. All calls of the system get the bytes back.
    package init(fileName bytes: some Collection<UInt8>) {
        self.init()
        var parser = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var rest = bytes[...]
        while true {
            let length: Int
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return
            case .valid(let code):
                let scalar = UTF8.decode(code)
                length = code.count
                if !Self.strayScalars.contains(scalar.value) {
                    unicodeScalars.append(scalar)
                    rest = rest.dropFirst(length)
                    continue
                }
            case .error(let count): length = count
            }
            for byte in rest.prefix(length) {
                // The sum is a scalar for every byte.
                if let scalar = Unicode.Scalar(Self.firstStray + UInt32(byte)) { unicodeScalars.append(scalar) }
            }
            rest = rest.dropFirst(length)
        }
    }

    /// Whether it is the name of a file that is no UTF-8.
    package var hasStrayBytes: Bool {
        // Every private character of this plane begins with this byte.
        utf8.contains(0xF4) && unicodeScalars.contains { Self.strayScalars.contains($0.value) }
    }

    /// The bytes of a file's name: UTF-8, but for those that are none.
    package var fileNameBytes: [UInt8] {
        guard hasStrayBytes else { return Array(utf8) }
        return unicodeScalars.flatMap { scalar in
            Self.strayScalars.contains(scalar.value)
                ? [UInt8(truncatingIfNeeded: scalar.value - Self.firstStray)] : Array(String(scalar).utf8)
        }
    }

    /// The text with each stray byte in the form `\xFF`, for people.
    package var shownFileName: String { replacingStrayBytes { "\\x" + String($0, radix: 16, uppercase: true) } }

    /// The text with something else for each stray byte.
    package func replacingStrayBytes(_ replacement: (UInt8) -> String) -> String {
        guard hasStrayBytes else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if Self.strayScalars.contains(scalar.value) {
                text += replacement(UInt8(truncatingIfNeeded: scalar.value - Self.firstStray))
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
