import MeshFormats
import MeshModel

// The numbers of vertices and faces: one list of each for the whole file.

extension OFFPlanner {
    /// The values of an attribute for the vertices of a set, or for the faces of a primitive.
    struct Rows {
        /// The path in the source.
        var path: String
        /// The number of rows that are written.
        var count: Int
        /// The attribute in OFF's frame, and its values for the rows; nil: the rows are filled.
        var source: (attribute: Attribute, values: Column)?

        /// Takes an attribute with at least `width` numbers for each row. OFF's colours count to a largest number, which
        /// plain integers don't have.
        init(_ path: String, count: Int, _ attribute: Attribute?, width: Int) {
            self.path = path
            self.count = count
            guard let attribute, attribute.offsets == nil, attribute.values.components >= width,
                attribute.semantic.isColor
                    ? attribute.normalized || !attribute.values.type.isInteger : !attribute.normalized
            else { return }
            source = (attribute, attribute.values)
        }
    }

    mutating func planVertices() throws(WriteError) {
        let pools = choosePools()
        guard layout.vertexCount > 0 else { return }
        // The format has four numbers of a colour, and some readers insist on them.
        for (field, semantic, width) in [
            (OFFHeader.Field.position, AttributeSemantic.position, 3), (.normal, .normal, 3), (.color, .color(0), 4),
            (.texCoord, .texCoord(0), 2),
        ] {
            let rows = scene.vertexSets.enumerated().filter { $0.element.count > 0 }.map { index, set in
                pools[index][semantic]
                    ?? Rows(
                        ScenePath.vertexAttribute(set: index, semantic), count: set.count, set.attribute(semantic),
                        width: min(width, 3))
            }
            guard field != .position || rows.allSatisfy({ $0.source?.values.components == 3 }) else {
                throw WriteError(.unrepresentable, path: "", "OFF can store positions of 3 plain numbers only")
            }
            let columns = planColumns(
                rows, semantic, "vertices", width: width, target: ScenePath.vertexAttribute(set: 0, semantic))
            if let columns { layout.fields.append((field, columns.count == 1 ? columns[0] : .joined(columns))) }
        }
        for (index, set) in scene.vertexSets.enumerated() {
            for attribute in set.attributes {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                guard !written.contains(path) else { continue }
                lose(
                    .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "vertices",
                    "OFF can store only positions, normals, colours and one set of texture coordinates",
                    remedy: attribute.semantic == .weight ? nil : Remedy.keeping(attribute, of: content))
            }
        }
    }

    // MARK: Columns

    /// Plans the values of an attribute, and fills rows that have none.
    ///
    /// - Returns: a column for each, of `width` numbers; nil where no rows have values.
    mutating func planColumns(
        _ all: [Rows], _ semantic: AttributeSemantic, _ unit: String, width: Int, target: String
    ) -> [Column]? {
        let sources = all.compactMap(\.source?.values)
        guard !sources.isEmpty else { return nil }
        let (isColor, areCodes) = (semantic.isColor, semantic.isColor && layout.isText)
        let isShort =
            isColor || !layout.isText
            || sources.allSatisfy { TextType.textType(of: $0, width: width) == .float32 }
        let form = Attribute(
            semantic, .empty(areCodes ? .uint8 : isShort ? .float32 : .float64, components: width),
            normalized: areCodes, frame: isColor ? .srgb : semantic.isTexCoord ? .bottomLeftUV : .plain)
        let total = all.reduce(0) { $0 + $1.count }
        return all.map { rows in
            var values = Column.empty(form.values.type)
            if let source = rows.source {
                written.insert(rows.path)
                loseComponents(source.attribute, rows.path, form, target, unit, total)
                values = planValues(source, rows.path, form, target, unit)
            } else {
                lose(
                    .attributeFilled, .generated, rows.path, semantic.plainName, rows.count, unit,
                    "filled in, as OFF needs a value for all \(unit)")
            }
            return Self.padded(values, form, count: rows.count)
        }
    }

    /// Links values, and reports what their form becomes. Returns them in this form.
    private mutating func planValues(
        _ found: (attribute: Attribute, values: Column), _ path: String, _ form: Attribute, _ target: String,
        _ unit: String
    ) -> Column {
        var stored = found.attribute
        stored.values = found.values.prefix(min(form.values.components, found.values.components))
        let source = originals[path] ?? stored
        let (isColor, type) = (source.semantic.isColor, form.values.type)
        let isSameType = source.values.type == type && source.normalized == form.normalized
        let isSame = isSameType && (!isColor || source.frame.scale == 1 && source.frame.colorSpace != .linear)
        var codec = originals[path].map(FrameAdaptation.codec) ?? (isSame || !isColor ? .identity : .transferred)
        if codec == .identity, layout.isText, type == .float32, !isSame { codec = .decimal }
        links.attributes.append(Correspondence.AttributeLink(path, target, codec: codec))
        let cause =
            !layout.isText
            ? "stored as 32-bit floats, as binary OFF needs"
            : isColor
                ? "stored with 8 bits for each channel, as other programs expect"
                : "stored as text, which is read back as \(type.name)"
        // Codes that were printed as fractions are codes again.
        let areCodes =
            isColor && layout.isText && source.frame == .srgb && !source.values.type.isInteger
            && (content.facts(of: source.values).areEightBitCodes || DecimalCodes(of: source.values) != nil)
        if !isSameType || source.frame != form.frame {
            lose(
                isColor ? .colorReencoded : .attributeReencoded, areCodes ? .rounded : .narrowed, path,
                source.semantic.plainName,
                found.attribute.count, unit, cause,
                remedy: isColor ? .ending("glb") : source.values.type == .float16 ? nil : .ending("ply"))
        }
        guard !isSame || codec != .identity else { return stored.values }
        stored.values = ColorTransfer.converted(
            stored, to: isColor ? .srgb : stored.frame, type: type, normalized: form.normalized)
        // A text has the digits of plain numbers of any type.
        guard isColor || originals[path] != nil || !layout.isText else { return stored.values }
        (stored.normalized, stored.frame) = (form.normalized, form.frame)
        var walk = ValueChange.Walk(from: source, to: stored, codec: codec)
        for block in stored.values.blocks { walk.add(source.values.rows(block), stored.values.rows(block)) }
        let change = walk.change
        let isRounding = change.isRounding || areCodes
        lose(
            isRounding ? .precisionReduced : .attributeNarrowed, isRounding ? .rounded : .narrowed, path,
            source.semantic.plainName, change.count, unit, error: change.largestError,
            layout.isText && !isColor ? "flipped, as OFF counts from the bottom, and rounded" : cause,
            // PLY's colours are sRGB, glTF's linear.
            remedy: .ending(isColor && source.frame.colorSpace == .linear ? "glb" : "ply"))
        return stored.values
    }

    /// Reports components that OFF can't hold, and those that it needs.
    private mutating func loseComponents(
        _ source: Attribute, _ path: String, _ form: Attribute, _ target: String, _ unit: String, _ total: Int
    ) {
        let (width, found) = (form.values.components, source.values.components)
        for component in min(width, found)..<max(width, found) {
            let name = source.semantic.isColor && component == 3 ? "alpha" : "component \(component + 1)"
            let isLost = component < found
            lose(
                isLost ? .attributeDropped : .attributeFilled, isLost ? .dropped : .generated,
                ScenePath.component(isLost ? path : target, component), "\(name) of \(source.semantic.plainName)",
                isLost ? source.count : total, unit, "OFF stores \(width) numbers here")
        }
    }

    /// Returns rows with as many numbers as the form has: colours get white and opaque, the rest zeros.
    private static func padded(_ column: Column, _ form: Attribute, count: Int) -> Column {
        let width = form.values.components
        guard column.count != count || column.components != width else { return column }
        let fill = !form.semantic.isColor ? 0.0 : form.normalized ? 255 : 1
        switch column.type {
        case .uint8: return padded(column, UInt8(fill), width, count) { column.read($0, into: &$1) }
        case .float32: return padded(column, Float(fill), width, count) { column.read($0, into: &$1) }
        default:
            let values = padded(column, fill, width, count) { column.read($0, into: &$1) }
            return Attribute(.position, values).stored(as: column.type).values
        }
    }

    private static func padded<T: ColumnScalar>(
        _ column: Column, _ fill: T, _ width: Int, _ count: Int,
        _ read: (Range<Int>, inout ContiguousArray<T>) -> Void
    ) -> Column {
        var buffer = ContiguousArray<T>()
        return Column(count: count, components: width) { (rows, values: inout ContiguousArray<T>) in
            read(rows.clamped(to: 0..<column.count), &buffer)
            values.removeAll(keepingCapacity: true)
            for first in stride(from: 0, to: rows.count * column.components, by: max(column.components, 1)) {
                for component in 0..<width {
                    let place = first + component
                    values.append(component < column.components && place < buffer.count ? buffer[place] : fill)
                }
            }
        }
    }

    // MARK: Pools

    /// The pools of each set whose rows become values of vertices. Reports the others, and rows that nothing uses.
    private mutating func choosePools() -> [[AttributeSemantic: Rows]] {
        let users = Dictionary(grouping: places, by: \.primitive.vertexSet)
        return scene.vertexSets.enumerated().map { index, set in
            var own: [AttributeSemantic: Rows] = [:]
            for (pool, attribute) in set.pools.enumerated() {
                let path = ScenePath.pool(set: index, pool)
                let (semantic, name) = (attribute.semantic, attribute.semantic.plainName)
                var rows = Rows(path, count: set.count, attribute, width: semantic == .normal ? 3 : 2)
                let isFit =
                    (semantic == .normal || semantic == .texCoord(0)) && rows.source != nil
                    && set.attribute(semantic) == nil && own[semantic] == nil && originals[path] == nil
                    && (layout.isText || attribute.values.type == .float32)
                guard isFit, let (picks, usedCount) = vertexRows(ofPool: pool, set, attribute.count, users[index] ?? [])
                else {
                    lose(
                        .attributeDropped, .dropped, path, name, attribute.count, "values",
                        "OFF can store one value for each vertex only",
                        remedy: .ending(semantic == .normal || semantic == .texCoord(0) ? "obj" : "glb"))
                    continue
                }
                rows.source?.values = attribute.values.picked(picks)
                own[semantic] = rows
                lose(
                    .valuesUnreferenced, .dropped, path, name, attribute.count - usedCount, "values",
                    "no corner uses them", remedy: .ending("obj"))
                lose(
                    .attributeFilled, .generated, path, name, picks.count { $0 < 0 }, "vertices",
                    "filled in, as OFF needs a value for all vertices")
            }
            return own
        }
    }

    /// The row of a pool for each vertex, negative for none, and how many rows have a corner; nil if corners of a vertex
    /// don't all have the same.
    private func vertexRows(
        ofPool pool: Int, _ set: VertexSet, _ rowCount: Int, _ users: [PrimitivePlace]
    ) -> (rows: ContiguousArray<Int32>, usedCount: Int)? {
        let unseen: Int32 = -2
        var rows = ContiguousArray(repeating: unseen, count: set.count)
        var isUsed = ContiguousArray(repeating: false, count: rowCount)
        var vertices = ContiguousArray<Int32>()
        var values = ContiguousArray<Int64>()
        for primitive in users.map(\.primitive) {
            let isWritten = primitive.topology == .polygons || !cloud.isEmpty
            let use = primitive.cornerAttributes.first { $0.pool == pool }
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                primitive.readVertices(of: block.corners, into: &vertices)
                use?.readRows(of: block.corners, into: &values)
                for (corner, vertex) in vertices.enumerated() {
                    let found = use != nil && corner < values.count ? Int(values[corner]) : -1
                    let row = isUsed.indices.contains(found) ? Int32(clamping: found) : -1
                    if row >= 0 { isUsed[found] = true }
                    guard isWritten else { continue }
                    guard rows.indices.contains(Int(vertex)) else { return nil }
                    if rows[Int(vertex)] == unseen { rows[Int(vertex)] = row }
                    guard rows[Int(vertex)] == row else { return nil }
                }
            }
        }
        return rows.contains { $0 >= 0 } ? (rows, isUsed.count { $0 }) : nil
    }
}
