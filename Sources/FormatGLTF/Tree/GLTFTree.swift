import MeshBytes
import MeshFormats

/// The JSON tree of a file, with typed access. Members of another type are reported and count as missing.
struct GLTFTree {
    let root: JSONValue
    /// The required extensions that are not known. Reading refuses them unless it is lenient.
    private(set) var unknown: Set<String> = []
    /// The warnings and notes so far.
    private var findings = GLTFFindings()
    var diagnostics: [Diagnostic] { findings.diagnostics }

    /// Parses the text, and checks the version and the required extensions.
    ///
    /// - Parameters:
    ///   - text: the text of the tree.
    ///   - offset: the offset of the text in the file.
    ///   - nesting: the maximum number of nested values; nil: 256.
    ///   - isLenient: whether required extensions may be unknown.
    init(_ text: GLTFBytes, offset: Int, nesting: Int? = nil, isLenient: Bool = false) throws(ReadError) {
        var bytes = text.array
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            bytes.removeFirst(3)
            findings.add([
                Diagnostic("gltf.byte-order-mark", .error, at: .byte(offset), "the text begins with a byte order mark")
            ])
        }
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
            throw ReadError(
                .invalidHeader, .byte(offset),
                offset > 0 ? "expected a JSON object" : "not glTF: expected 'glTF' or a JSON object first")
        }
        // Chunks are padded with spaces; some programs pad with zeros.
        while bytes.last == 0 { bytes.removeLast() }
        do throws(JSONError) { root = try JSONValue.parse(bytes, depthLimit: nesting ?? 256) } catch {
            let place = InputLocation.byte(offset + text.count - bytes.count + error.offset)
            throw error.isTooDeep
                ? ReadError(beyond: .nesting, place, error.message) : ReadError(.invalidValue, place, error.message)
        }
        try checkVersion()
        for name in root["extensionsRequired"]?.array ?? [] {
            guard let name = name.string, !GLTFExtensions.known.contains(name) else { continue }
            let error = ReadError(
                .unsupported, .jsonPointer("/extensionsRequired"),
                "the file requires the extension \(name), which meshconv doesn't support")
            guard isLenient else { throw error }
            unknown.insert(name)
            warn("gltf.unknown-extension", "/extensionsRequired", error.wording, .error)
        }
    }

    private func checkVersion() throws(ReadError) {
        guard let asset = root["asset"], asset.object != nil else {
            throw ReadError(.invalidHeader, .jsonPointer("/asset"), "expected an object with the version")
        }
        let version = asset["version"]?.string ?? asset["version"]?.number.map { "\($0)" } ?? ""
        let least = asset["minVersion"]?.string
        guard version.hasPrefix("2.") || version == "2", least == nil || least == "2.0" || least == "2" else {
            throw ReadError(
                .unsupported, .jsonPointer(least == nil ? "/asset/version" : "/asset/minVersion"),
                "expected version 2.0 of glTF, found '\(least ?? version)'")
        }
    }

    // MARK: Diagnostics

    /// Reports a defect after which reading can go on.
    mutating func warn(
        _ code: String, _ pointer: String, _ message: Wording, _ severity: Diagnostic.Severity = .warning
    ) {
        findings.add(code, pointer, message, severity)
    }

    mutating func add(_ more: [Diagnostic]) { findings.add(more) }

    // MARK: Members

    /// The objects of an array of the root. Other values are reported and count as empty objects.
    mutating func objects(_ name: String) -> [JSONValue] { objects(root, name, "") }

    /// The objects of an array.
    mutating func objects(_ owner: JSONValue, _ name: String, _ pointer: @autoclosure () -> String) -> [JSONValue] {
        guard let array = member(owner, name, pointer, "an array", \.array) else { return [] }
        if array.isEmpty {
            warn("gltf.empty-entity", "\(pointer())/\(name)", "an empty array is not allowed; leave it out")
        }
        for (index, entry) in array.enumerated() where entry.object == nil {
            mismatch("an object", entry, "\(pointer())/\(name)/\(index)")
        }
        return array
    }

    /// A number, if there is one.
    mutating func number(_ owner: JSONValue, _ name: String, _ pointer: @autoclosure () -> String) -> Double? {
        member(owner, name, pointer, "a number", \.number)
    }

    /// An array of `count` numbers, if there is one.
    mutating func numbers(
        _ owner: JSONValue, _ name: String, count: Int, _ pointer: @autoclosure () -> String
    ) -> [Double]? {
        member(owner, name, pointer, "\(count) numbers") { value in
            let numbers = value.array?.compactMap(\.number) ?? []
            return numbers.count == count && value.array?.count == count ? numbers : nil
        }
    }

    /// A text, if there is one.
    mutating func string(_ owner: JSONValue, _ name: String, _ pointer: @autoclosure () -> String) -> String? {
        member(owner, name, pointer, "a text", \.string)
    }

    /// A Boolean, if there is one.
    mutating func bool(_ owner: JSONValue, _ name: String, _ pointer: @autoclosure () -> String) -> Bool? {
        member(owner, name, pointer, "true or false", \.bool)
    }

    /// A member that is what is expected; another one is told.
    private mutating func member<Value>(
        _ owner: JSONValue, _ name: String, _ pointer: () -> String, _ expected: @autoclosure () -> String,
        _ read: (JSONValue) -> Value?
    ) -> Value? {
        guard let value = owner[name] else { return nil }
        let result = read(value)
        if result == nil { mismatch(expected(), value, "\(pointer())/\(name)") }
        return result
    }

    /// An index below `count`, if there is a valid one.
    mutating func index(
        _ owner: JSONValue, _ name: String, of count: Int, _ pointer: @autoclosure () -> String
    ) -> Int? {
        guard let value = owner[name] else { return nil }
        return index(value, of: count, "\(pointer())/\(name)")
    }

    /// The value as an index below `count`, if it is valid.
    mutating func index(_ value: JSONValue, of count: Int, _ pointer: @autoclosure () -> String) -> Int? {
        guard let index = value.int else {
            mismatch("an index", value, pointer())
            return nil
        }
        guard index >= 0, index < count else {
            warn(
                "gltf.unresolved-reference", pointer(),
                count == 0
                    ? "expected no index, as the list is empty, found \(index)"
                    : "expected an index below \(count), found \(index)")
            return nil
        }
        return Int(index)
    }

    private mutating func mismatch(_ expected: String, _ found: JSONValue, _ pointer: String) {
        warn("gltf.type-mismatch", pointer, "expected \(expected), found \(found.excerpt)")
    }
}
