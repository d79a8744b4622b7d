import MeshBytes

/// Makes values fit an encoding, and records the sorts of values that it can't hold.
struct USDFitting {
    /// The sorts of values that one of the encodings can't hold.
    enum Sort: String, Sendable, Hashable, CaseIterable {
        /// Display units of attributes. Crate files have no such value.
        case displayUnit
        /// Paths in place of a value. Crate files have no such value.
        case path = "path as a value"
        /// Texts with a zero character, which ends a text in crate files.
        case zero = "text with a zero"
        /// Tangents of curves in Maya's form, which text can't express.
        case tangent = "tangent of a curve"
    }

    /// The encoding of the layer.
    let encoding: USDWrittenFile.Encoding
    /// The sorts that were found. Empty if the value fits unchanged.
    private(set) var found: Set<Sort> = []

    /// The maximum nesting. Writers reject deeper values.
    private static let deepest = 64

    init(_ encoding: USDWrittenFile.Encoding) { self.encoding = encoding }

    /// Whether an encoding may be unable to hold a value: most values are passed without a copy.
    static func isSuspect(_ value: USDValue, for encoding: USDWrittenFile.Encoding) -> Bool {
        switch value {
        case .spline: true
        case .opaque, .dictionary, .samples, .selections, .list, .arrayEdit: encoding == .crate
        case .text(_, let text): encoding == .crate && hasZero(text)
        case .texts(_, let texts): encoding == .crate && texts.contains(where: hasZero)
        default: false
        }
    }

    /// The part of a value that the encoding can hold, or nil if there is none.
    ///
    /// Texts end before their first zero, as in other programs. Paths and units are left out.
    mutating func fitted(_ value: USDValue, depth: Int = 0) -> USDValue? {
        guard depth < Self.deepest else { return value }
        if case .spline(var spline) = value {
            for index in spline.knots.indices {
                if encoding == .text, spline.knots[index].flags != 0 {
                    spline.knots[index].flags = 0
                    found.insert(.tangent)
                }
                spline.knots[index].customData = fitted(spline.knots[index].customData, depth)
            }
            return .spline(spline)
        }
        guard encoding == .crate else { return value }
        switch value {
        case .opaque(let opaque): return fitted(opaque)
        case .text(let type, let text): return .text(type, fitted(text))
        case .texts(let type, let texts):
            // Long lists are searched without a copy.
            return texts.contains(where: Self.hasZero) ? .texts(type, texts.map { fitted($0) }) : value
        case .dictionary(let entries): return .dictionary(fitted(entries, depth))
        case .samples(let samples):
            return .samples(
                samples.compactMap { sample in
                    fitted(sample.value, depth: depth + 1).map { USDSample(time: sample.time, value: $0) }
                })
        case .selections(let pairs):
            return .selections(pairs.map { USDPair(first: fitted($0.first), second: fitted($0.second)) })
        case .list(let list): return .list(fitted(list, depth))
        case .arrayEdit(var edit):
            for index in edit.steps.indices {
                edit.steps[index].value = edit.steps[index].value.flatMap { fitted($0, depth: depth + 1) }
            }
            return .arrayEdit(edit)
        default: return value
        }
    }

    private mutating func fitted(_ opaque: USDOpaque) -> USDValue? {
        switch opaque.kind {
        case "displayUnit":
            found.insert(.displayUnit)
            return nil
        case "path":
            found.insert(.path)
            return nil
        default:
            guard let end = opaque.bytes.firstIndex(of: 0) else { return .opaque(opaque) }
            found.insert(.zero)
            let bytes = Array(opaque.bytes[..<end])
            // What is left of a text that is no UTF-8 may be UTF-8.
            if let type = USDType.allCases.first(where: { $0.layout == nil && $0.name == opaque.kind }),
                let text = String(utf8: bytes)
            {
                return .text(type, text)
            }
            return .opaque(USDOpaque(kind: opaque.kind, bytes: bytes))
        }
    }

    private mutating func fitted(_ entries: [USDEntry], _ depth: Int) -> [USDEntry] {
        entries.compactMap { entry in
            // A shortened name might equal that of another entry.
            guard !Self.hasZero(entry.name) else {
                found.insert(.zero)
                return nil
            }
            return fitted(entry.value, depth: depth + 1).map { USDEntry(name: entry.name, value: $0) }
        }
    }

    private mutating func fitted(_ list: USDListEdit, _ depth: Int) -> USDListEdit {
        var list = list
        for operation in USDListEdit.Operation.allCases {
            list[operation] = list[operation].map { item in
                switch item {
                case .text(let text): return .text(fitted(text))
                case .integer: return item
                case .reference(var reference):
                    reference.asset = fitted(reference.asset)
                    reference.customData = fitted(reference.customData, depth)
                    return .reference(reference)
                }
            }
        }
        return list
    }

    private mutating func fitted(_ text: String) -> String {
        guard Self.hasZero(text) else { return text }
        found.insert(.zero)
        return String(decoding: text.utf8.prefix { $0 != 0 }, as: UTF8.self)
    }

    private static func hasZero(_ text: String) -> Bool { text.utf8.contains(0) }
}
