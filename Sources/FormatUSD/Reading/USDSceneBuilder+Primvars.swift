import MeshFormats
import MeshModel

/// The numbers of vertices, elements and corners that a prim's values are for, and which of them were read.
struct USDDomain {
    var vertexCount: Int
    var elementCount: Int
    var cornerCount: Int
    /// The index of each element in the file, or nil if unchanged.
    var elements: ContiguousArray<Int32>?
    /// The index of each corner in the file, or nil if unchanged.
    var corners: ContiguousArray<Int32>?
    /// Whether elements have their own values. Points only have vertices.
    var hasElements = true
}

/// Values of a prim and their interpolation.
private struct Primvar {
    var name: String
    var attribute: Attribute
    var indices: Column?
    var interpolation: Interpolation
    /// Whether it is the colour that materials show: one may be called `COLOR_0` and be shown by none.
    var isShownColor: Bool

    init(name: String, attribute: Attribute, interpolation: Interpolation, shown: String?) {
        (self.name, self.attribute, self.interpolation) = (name, attribute, interpolation)
        isShownColor = attribute.semantic == .color(0) && name == shown ?? "displayColor"
    }
}

extension USDSceneBuilder {
    /// Adds normals, colours, texture coordinates and all other values of a prim's points, faces and corners.
    ///
    /// - Returns: whether it has colours that materials may show.
    @discardableResult
    mutating func addPrimvars(
        _ prim: Int, _ domain: USDDomain, to set: inout VertexSet, _ primitive: inout Primitive
    ) throws(ReadError) -> Bool {
        var primvars: [Primvar] = []
        var coordinates: [String] = []
        let names = primvarNames(prim)
        let shown = boundMaterials(prim).compactMap { shownPrimvars[$0] }.first { name in
            names.contains { $0.name == "primvars:\(name)" }
        }
        for (owner, name) in names {
            guard let primvar = primvar(owner, name, domain, shown: shown) else { continue }
            if primvar.attribute.semantic.isTexCoord { coordinates.append(primvar.name) }
            primvars.append(primvar)
        }
        let numbers = Self.coordinateNumbers(
            coordinates, materials: boundMaterials(prim), asked: coordinateNames)
        joinOpacity(&primvars, prim)
        for var primvar in primvars {
            if primvar.attribute.semantic.isTexCoord, let number = numbers[primvar.name] {
                primvar.attribute.semantic = .texCoord(number)
            }
            try add(primvar, prim, domain, to: &set, &primitive)
        }
        return primvars.contains { $0.isShownColor }
    }

    /// The names of values in authored order. `primvars:normals` replaces `normals`; constant values of ancestors come
    /// last.
    private mutating func primvarNames(_ prim: Int) -> [(owner: Int, name: String)] {
        var names: [(Int, String)] = []
        var seen: Set<String> = []
        let own = stage.properties(of: prim)
        for name in own {
            let isBuiltIn = ["normals", "velocities", "accelerations", "widths", "ids"].contains(name)
            guard isBuiltIn || (name.hasPrefix("primvars:") && !name.hasSuffix(":indices")) else { continue }
            if name.hasPrefix("primvars:skel:") { continue }
            if name == "normals", own.contains("primvars:normals") { continue }
            names.append((prim, name))
            seen.insert(name)
        }
        var parent = stage.prims[prim].parent
        while parent > 0 {
            for name in primvars(handedDownBy: parent) where !name.hasPrefix("primvars:skel:") {
                if seen.insert(name).inserted { names.append((parent, name)) }
            }
            parent = stage.prims[parent].parent
        }
        return names
    }

    /// The names of the primvars that prims below this one have, too: those with one value for the whole prim (UsdGeom,
    /// PrimvarsAPI). Each prim below it asks for them.
    mutating func primvars(handedDownBy prim: Int) -> [String] {
        if let names = primvarsAbove[prim] { return names }
        var names: [String] = []
        for name in stage.properties(of: prim) where name.hasPrefix("primvars:") && !name.hasSuffix(":indices") {
            if field(prim, name, "interpolation")?.word ?? "constant" == "constant" { names.append(name) }
        }
        primvarsAbove[prim] = names
        return names
    }

    /// The values of a property; nil: it has none that fit.
    ///
    /// - Parameter shown: the primvar that materials show in place of `displayColor`.
    private mutating func primvar(
        _ prim: Int, _ property: String, _ domain: USDDomain, shown: String?
    ) -> Primvar? {
        let isPrimvar = property.hasPrefix("primvars:")
        let name = isPrimvar ? String(property.dropFirst("primvars:".count)) : property
        guard fitsScene(prim, property, domain), let own = value(prim, property) else { return nil }
        let values: Column
        switch own {
        case .array(let array): values = array.values
        default:
            // A constant need not be an array.
            guard let numbers = own.numbers, !numbers.isEmpty else { return nil }
            values = Self.single(own, numbers)
        }
        let fallback = isPrimvar ? "constant" : "vertex"
        let word = field(prim, property, "interpolation")?.word ?? fallback
        let interpolation: Interpolation
        switch word {
        case "constant": interpolation = .constant
        case "uniform": interpolation = .uniform
        case "vertex", "varying": interpolation = .vertex
        case "faceVarying": interpolation = .faceVarying
        default:
            warn("usd.interpolation", prim, "'\(property)' has the unknown interpolation '\(word)': it is left out")
            misfits[name, default: 0] += 1
            return nil
        }
        let size = field(prim, property, "elementSize")?.number.flatMap { Int(exactly: $0) } ?? 1
        guard let column = Self.grouped(values, by: size) else {
            warn("usd.element-size", prim, "'\(property)' can't be split into rows of \(size): it is left out")
            misfits[name, default: 0] += 1
            return nil
        }
        let type = stage.property(prim, property)?.typeName ?? ""
        var primvar = Primvar(
            name: name, attribute: Self.attribute(name, type, column, shown: shown), interpolation: interpolation,
            shown: shown)
        if primvar.attribute.semantic == .color(0), let space = colorSpace(of: [property], prim) {
            if let known = Self.colorSpaces[space] {
                primvar.attribute.frame.colorSpace = known
            } else {
                warn(
                    "usd.color-space", prim,
                    "colours in the colour space '\(space)' are read as linear Rec. 709")
            }
        }
        if isPrimvar, let indices = value(prim, property + ":indices")?.column, indices.components == 1 {
            primvar.indices = indices
            if let none = field(prim, property, "unauthoredValuesIndex")?.number.flatMap({ Int(exactly: $0) }),
                none >= 0, !options.ignoresOrigin
            {
                leaveOut(none, of: &primvar)
            }
        }
        return primvar
    }

    /// Whether the scene has a place for values. The others are not read, so that they are listed as left out: text, and values
    /// of the joints between the pieces of cubic curves ("varying"), which are not at the curves' points.
    private func fitsScene(_ prim: Int, _ property: String, _ domain: USDDomain) -> Bool {
        switch still(prim, property) {
        case nil, .integer?, .real?, .tuple?: return true
        case .array(let array)?:
            let isOfJoints =
                stage.prims[prim].typeName == "BasisCurves" && still(prim, "type")?.word != "linear"
                && field(prim, property, "interpolation")?.word == "varying"
            return !isOfJoints || array.values.count == domain.vertexCount
        default: return false
        }
    }

    /// Replaces the index that means no value by −1. Removes a last row that only this index used.
    private func leaveOut(_ none: Int, of primvar: inout Primvar) {
        guard let indices = primvar.indices else { return }
        var rows = ContiguousArray<Int32>()
        indices.read(0..<indices.count, into: &rows)
        for index in rows.indices where Int(rows[index]) == none { rows[index] = -1 }
        primvar.indices = Column(rows)
        let values = primvar.attribute.values
        if none == values.count - 1 { primvar.attribute.values = values.rows(0..<none) }
    }

    /// A value as an attribute of the scene.
    private static func attribute(_ name: String, _ type: String, _ column: Column, shown: String?) -> Attribute {
        switch name {
        case let name where name == shown && isColorType(type) && column.components >= 3:
            return Attribute(.color(0), column, frame: .linear)
        case "normals" where column.components == 3: return Attribute(.normal, column)
        case "displayColor" where column.components == 3:
            return Attribute(.color(shown == nil ? 0 : 1), column, frame: .linear)
        case "displayOpacity": return Attribute(AttributeSemantic(name: name), column)
        default:
            let isCoordinate =
                type.hasPrefix("texCoord2")
                || (type.hasPrefix("float2") && ["st", "uv", "UVMap", "map1"].contains { name.hasPrefix($0) })
            if isCoordinate, column.components == 2 {
                return Attribute(.texCoord(0), column, frame: .bottomLeftUV)
            }
            let semantic = AttributeSemantic(name: name)
            // Other colours keep their name. They are linear, like all colours of USD.
            if semantic.isColor, type.hasPrefix("color"), column.components >= 3 {
                return Attribute(semantic, column, frame: .linear)
            }
            return Attribute(semantic, column)
        }
    }

    private static func single(_ value: USDValue, _ numbers: [Double]) -> Column {
        let type: USDType
        switch value {
        case .integer(let own, _), .real(let own, _), .tuple(let own, _): type = own
        default: type = .double
        }
        guard let layout = type.layout else { return Column(numbers, components: numbers.count) }
        switch layout.scalar {
        case .float32, .float16: return Column(numbers.map { Float($0) }, components: numbers.count)
        case .float64: return Column(numbers, components: numbers.count)
        default: return Column(numbers.map { Int64(exactly: $0.rounded()) ?? 0 }, components: numbers.count)
        }
    }

    private static func grouped(_ column: Column, by size: Int) -> Column? {
        guard size != 1 else { return column }
        guard size > 1, column.count % size == 0, column.isPacked else { return nil }
        let (components, overflow) = column.components.multipliedReportingOverflow(by: size)
        guard !overflow else { return nil }
        return Column(
            viewing: column.storage, offset: column.offset, stride: column.stride * size, count: column.count / size,
            components: components, type: column.type, byteOrder: column.byteOrder)
    }

    /// Joins opacity values into the alpha of colours with the same interpolation, or if one of both is constant.
    private mutating func joinOpacity(_ primvars: inout [Primvar], _ prim: Int) {
        guard let opacity = primvars.firstIndex(where: { $0.name == "displayOpacity" }) else { return }
        guard
            let color = primvars.firstIndex(where: {
                $0.isShownColor && $0.attribute.values.components == 3
            }),
            let joined = joined(primvars[color], primvars[opacity])
        else {
            let isOpaque = primvars[opacity].attribute.values.doubles().allSatisfy { $0 >= 1 }
            if !isOpaque {
                note(
                    "usd.opacity", prim,
                    "opacity has no colours of the same parts beside it: it is kept as values that few programs show")
            }
            return
        }
        primvars[color] = joined
        primvars.remove(at: opacity)
    }

    private func joined(_ color: Primvar, _ opacity: Primvar) -> Primvar? {
        var (a, b) = (color, opacity)
        guard a.interpolation == .constant || a.indices == nil, b.interpolation == .constant || b.indices == nil else {
            return nil
        }
        if a.interpolation == .constant, b.interpolation != .constant, let row = constantRow(a) {
            a.attribute.values = row.repeated(b.attribute.count)
            (a.interpolation, a.indices) = (b.interpolation, nil)
        } else if b.interpolation == .constant, a.interpolation != .constant, let row = constantRow(b) {
            b.attribute.values = row.repeated(a.attribute.count)
            (b.interpolation, b.indices) = (a.interpolation, nil)
        }
        guard a.interpolation == b.interpolation, a.indices == nil, b.indices == nil,
            a.attribute.values.type == b.attribute.values.type, b.attribute.values.components == 1,
            a.attribute.count == b.attribute.count,
            let values = Self.beside(a.attribute.values, b.attribute.values)
        else { return nil }
        a.attribute.values = values
        return a
    }

    /// Joins two columns row by row, or returns nil if that would change values.
    private static func beside(_ a: Column, _ b: Column) -> Column? {
        guard a.count == b.count else { return nil }
        switch a.type {
        case .float32:
            return woven(a, b) { (column, rows, block: inout ContiguousArray<Float>) in
                column.read(rows, into: &block)
            }
        case .float64:
            return woven(a, b) { (column, rows, block: inout ContiguousArray<Double>) in
                column.read(rows, into: &block)
            }
        default: return nil
        }
    }

    private static func woven<T: ColumnScalar>(
        _ a: Column, _ b: Column, _ read: (Column, Range<Int>, inout ContiguousArray<T>) -> Void
    ) -> Column {
        let (widthA, widthB) = (a.components, b.components)
        var (x, y) = (ContiguousArray<T>(), ContiguousArray<T>())
        return Column(count: a.count, components: widthA + widthB) { (rows, block: inout ContiguousArray<T>) in
            read(a, rows, &x)
            read(b, rows, &y)
            block.removeAll(keepingCapacity: true)
            for row in 0..<rows.count {
                for index in row * widthA..<(row + 1) * widthA { block.append(x[index]) }
                for index in row * widthB..<(row + 1) * widthB { block.append(y[index]) }
            }
        }
    }

    // MARK: Interpolations

    private mutating func add(
        _ primvar: Primvar, _ prim: Int, _ domain: USDDomain, to set: inout VertexSet, _ primitive: inout Primitive
    ) throws(ReadError) {
        var attribute = primvar.attribute
        var interpolation = primvar.interpolation
        if let indices = primvar.indices, !Self.areRows(indices, of: attribute.count) {
            warn(
                "usd.primvar-index", prim, "'\(primvar.name)' refers to a value that doesn't exist: it is left out")
            misfits[primvar.name, default: 0] += 1
            return
        }
        if interpolation == .constant || (interpolation == .uniform && !domain.hasElements) {
            guard let row = constantRow(primvar) else { return mismatch(primvar, prim, expected: 1) }
            // More formats and programs have colours of vertices than of faces.
            let isOfElements = domain.hasElements && attribute.semantic != .color(0)
            let count = isOfElements ? primitive.elementCount : set.count
            guard count > 0 else { return }
            attribute.values = row.repeated(count)
            if isOfElements {
                primitive.elementAttributes.append(attribute)
            } else {
                set.attributes.append(attribute)
            }
            return
        }
        // For points, corner values are vertex values.
        if interpolation == .faceVarying, !domain.hasElements { interpolation = .vertex }
        switch interpolation {
        case .vertex, .constant:
            guard let values = expanded(primvar, count: domain.vertexCount) else {
                return mismatch(primvar, prim, expected: domain.vertexCount)
            }
            attribute.values = values
            set.attributes.append(attribute)
        case .uniform:
            guard var values = expanded(primvar, count: domain.elementCount) else {
                return mismatch(primvar, prim, expected: domain.elementCount)
            }
            if let elements = domain.elements { values = values.picked(elements) }
            attribute.values = values
            primitive.elementAttributes.append(attribute)
        case .faceVarying:
            let count = primvar.indices?.count ?? attribute.count
            guard count == domain.cornerCount else {
                return mismatch(primvar, prim, expected: domain.cornerCount)
            }
            var indices = primvar.indices
            if let corners = domain.corners { indices = indices?.picked(corners) ?? Column(corners) }
            primitive.cornerAttributes.append(CornerAttribute(pool: set.pools.count, indices: indices))
            set.pools.append(attribute)
        }
    }

    private func constantRow(_ primvar: Primvar) -> Column? {
        guard let indices = primvar.indices else {
            return primvar.attribute.count == 1 ? primvar.attribute.values : nil
        }
        guard indices.count == 1, let row = indices.integers().first, row >= 0 else { return nil }
        return primvar.attribute.values.rows(Int(row)..<Int(row) + 1)
    }

    /// One row per vertex or element, or nil if the counts differ. Indices must be rows, or −1 for none.
    private func expanded(_ primvar: Primvar, count: Int) -> Column? {
        let values = primvar.attribute.values
        guard let indices = primvar.indices else { return values.count == count ? values : nil }
        guard indices.count == count else { return nil }
        var rows = ContiguousArray<Int32>()
        indices.read(0..<indices.count, into: &rows)
        return values.picked(rows)
    }

    /// Whether each index is a valid row, or −1 for none.
    private static func areRows(_ indices: Column, of count: Int) -> Bool {
        indices.blocks(of: Int64.self).allSatisfy { $0.values.allSatisfy { $0 >= -1 && $0 < count } }
    }

    private mutating func mismatch(_ primvar: Primvar, _ prim: Int, expected: Int) {
        misfits[primvar.name, default: 0] += 1
        let found = primvar.indices?.count ?? primvar.attribute.count
        warn(
            "usd.primvar-count", prim,
            "'\(primvar.name)' (\(primvar.interpolation.rawValue)) needs \(expected) values, has \(found): it is left out"
        )
    }
}
