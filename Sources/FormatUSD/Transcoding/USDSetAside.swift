import MeshBytes
import MeshFormats

/// Values that a layer's encoding can't hold, recorded in the layer's custom data in the form of the other encoding.
///
/// The record is the entry `values` of the entry `meshconv` of `customLayerData`. It has a text layer with only these
/// fields, and the flags of spline knots. A field is restored if the layer still has what its encoding could hold of
/// the recorded value. A field that was edited since stays as it is.
struct USDSetAside {
    /// The name of the record, next to the origin record.
    static let member = "values"
    /// The number of recorded or restored fields of each sort.
    private(set) var counts: [USDFitting.Sort: Int] = [:]

    /// The kind of its residue.
    private static let kind = "set aside"

    /// The residue, for reports.
    var residue: [Residue] {
        USDFitting.Sort.allCases.compactMap { sort in
            counts[sort].map { Residue(path: sort.rawValue, kind: Self.kind, count: $0) }
        }
    }

    private mutating func count(_ sorts: Set<USDFitting.Sort>) { for sort in sorts { counts[sort, default: 0] += 1 } }

    // MARK: Recording

    /// Makes a layer fit an encoding, and records what doesn't fit.
    ///
    /// - Edge: if the layer uses the record's name for something else, it stays as it is.
    mutating func fit(_ layer: inout USDLayer, for encoding: USDWrittenFile.Encoding) throws(WriteError) {
        var part = USDLayerPart()
        var knots: [JSONValue] = []
        var fitted: [(spec: Int, field: String, value: USDValue?)] = []
        for index in layer.specs.indices {
            for field in layer.specs[index].fields where USDFitting.isSuspect(field.value, for: encoding) {
                var fitting = USDFitting(encoding)
                let value = fitting.fitted(field.value)
                guard !fitting.found.isEmpty else { continue }
                guard USDLayerData.canHold(layer) else { return }
                count(fitting.found)
                if encoding == .text, case .spline(let spline) = field.value {
                    let flags = spline.knots.map { JSONValue.int(Int($0.flags)) }
                    knots.append([.string(layer.path(of: index)), .array(flags)])
                } else {
                    part.add(field, of: index, in: layer)
                }
                fitted.append((index, field.name, value))
            }
        }
        for (spec, field, value) in fitted { layer.specs[spec][field] = value }
        guard !counts.isEmpty else { return }
        var members: [(String, JSONValue)] = [("version", 1)]
        if case .dictionary(let entries) = layer.specs[0]["customLayerData"], entries.isEmpty {
            members.append(("data", true))
        }
        if !part.isEmpty {
            let sink = ByteSink()
            try USDTextWriter.write(part.layer, to: sink)
            members.append(("layer", .string(String(decoding: sink.bytes, as: UTF8.self))))
        }
        if !knots.isEmpty { members.append(("knots", .array(knots))) }
        USDLayerData.set(Self.member, .text(.string, JSONValue.object(members).text()), in: &layer)
    }

    // MARK: Restoring

    /// Restores the recorded values of a layer that was read, and removes the record.
    ///
    /// - Returns: diagnostics for values that no longer match, or for a record that is not understood.
    mutating func restore(_ layer: inout USDLayer) -> [Diagnostic] {
        guard case .text(_, let text)? = USDLayerData.entry(Self.member, of: layer) else { return [] }
        guard let record = try? JSONValue.parse(Array(text.utf8), depthLimit: 16), record["version"]?.int == 1 else {
            return [.originIgnored("meshconv's record of values can't be read; it is ignored")]
        }
        var part = USDLayer()
        if let text = record["layer"]?.string {
            guard let own = try? USDTextReader.read(Array(text.utf8)) else {
                return [.originIgnored("the values in meshconv's record can't be read; they are ignored")]
            }
            part = own.layer
        }
        USDLayerData.set(Self.member, nil, in: &layer)
        if record["data"]?.bool == true, layer.specs[0]["customLayerData"] == nil {
            layer.specs[0]["customLayerData"] = .dictionary([])
        }
        var misfits: [String] = []
        restore(part, to: &layer, &misfits)
        restore(record["knots"]?.array ?? [], to: &layer, &misfits)
        guard let first = misfits.first else { return [] }
        return [
            .originIgnored(
                "a value in meshconv's record no longer fits the layer: \(first)", count: misfits.count)
        ]
    }

    private mutating func restore(_ part: USDLayer, to layer: inout USDLayer, _ misfits: inout [String]) {
        // The index in the layer of each spec of the part.
        var places: [Int?] = []
        for spec in part.specs {
            guard spec.parent >= 0 else {
                places.append(0)
                continue
            }
            let place = places[spec.parent].flatMap { layer.child(of: $0, like: spec) }
            places.append(place)
        }
        for (index, spec) in part.specs.enumerated() {
            for field in spec.fields where !USDLayerPart.declaration.contains(field.name) {
                var fitting = USDFitting(.crate)
                let left = fitting.fitted(field.value)
                guard let place = places[index], !fitting.found.isEmpty,
                    Self.isSame(left, layer.specs[place][field.name])
                else {
                    misfits.append("\(part.path(of: index)) \(field.name)")
                    continue
                }
                count(fitting.found)
                layer.specs[place].set(field)
            }
        }
    }

    private mutating func restore(_ knots: [JSONValue], to layer: inout USDLayer, _ misfits: inout [String]) {
        guard !knots.isEmpty else { return }
        var specs: [String: Int] = [:]
        for (index, spec) in layer.specs.enumerated() where spec["spline"] != nil {
            specs[layer.path(of: index)] = index
        }
        for entry in knots {
            let path = entry[0]?.string ?? ""
            let flags = (entry[1]?.array ?? []).compactMap { $0.int.flatMap { UInt8(exactly: $0) } }
            guard let place = specs[path], case .spline(var spline) = layer.specs[place]["spline"],
                spline.knots.count == flags.count, flags.allSatisfy({ $0 & 7 == 0 }), flags.contains(where: { $0 != 0 })
            else {
                misfits.append(path)
                continue
            }
            for index in flags.indices { spline.knots[index].flags = flags[index] }
            layer.specs[place]["spline"] = .spline(spline)
            count([.tangent])
        }
    }

    private static func isSame(_ a: USDValue?, _ b: USDValue?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        // Layer data that became empty was removed with the record.
        case (.dictionary(let entries), nil): entries.isEmpty
        case (let a?, let b?): USDValueDifference().what(a, b) == nil
        default: false
        }
    }
}

extension USDLayer {
    /// The child of a spec with the kind and name of another spec.
    fileprivate func child(of parent: Int, like spec: USDSpec) -> Int? {
        let own = specs[parent]
        let list =
            switch spec.kind {
            case .attribute, .relationship: own.properties
            case .variantSet: own.variantSets
            case .pseudoRoot, .prim, .variant: own.children
            }
        return list.first { specs[$0].name == spec.name && specs[$0].kind == spec.kind }
    }
}

extension USDSpec {
    /// Adds a field, or replaces the one with its name.
    fileprivate mutating func set(_ field: USDField) {
        if let place = fields.firstIndex(where: { $0.name == field.name }) {
            fields[place] = field
        } else {
            fields.append(field)
        }
    }
}
