import MeshFormats
import MeshModel

// Array edits in crates (since 0.14): the values that they need, and instructions as integers.

extension CrateValues {
    /// Reads the array edit of a rep.
    mutating func arrayEdit(_ rep: CrateValueReference, _ type: CrateType, depth: Int) throws(ReadError) -> USDValue {
        guard let element = type == .duration ? .duration : type.scalar.map(USDEditType.plain) else {
            throw ReadError(.invalidValue, .byte(rep.offset), "expected no edit of an array of \(type), found one")
        }
        guard rep.payload != 0 else { return .arrayEdit(USDArrayEdit(type: element)) }
        var cursor = CrateCursor(bytes, at: rep.offset)
        let valuesRep = CrateValueReference(bits: try cursor.next(UInt64.self, "the values of an edit"))
        let stepsRep = CrateValueReference(bits: try cursor.next(UInt64.self, "the steps of an edit"))
        let values = try elements(try value(valuesRep, depth: depth + 1), element, rep)
        guard case .array(let numbers) = try value(stepsRep, depth: depth + 1), numbers.type == .int64 else {
            throw ReadError(.invalidValue, .byte(rep.offset), "expected int64 as steps of an edit, found others")
        }
        try count(64 * (values.count + numbers.values.count), rep)
        return .arrayEdit(
            USDArrayEdit(type: element, steps: try steps(numbers.values.integers(), values, rep)))
    }

    private func steps(
        _ numbers: [Int64], _ values: [USDValue], _ rep: CrateValueReference
    ) throws(ReadError) -> [USDArrayEdit.Step] {
        func wrong(_ what: String) -> ReadError {
            ReadError(.invalidValue, .byte(rep.offset), "expected steps of an edit, found \(what)")
        }
        var steps: [USDArrayEdit.Step] = []
        var place = 0
        while place < numbers.count {
            let head = UInt64(bitPattern: numbers[place])
            place += 1
            guard let operation = USDArrayEdit.Operation(rawValue: UInt8(truncatingIfNeeded: head >> 56)) else {
                throw wrong("operation \(head >> 56)")
            }
            let width = operation.hasValue || operation.hasSource ? 2 : 1
            let count = head & (1 << 56 - 1)
            guard count <= UInt64((numbers.count - place) / width) else { throw wrong("\(count) where fewer follow") }
            for _ in 0..<count {
                let (first, second) = (numbers[place], width == 2 ? numbers[place + 1] : 0)
                place += width
                // A size comes before its fill value. Values and sources come before their target.
                let index = operation.hasSize ? second : first
                var step = USDArrayEdit.Step(
                    operation: operation, target: operation.hasSize || width == 1 ? first : second)
                if operation.hasValue {
                    guard let number = Int(exactly: index), values.indices.contains(number) else {
                        throw wrong("value \(index) of \(values.count)")
                    }
                    step.value = values[number]
                } else if operation.hasSource {
                    step.source = first
                }
                steps.append(step)
            }
        }
        return steps
    }

    /// The elements of an array as single values.
    private func elements(
        _ value: USDValue, _ type: USDEditType, _ rep: CrateValueReference
    ) throws(ReadError) -> [USDValue] {
        switch (value, type) {
        case (.texts(let own, let texts), .plain(let plain)) where own == plain: return texts.map { .text(own, $0) }
        case (.array(let array), .plain(let plain)) where array.type == plain:
            let width = array.type.layout?.components ?? 1
            if width == 1, array.type.layout?.scalar.isInteger == true {
                return array.values.signed.integers().map { .integer(array.type, $0) }
            }
            let numbers = array.values.doubles()
            return stride(from: 0, to: numbers.count, by: width).map {
                width == 1 ? .real(array.type, numbers[$0]) : .tuple(array.type, Array(numbers[$0..<$0 + width]))
            }
        case (.opaque(let opaque), .duration):
            guard let values = CrateDuration.values(opaque.bytes), values.isArray else { break }
            return values.seconds.map { .opaque(USDOpaque(kind: "duration", bytes: CrateDuration.text($0))) }
        default: break
        }
        throw ReadError(.invalidValue, .byte(rep.offset), "expected \(type.name) as values of an edit, found others")
    }
}

extension CrateValueWriter {
    /// Writes an array edit and returns its rep.
    mutating func pack(_ edit: USDArrayEdit, depth: Int) throws(WriteError) -> CrateValueReference {
        need(.arrayEdits)
        let type: CrateType
        switch edit.type {
        case .duration: type = .duration
        case .plain(let plain): type = CrateType(plain)
        }
        guard !edit.steps.isEmpty else { return CrateValueReference(edit: type, payload: 0) }
        var values: [USDValue] = []
        var numbers: [USDValueText: Int] = [:]
        var words: ContiguousArray<Int64> = []
        var head = 0
        for step in edit.steps {
            let operation = UInt64(step.operation.rawValue) << 56
            if words.isEmpty || UInt64(bitPattern: words[head]) >> 56 != operation >> 56 {
                head = words.count
                words.append(Int64(bitPattern: operation))
            }
            words[head] += 1
            if let value = step.value {
                let key = USDValueText(value)
                let number = numbers[key] ?? values.count
                if number == values.count {
                    numbers[key] = number
                    values.append(value)
                }
                words += step.operation.hasSize ? [step.target, Int64(number)] : [Int64(number), step.target]
            } else if step.operation.hasSource {
                words += [step.source, step.target]
            } else {
                words.append(step.target)
            }
        }
        let valuesRep = try pack(Self.array(of: values, edit.type), depth: depth + 1)
        let stepsRep = try pack(.array(USDArray(type: .int64, values: Column(words))), depth: depth + 1)
        let place = try pack(type, [UInt8](littleEndian: valuesRep.bits) + [UInt8](littleEndian: stepsRep.bits))
        return CrateValueReference(edit: type, payload: place.payload)
    }

    private static func array(of values: [USDValue], _ type: USDEditType) -> USDValue {
        guard case .plain(let type) = type else {
            let seconds = values.flatMap { value -> [Double] in
                guard case .opaque(let opaque) = value else { return [] }
                return CrateDuration.values(opaque.bytes)?.seconds ?? []
            }
            return .opaque(USDOpaque(kind: "duration", bytes: CrateDuration.text(seconds)))
        }
        guard var builder = USDNumberBuilder(type) else {
            return .texts(type, values.map { if case .text(_, let text) = $0 { text } else { "" } })
        }
        for value in values {
            switch value {
            case .integer(_, let number): builder.append(number)
            case .real(_, let number): builder.append(number)
            case .tuple(let type, let numbers):
                // Integer tuples are stored as doubles, which hold them exactly.
                let isWhole = type.layout?.scalar.isInteger == true
                for number in numbers { if isWhole { builder.append(Int64(number)) } else { builder.append(number) } }
            default: break
            }
        }
        return .array(USDArray(type: type, values: builder.column))
    }
}

/// A value as a hash key, exact to the last bit.
private struct USDValueText: Hashable {
    var words: [UInt64] = []
    var bytes: [UInt8] = []

    init(_ value: USDValue) {
        switch value {
        case .integer(_, let number): words = [UInt64(bitPattern: number)]
        case .real(_, let number): words = [number.bitPattern]
        case .tuple(_, let numbers): words = numbers.map(\.bitPattern)
        case .text(_, let text): bytes = Array(text.utf8)
        case .opaque(let opaque): bytes = opaque.bytes
        default: break
        }
    }
}
