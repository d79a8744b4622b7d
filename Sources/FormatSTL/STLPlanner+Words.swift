import MeshFormats
import MeshModel

// Attribute words: colours where the variant says so, else the numbers that somebody put there; and what no word holds.

extension STLPlanner {
    /// The path of an attribute of the one solid's facets.
    private static func target(_ semantic: AttributeSemantic) -> String {
        ScenePath.elementAttribute(mesh: 0, primitive: 0, semantic)
    }

    mutating func planWords(_ own: [Int]) {
        if variant == .color, own.contains(where: { color(of: places[$0]) != nil }) {
            planColors(own)
        } else {
            planNumbers(own)
        }
    }

    // MARK: Colours

    /// The colours of a primitive's facets that words can hold, and the number that components count to.
    private func color(of place: STLPlace) -> (attribute: Attribute, unit: Double)? {
        guard let attribute = place.attribute(.color(0)), attribute.values.components >= 3 else { return nil }
        if attribute.normalized {
            return attribute.values.type.normalizedMaximum.map { (attribute, $0) }
        }
        return attribute.values.type.isInteger || attribute.frame.scale != 1 ? nil : (attribute, 1)
    }

    private mutating func planColors(_ own: [Int]) {
        for (number, place) in own.enumerated() {
            let path = places[place].path(.color(0))
            let count = places[place].primitive.elementCount
            guard let (attribute, unit) = color(of: places[place]) else {
                lose(
                    .attributeFilled, .generated, path, "colours", count, "faces",
                    "where some facets have colours, readers show the others white")
                continue
            }
            layout.solids[0].parts[number].words = .colors(attribute.values, unit: unit)
            written.insert(path)
            links.attributes.append(Correspondence.AttributeLink(path, Self.target(.color(0))))
            for component in 3..<max(attribute.values.components, 3) {
                lose(
                    .attributeDropped, .dropped, ScenePath.component(path, component), "alpha of colours", count,
                    "faces", "colours have red, green and blue", remedy: ".ply")
            }
            if attribute.values.type != .uint8 || !attribute.normalized || attribute.frame != .srgb {
                lose(
                    .colorReencoded, .narrowed, path, "colours", count, "faces",
                    "colours have 5 bits: readers make them uint8, sRGB", remedy: ".ply")
            }
            let change = change(of: attribute, unit: unit)
            lose(
                change.isRounding ? .precisionReduced : .attributeNarrowed, change.isRounding ? .rounded : .narrowed,
                path, "colours", change.count, "faces", error: change.largestError, "colours have 5 bits",
                remedy: ".ply")
        }
    }

    /// How far colours are from their codes of 5 bits, in the numbers that a comparison sees.
    private func change(of attribute: Attribute, unit: Double) -> STLChange {
        var change = STLChange(tolerance: 0x1p-24)
        let isSameForm = attribute.values.type == .uint8 && attribute.normalized
        let width = attribute.values.components
        var buffer = ContiguousArray<Double>()
        var row = 0
        while row < attribute.values.count {
            let end = min(row + 4096, attribute.values.count)
            attribute.values.read(row..<end, into: &buffer)
            for first in stride(from: 0, to: buffer.count, by: width) {
                var differs = false
                for component in first..<first + 3 {
                    let code = Double(STLColors.wide(STLColors.narrow(buffer[component] / unit)))
                    let before = isSameForm ? buffer[component] : buffer[component] / unit
                    let after = isSameForm ? code : code / 255
                    if before == after || (unit == 1 && Float(before) == Float(after)) { continue }
                    change.add(error: abs(before - after))
                    differs = true
                }
                if differs { change.addCount() }
            }
            row = end
        }
        return change
    }

    // MARK: Numbers

    private mutating func planNumbers(_ own: [Int]) {
        var found: [(place: Int, number: Int, attribute: Attribute)] = []
        var nonzero = 0
        var marked = 0
        for (number, place) in own.enumerated() {
            guard let attribute = places[place].attribute(.attributeWord), attribute.values.components == 1,
                attribute.values.type.isInteger, !attribute.normalized
            else { continue }
            let words = attribute.values.integers()
            guard words.allSatisfy({ 0...0xFFFF ~= $0 }) else { continue }
            nonzero += words.count { $0 != 0 }
            marked += words.count { $0 & 0x8000 != 0 }
            found.append((place, number, attribute))
        }
        // Words that are all zero say nothing, and words that look like colours would be taken for such.
        guard nonzero > 0, !STLColors.areColors(nonzero: nonzero, marked: marked) else { return }
        let numbers = Set(found.map(\.number))
        for (number, place) in own.enumerated() where !numbers.contains(number) {
            lose(
                .attributeFilled, .generated, places[place].path(.attributeWord), "attribute words",
                places[place].primitive.elementCount, "faces", "each facet has an attribute word")
        }
        for (place, number, attribute) in found {
            let path = places[place].path(.attributeWord)
            layout.solids[0].parts[number].words = .numbers(attribute.values)
            written.insert(path)
            links.attributes.append(Correspondence.AttributeLink(path, Self.target(.attributeWord)))
            if attribute.values.type != .uint16 || attribute.frame != .plain {
                lose(
                    .attributeReencoded, .narrowed, path, "attribute words", attribute.count, "faces",
                    "attribute words are uint16", remedy: ".ply")
            }
        }
    }

    // MARK: What no word holds

    mutating func planOtherAttributes() {
        for (index, set) in scene.vertexSets.enumerated() {
            for attribute in set.attributes {
                if attribute.semantic == .position, !places.isEmpty { continue }
                lose(
                    .attributeDropped, .dropped, ScenePath.vertexAttribute(set: index, attribute.semantic),
                    Self.name(attribute.semantic), attribute.count, "vertices", "STL has no vertex attributes",
                    remedy: ".ply")
            }
            for (pool, attribute) in set.pools.enumerated() {
                lose(
                    .attributeDropped, .dropped, ScenePath.pool(set: index, pool), Self.name(attribute.semantic),
                    attribute.count, "values", "STL has no values of corners", remedy: ".obj")
            }
        }
        for place in places {
            for attribute in place.primitive.elementAttributes {
                let path = place.path(attribute.semantic)
                guard !written.contains(path) else { continue }
                let reason = reason(attribute, place)
                lose(
                    .attributeDropped, .dropped, path, Self.name(attribute.semantic), attribute.count, "faces",
                    reason.cause, remedy: reason.remedy)
            }
        }
    }

    private func reason(_ attribute: Attribute, _ place: STLPlace) -> (cause: String, remedy: String?) {
        switch attribute.semantic {
        case .normal: ("they say what the corners say, or STL has no numbers of this form", nil)
        case .color(0) where variant != .color && color(of: place) != nil:
            ("STL has colours in one variant only", "--to stl.color")
        case .attributeWord where variant == .ascii: ("a text has no attribute words", "--to stl.binary")
        case .attributeWord: ("they say nothing, or readers would take them for colours", ".ply")
        case .smoothingGroup: ("STL has no smoothing groups", ".obj")
        default: ("STL has no attributes of this name", ".ply")
        }
    }
}
