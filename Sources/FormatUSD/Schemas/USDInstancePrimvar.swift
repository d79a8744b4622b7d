import MeshModel

/// A value of each copy of a point instancer that moves nothing: a primvar of the instancer with a value for each copy.
///
/// In a scene its name begins with an underscore, as glTF asks: `_seed` for `primvars:seed`.
enum USDInstancePrimvar {
    /// The interpolations of values that each copy has its own of; others are values of the whole instancer.
    static let interpolations: Set<String> = ["vertex", "varying", "faceVarying"]

    /// The name of the primvar of an attribute; nil: USD can't have that name.
    static func name(of semantic: AttributeSemantic) -> String? {
        // Viewers of USD would show these names as colours.
        guard semantic.name.hasPrefix("_"), ![USDInstanceColors.color, USDInstanceColors.opacity].contains(semantic)
        else { return nil }
        let name = semantic.name.dropFirst()
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.last != "indices", parts.allSatisfy({ USDPathText.isIdentifier(String($0)) }) else { return nil }
        return "primvars:\(name)"
    }

    /// The attribute that a property's name means; nil if the property is no primvar.
    static func semantic(of name: String) -> AttributeSemantic? {
        guard name.hasPrefix("primvars:"), !name.hasSuffix(":indices") else { return nil }
        return AttributeSemantic(name: "_" + name.dropFirst("primvars:".count))
    }

    /// The type of a column of these numbers; nil: USD has none.
    static func type(_ column: Column) -> USDType? {
        let types: [USDType] =
            switch column.type {
            case .uint8: [.uchar]
            case .int32: [.int, .int2, .int3, .int4]
            case .uint32: [.uint]
            case .int64: [.int64]
            case .uint64: [.uint64]
            case .float16: [.half, .half2, .half3, .half4]
            case .float32: [.float, .float2, .float3, .float4]
            case .float64: [.double, .double2, .double3, .double4]
            default: []
            }
        return types.indices.contains(column.components - 1) ? types[column.components - 1] : nil
    }

    /// The attribute as USD has it; nil: it can't. Small whole numbers become larger ones, fractions float32.
    static func written(_ attribute: Attribute) -> Attribute? {
        var written = attribute
        written.normalized = false
        let column = attribute.values
        if attribute.normalized {
            let most = column.type.normalizedMaximum ?? 1
            written.values = Column(
                ContiguousArray(column.doubles().map { Float(max($0 / most, -1)) }), components: column.components)
        } else if type(column) == nil {
            let numbers = column.integers().map { Int32(exactly: $0) }
            guard column.type.isInteger, !numbers.contains(nil) else { return nil }
            written.values = Column(ContiguousArray(numbers.compactMap(\.self)), components: column.components)
        } else if !column.isPacked {
            written.values = column.picked(ContiguousArray(0..<Int32(clamping: column.count)))
        }
        return type(written.values) == nil ? nil : written
    }
}

extension USDSceneBuilder {
    /// The values of copies that move nothing.
    mutating func instancePrimvars(_ prim: Int, _ rows: USDInstanceRows) -> [Attribute] {
        var attributes: [Attribute] = []
        for name in stage.properties(of: prim) {
            guard let semantic = USDInstancePrimvar.semantic(of: name), semantic != .instanceNumber || rows.ids == nil,
                let interpolation = field(prim, name, "interpolation")?.word,
                USDInstancePrimvar.interpolations.contains(interpolation),
                let values = instanceValues(prim, name, rows.prototypes.count)
            else { continue }
            _ = value(prim, name)
            use(prim, name, "interpolation")
            if stage.property(prim, "\(name):indices") != nil { _ = value(prim, "\(name):indices") }
            attributes.append(Attribute(semantic, values))
        }
        return attributes
    }

    /// A row for each copy, by indices if there are some; nil: there are too few, or they are no numbers.
    private func instanceValues(_ prim: Int, _ name: String, _ count: Int) -> Column? {
        func column(_ name: String) -> Column? {
            (stage.value(prim, name) ?? stage.samples(prim, name).first { !$0.value.isBlock }?.value)?.column
        }
        guard let values = column(name), (1...4).contains(values.components),
            field(prim, name, "elementSize")?.number.map({ $0 == 1 }) ?? true
        else { return nil }
        guard stage.property(prim, "\(name):indices") != nil else { return values.count == count ? values : nil }
        guard let rows = column("\(name):indices")?.integers(), rows.count == count,
            rows.allSatisfy({ (0..<Int64(values.count)).contains($0) })
        else { return nil }
        return values.picked(ContiguousArray(rows.map { Int32(clamping: $0) }))
    }
}
