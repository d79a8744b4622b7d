import MeshFormats
import MeshModel

// Plans attribute words: colours if the variant has them, else the source's numbers. Reports what words can't hold.

extension STLPlanner {
    /// The path of an attribute of the only solid's facets.
    private static func target(_ semantic: AttributeSemantic) -> String {
        ScenePath.elementAttribute(mesh: 0, primitive: 0, semantic)
    }

    mutating func planWords(_ own: [Int]) {
        if variant == .color,
            own.contains(where: { color(of: places[$0]) != nil || vertexColor(of: places[$0]) != nil })
        {
            planColors(own)
        } else {
            planNumbers(own)
        }
    }

    // MARK: Colours

    /// The colours of a primitive's facets, if words can hold them, and the largest value of a component.
    private func color(of place: PrimitivePlace) -> (attribute: Attribute, unit: Double)? {
        place.attribute(.color(0)).flatMap(Self.usable)
    }

    /// The colours of a primitive's vertices, and the largest value of a component.
    private func vertexColor(of place: PrimitivePlace) -> (attribute: Attribute, unit: Double)? {
        let set = scene.vertexSets[place.primitive.vertexSet]
        guard let attribute = set.attribute(.color(0)), attribute.count == set.count else { return nil }
        return Self.usable(attribute)
    }

    private static func usable(_ attribute: Attribute) -> (attribute: Attribute, unit: Double)? {
        guard attribute.values.components >= 3, attribute.offsets == nil else { return nil }
        if attribute.normalized {
            return attribute.values.type.normalizedMaximum.map { (attribute, $0) }
        }
        return attribute.values.type.isInteger || attribute.frame.scale != 1 ? nil : (attribute, 1)
    }

    private mutating func planColors(_ own: [Int]) {
        var sets: Set<Int> = []
        for (number, place) in own.enumerated() {
            let path = places[place].path(.color(0))
            let count = places[place].primitive.elementCount
            guard let (attribute, unit) = color(of: places[place]) else {
                if let (attribute, unit) = vertexColor(of: places[place]) {
                    sets.insert(places[place].primitive.vertexSet)
                    layout.solids[0].parts[number].words = cornerColors(attribute, places[place]).map {
                        .cornerColors($0, unit: unit)
                    }
                    lose(
                        .attributeFilled, .generated, path, "colours", count, "faces",
                        "triangles get the mean colour of their corners")
                    continue
                }
                lose(
                    .attributeFilled, .generated, path, "colours", count, "faces",
                    "white: if some STL triangles have colours, programs show the others white")
                continue
            }
            layout.solids[0].parts[number].words = .colors(attribute.values, unit: unit)
            written.insert(path)
            links.attributes.append(
                Correspondence.AttributeLink(path, Self.target(.color(0)), codec: colorCodec(path)))
            reportForm(ofColors: originals[path] ?? attribute, path, "faces")
            let change = change(of: attribute, unit: unit, original: originals[path])
            lose(
                change.isRounding ? .precisionReduced : .attributeNarrowed, change.isRounding ? .rounded : .narrowed,
                path, "colours", change.count, "faces", error: change.largestError,
                "rounded to the 5 bits per channel of STL colours",
                remedy: Self.remedy(originals[path] ?? attribute))
        }
        for set in sets.sorted() { reportVertexColors(set, own) }
    }

    private func colorCodec(_ path: String) -> Correspondence.Codec {
        originals[path].map(FrameAdaptation.codec) ?? .identity
    }

    /// The source's value for each 8-bit code.
    private static func values(ofCodes original: Attribute) -> [Double] {
        let codes = Attribute(.color(0), Column((0...255).map { UInt8($0) }), normalized: true, frame: .srgb)
        return OriginForm(of: original).values(of: codes)?.doubles() ?? []
    }

    /// Reports the alpha that words can't hold, and the form that the colours get.
    private mutating func reportForm(ofColors attribute: Attribute, _ path: String, _ unit: String) {
        for component in 3..<max(attribute.values.components, 3) {
            loseComponent(
                component, of: attribute, path, unit, "STL colours have red, green and blue only", remedy: nil)
        }
        if attribute.values.type != .uint8 || !attribute.normalized || attribute.frame != .srgb {
            lose(
                .colorReencoded, .narrowed, path, "colours", attribute.count, unit,
                "stored as sRGB with 5 bits per channel, as STL needs", remedy: .ending("glb"))
        }
    }

    /// The colours of a primitive's corners.
    private func cornerColors(_ attribute: Attribute, _ place: PrimitivePlace) -> STLCorners? {
        let values = attribute.values
        return Column(
            viewing: values.storage, offset: values.offset, stride: values.stride, count: values.count, components: 3,
            type: values.type, byteOrder: values.byteOrder
        ).map { STLCorners(place.primitive, positions: $0) }
    }

    /// Reports the changes of a set's vertex colours, once for all its primitives.
    private mutating func reportVertexColors(_ set: Int, _ own: [Int]) {
        guard let attribute = scene.vertexSets[set].attribute(.color(0)), let unit = Self.usable(attribute)?.unit else {
            return
        }
        let path = ScenePath.vertexAttribute(set: set, .color(0))
        written.insert(path)
        links.attributes.append(
            Correspondence.AttributeLink(path, Self.target(.color(0)), codec: colorCodec(path)))
        reportForm(ofColors: originals[path] ?? attribute, path, "vertices")
        var change = STLChange(tolerance: 0x1p-24)
        for (number, place) in own.enumerated() where places[place].primitive.vertexSet == set {
            guard let words = layout.solids[0].parts[number].words else { continue }
            addChange(of: attribute, originals[path], places[place], words, unit, to: &change)
        }
        lose(
            change.isRounding ? .precisionReduced : .attributeNarrowed,
            change.isRounding ? .rounded : .approximated, path, "colours", change.count, "corners",
            error: change.largestError, "an STL triangle has one colour of 5 bits per channel: the mean of its corners",
            remedy: Self.remedy(originals[path] ?? attribute))
    }

    /// The format that keeps colours: PLY's are sRGB, glTF's linear.
    private static func remedy(_ colors: Attribute) -> Remedy {
        colors.frame.colorSpace == .linear ? .ending("glb") : .ending("ply")
    }

    /// Adds the differences between the colours of corners and those of their facets.
    private func addChange(
        of attribute: Attribute, _ original: Attribute?, _ place: PrimitivePlace, _ words: STLWords, _ unit: Double,
        to change: inout STLChange
    ) {
        guard let colors = cornerColors(original ?? attribute, place) else { return }
        let isSameForm = original != nil || attribute.values.type == .uint8 && attribute.normalized
        // What is read back for each code, in the numbers that a comparison sees.
        let one: Double = isSameForm ? 1 : 255
        let shown = original.map(Self.values) ?? (0...255).map { code -> Double in Double(code) / one }
        var buffer = ContiguousArray<Double>()
        var wordBuffer = ContiguousArray<Double>()
        var scratch = STLCorners.Scratch()
        let count = place.primitive.elementCount
        for facets in (0..<count).blocks(of: STLWriter.facetsPerBlock) {
            colors.read(facets, into: &buffer, &scratch)
            for (row, word) in words.read(facets, &wordBuffer).enumerated() {
                let color = STLColors.color(word, .visCAM) ?? STLColors.white
                let after = SIMD3(shown[Int(color.x)], shown[Int(color.y)], shown[Int(color.z)])
                for corner in 0..<3 {
                    let own = STLCorners.corner(buffer, row * 9 + corner * 3)
                    change.addColor(isSameForm ? own : own / unit, after, asFloats: original == nil && unit == 1)
                }
            }
        }
    }

    /// The differences between colours and their codes of 5 bits, in the numbers that a comparison sees.
    private func change(of attribute: Attribute, unit: Double, original: Attribute?) -> STLChange {
        var change = STLChange(tolerance: 0x1p-24)
        let isSameForm = attribute.values.type == .uint8 && attribute.normalized
        let width = attribute.values.components
        let back = original.map(Self.values)
        var sources = ContiguousArray<Double>()
        for (rows, buffer) in attribute.values.blocks(of: Double.self) {
            original?.values.read(rows, into: &sources)
            for first in stride(from: 0, to: buffer.count, by: width) {
                let color = SIMD3(buffer[first], buffer[first + 1], buffer[first + 2])
                func wide(_ value: Double) -> UInt8 { STLColors.wide(STLColors.narrow(value / unit)) }
                let codes = SIMD3(wide(color.x), wide(color.y), wide(color.z))
                if let back {
                    change.addColor(
                        SIMD3(sources[first], sources[first + 1], sources[first + 2]),
                        SIMD3(back[Int(codes.x)], back[Int(codes.y)], back[Int(codes.z)]))
                } else {
                    change.addColor(color, codes, unit, isSameForm: isSameForm)
                }
            }
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
        // Words that are all zero are no information, and words that look like colours would be read as colours.
        guard nonzero > 0, !STLColors.areColors(nonzero: nonzero, marked: marked) else { return }
        let numbers = Set(found.map(\.number))
        for (number, place) in own.enumerated() where !numbers.contains(number) {
            lose(
                .attributeFilled, .generated, places[place].path(.attributeWord), "attribute words",
                places[place].primitive.elementCount, "faces", "filled in, as each STL triangle has an attribute word")
        }
        for (place, number, attribute) in found {
            let path = places[place].path(.attributeWord)
            layout.solids[0].parts[number].words = .numbers(attribute.values)
            written.insert(path)
            links.attributes.append(Correspondence.AttributeLink(path, Self.target(.attributeWord)))
            if attribute.values.type != .uint16 || attribute.frame != .plain {
                lose(
                    .attributeReencoded, .narrowed, path, "attribute words", attribute.count, "faces",
                    "stored as 16-bit whole numbers, as STL needs", remedy: .ending("ply"))
            }
        }
    }

    // MARK: What words can't hold

    mutating func planOtherAttributes() {
        for (index, set) in scene.vertexSets.enumerated() {
            for attribute in set.attributes {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                if (attribute.semantic == .position && !places.isEmpty) || written.contains(path) { continue }
                lose(
                    .attributeDropped, .dropped, path,
                    Self.name(attribute.semantic), attribute.count, "vertices",
                    "STL can store only positions of vertices",
                    remedy: Remedy.keeping(attribute, of: content))
            }
            for (pool, attribute) in set.pools.enumerated() {
                lose(
                    .attributeDropped, .dropped, ScenePath.pool(set: index, pool), Self.name(attribute.semantic),
                    attribute.count, "values", "STL can't store values of corners",
                    remedy: attribute.semantic == .normal || attribute.semantic == .texCoord(0)
                        ? .ending("obj") : .ending("glb"))
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

    private func reason(_ attribute: Attribute, _ place: PrimitivePlace) -> (cause: String, remedy: Remedy?) {
        switch attribute.semantic {
        case .normal: ("left out: the same as the corners give, or numbers that STL can't store", nil)
        case .color(0) where variant != .color && color(of: place) != nil:
            ("this variant of STL can't store colours", .variant("stl.color"))
        case .attributeWord where variant == .ascii: ("STL text can't store attribute words", .variant("stl.binary"))
        case .attributeWord: ("left out: all zero, or other programs would read them as colours", .ending("ply"))
        case .smoothingGroup: ("STL can't store smoothing groups", .ending("obj"))
        default: ("STL can't store this attribute", Remedy.keeping(attribute, of: content, isOfElements: true))
        }
    }
}
