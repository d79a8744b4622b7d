import MeshFormats
import MeshModel

// Attributes of vertices and of elements: their names, their types, and what is lost.

extension PLYPlanner {
    /// The kind of elements that attributes belong to.
    enum Domain: String {
        case vertices, faces, lines, points

        /// The plural noun for them.
        var unit: String { rawValue }
    }

    /// An attribute for some rows of the planned element.
    struct Piece {
        /// The number of rows.
        var count: Int
        /// The number of scene elements that the rows come from; polylines make several rows each.
        var sourceCount: Int
        /// The path used in reports, whether or not these rows have the attribute.
        var path: (AttributeSemantic) -> String
        /// The attribute as the scene has it; nil if these rows don't have it.
        var attribute: Attribute?
        /// The attribute's row at each position that the comparison checks; nil: all rows in order.
        var rows: ContiguousArray<Int32>?
        /// The attribute in the order of the written rows.
        var stored: Attribute?
    }

    /// The way in which an attribute is written.
    struct Recipe {
        /// The names of its properties; one name for a list.
        private(set) var names: [String]
        /// The semantic that a reader gives it.
        var target: AttributeSemantic
        var type: ScalarType
        /// The number of components that are written.
        var components: Int
        var isRagged = false
        /// Whether values are written as integers that mean fractions.
        var isNormalized = false
        var frame = Frame.plain
        var fill: Double = 0
        /// The codes that the sources were printed from, if they are none themselves: one for each piece.
        var printed: [DecimalCodes]?

        /// The name of the value, without those of its components.
        var name: String { PLYGrouping.value(of: names) }

        /// Gives the value another name.
        mutating func rename(_ name: String) {
            names = names.count > 1 ? PLYGrouping.names(of: name, components: names.count) : [name]
            target = PLYAttributes.customSemantic(name)
        }
    }

    /// The recipe of an attribute with a semantic; nil when PLY can't hold it.
    func recipe(_ semantic: AttributeSemantic, _ pieces: [Piece], _ domain: Domain, isSplat: Bool) -> Recipe? {
        let attributes = pieces.compactMap(\.attribute)
        guard let first = attributes.first else { return nil }
        guard let type = type(of: attributes.map(\.values)) else { return nil }
        let least = attributes.map(\.values.components).min() ?? 1
        let isRagged = first.offsets != nil
        if attributes.contains(where: { ($0.offsets != nil) != isRagged }) { return nil }
        if isRagged || semantic.isCustom || semantic == .weight || semantic == .smoothingGroup {
            guard isRagged || least <= 4 && attributes.allSatisfy({ $0.values.components == least }) else { return nil }
            if semantic == .smoothingGroup {
                guard domain == .faces, type.isInteger, !isRagged, least == 1 else { return nil }
                return Recipe(names: ["smoothing_group"], target: semantic, type: type, components: 1)
            }
            let name = semantic == .weight ? "weight" : semantic.name
            guard semantic == .weight || semantic.isCustom else { return nil }
            let names = isRagged || least == 1 ? [name] : PLYGrouping.names(of: name, components: least)
            return Recipe(
                names: names, target: AttributeSemantic(name: name), type: type, components: names.count,
                isRagged: isRagged, frame: isSplat && names.count == 1 ? PLYSceneBuilder.splatFrame(name) : .plain)
        }
        switch semantic {
        case .position where domain == .vertices && least >= 3:
            return Recipe(names: ["x", "y", "z"], target: semantic, type: type, components: 3)
        case .normal where domain == .vertices && least >= 3:
            return Recipe(names: ["nx", "ny", "nz"], target: semantic, type: type, components: 3)
        case .texCoord(0) where domain == .vertices && least >= 2:
            return Recipe(
                names: ["s", "t"], target: semantic, type: type, components: 2, frame: .bottomLeftUV)
        case .color(0) where least >= 3:
            let components = least >= 4 ? 4 : 3
            let isNormalized = attributes.allSatisfy { $0.normalized && $0.values.type.isInteger }
            let names = Array(["red", "green", "blue", "alpha"].prefix(components))
            if isNormalized {
                guard type == .uint8 || type == .uint16, attributes.allSatisfy({ $0.values.type == type }) else {
                    return nil
                }
            } else {
                guard attributes.allSatisfy({ !$0.values.type.isInteger }) else { return nil }
                if attributes.count == pieces.count {
                    let printed = printedCodes(semantic, pieces)
                    if printed != nil || attributes.allSatisfy(hasCodes) {
                        return Recipe(
                            names: names, target: semantic, type: .uint8, components: components, isNormalized: true,
                            frame: .srgb, fill: 255, printed: printed)
                    }
                }
            }
            return Recipe(
                names: names, target: semantic, type: type, components: components, isNormalized: isNormalized,
                frame: Frame(colorSpace: .srgb, scale: isNormalized ? 1 : colorScale),
                fill: isNormalized ? type.normalizedMaximum ?? 255 : colorScale)
        default: return nil
        }
    }

    /// The codes that each piece was printed from, with the same decimals; nil: some weren't, or the record couldn't
    /// restore them.
    private func printedCodes(_ semantic: AttributeSemantic, _ pieces: [Piece]) -> [DecimalCodes]? {
        var found: [DecimalCodes] = []
        for piece in pieces {
            guard let attribute = piece.attribute, originals[piece.path(semantic)] == nil,
                attribute.values.type == pieces[0].attribute?.values.type, attribute.frame == .srgb,
                !hasCodes(attribute), let codes = DecimalCodes(of: attribute.values),
                found.first.map({ $0.decimals == codes.decimals }) ?? true
            else { return nil }
            found.append(codes)
        }
        return found
    }

    /// Whether each value of a float colour equals an 8-bit code.
    func hasCodes(_ attribute: Attribute) -> Bool {
        guard attribute.frame.scale == 1, attribute.values.type == .float32 || attribute.values.type == .float64 else {
            return false
        }
        let facts = content.facts(of: attribute.values)
        guard facts.areEightBitCodes else { return false }
        // Restoring gives k ÷ 255 in the source's type, so float64 colours must equal exactly that.
        return attribute.values.type == .float32
            || attribute.values.doubles().allSatisfy { ($0 * 255).rounded() / 255 == $0 }
    }

    /// The PLY property type for a column's type.
    static func stored(_ type: ScalarType) -> ScalarType { type == .float16 ? .float32 : type }

    /// The property type that holds all numbers of some columns; nil: PLY has no such type.
    ///
    /// 64-bit integers become 32-bit ones or doubles: most readers refuse a file with `int64` altogether.
    func type(of columns: [Column]) -> ScalarType? {
        let type = PLYAttributes.widest(columns.map { Self.stored($0.type) })
        guard type.isWideInteger else { return type }
        let facts = columns.map { content.facts(of: $0) }
        // Without values the least is above the most, and any type will do.
        let (least, most) = (facts.map(\.minimum).min() ?? 0, facts.map(\.maximum).max() ?? 0)
        if least >= Double(Int32.min), most <= Double(Int32.max) { return .int32 }
        if least >= 0, most <= Double(UInt32.max) { return .uint32 }
        return least > -0x1p53 && most < 0x1p53 ? .float64 : nil
    }

    /// The scale at which readers will read float colours: 255 when any that stays a float is beyond 1.5.
    func predictedColorScale() -> Double {
        var attributes: [Attribute] = scene.vertexSets.compactMap { $0.attribute(.color(0)) }
        for mesh in scene.meshes {
            for primitive in mesh.primitives {
                attributes += primitive.elementAttributes.filter { $0.semantic == .color(0) }
            }
        }
        for attribute in attributes where !attribute.values.type.isInteger && attribute.values.components >= 3 {
            if content.facts(of: attribute.values.prefix(4)).maximum > 1.5 { return 255 }
        }
        return 1
    }

    /// Plans the fields of the attributes of `pieces`, and reports what is lost.
    ///
    /// - Parameters:
    ///   - semantics: the attributes, in order.
    ///   - pieces: the rows of an attribute.
    ///   - reserved: the properties that the element already has.
    ///   - target: the path of a written attribute.
    mutating func fields(
        _ semantics: [AttributeSemantic], _ domain: Domain, reserved: [PLYProperty],
        pieces: (AttributeSemantic) -> [Piece], target: (AttributeSemantic) -> String
    ) -> [PLYField] {
        var recipes: [(semantic: AttributeSemantic, recipe: Recipe)] = []
        let names = Set(semantics.map(\.name))
        let isSplat = domain == .vertices && ["f_dc_0", "opacity", "scale_0", "rot_0"].allSatisfy(names.contains)
        for semantic in semantics {
            if let recipe = recipe(semantic, pieces(semantic), domain, isSplat: isSplat) {
                recipes.append((semantic, recipe))
            } else {
                drop(semantic, pieces(semantic), domain)
            }
        }
        rename(&recipes, domain, reserved)
        var fields: [PLYField] = []
        for (semantic, recipe) in recipes {
            let pieces = pieces(semantic)
            report(semantic, recipe, pieces, domain, target(recipe.target))
            for (index, piece) in pieces.enumerated() {
                reportErrors(semantic, recipe, piece, index, domain)
            }
            fields.append(field(recipe, pieces))
        }
        return fields
    }

    private func field(_ recipe: Recipe, _ pieces: [Piece]) -> PLYField {
        if recipe.isRagged {
            return .property(recipe.names[0], recipe.type, pieces.map { ($0.count, $0.stored) })
        }
        let parts = pieces.map { piece -> PLYValues.Part in
            guard let attribute = piece.stored else {
                return PLYValues.Part(count: piece.count, source: .fill(recipe.fill))
            }
            var column = attribute.values.prefix(recipe.components)
            if recipe.isNormalized, !attribute.normalized { column = Self.codes(column) }
            return PLYValues.Part(count: piece.count, source: .rows(column))
        }
        return PLYField(recipe.names, recipe.type, parts)
    }

    /// Converts float colours to 8-bit codes.
    private static func codes(_ column: Column) -> Column {
        var values = ContiguousArray<UInt8>()
        values.reserveCapacity(column.count * column.components)
        for (_, buffer) in column.blocks(of: Double.self) {
            for value in buffer { values.append(UInt8(clamping: Int((value * 255).rounded()))) }
        }
        return Column(values, components: column.components)
    }

    private mutating func drop(_ semantic: AttributeSemantic, _ pieces: [Piece], _ domain: Domain) {
        for piece in pieces {
            guard let attribute = piece.attribute else { continue }
            let color = semantic.isColor && semantic != .color(0)
            lose(
                .attributeDropped, .dropped, piece.path(semantic), semantic.plainName, attribute.count, domain.unit,
                color || (semantic.isTexCoord && semantic != .texCoord(0))
                    ? "PLY can store one set only" : "PLY can't store this")
        }
    }

    private mutating func report(
        _ semantic: AttributeSemantic, _ recipe: Recipe, _ pieces: [Piece], _ domain: Domain, _ target: String
    ) {
        let commonForm = commonForm(semantic, pieces)
        let types = Set(pieces.compactMap { $0.attribute?.values.type })
        let commonType = types.count == 1 ? types.first : nil
        let areAllAsRead = pieces.allSatisfy { $0.attribute != nil && originals[$0.path(semantic)] == nil }
        for (index, piece) in pieces.enumerated() {
            let path = piece.path(semantic)
            guard let attribute = piece.attribute else {
                // The values that are added have the name in the file.
                lose(
                    .attributeFilled, .generated, piece.path(recipe.target), semantic.plainName, piece.sourceCount,
                    domain.unit,
                    "filled in, as PLY needs a value for all \(domain.unit)")
                continue
            }
            let original = originals[path]
            links.attributes.append(
                Correspondence.AttributeLink(
                    path, target, codec: original.map(FrameAdaptation.codec) ?? .identity))
            if recipe.target != semantic {
                let cause =
                    semantic.isCustom
                    ? "PLY uses the old name for something else" : "PLY has no usual name for this"
                lose(
                    .nameChanged, .approximated, path, semantic.plainName, 1, "names",
                    "stored as \(recipe.name), since \(cause)")
            }
            for component in recipe.components..<max(attribute.values.components, recipe.components)
            where !recipe.isRagged {
                lose(
                    .attributeDropped, .dropped, ScenePath.component(path, component),
                    "component \(component) of \(semantic.plainName)", attribute.count, domain.unit,
                    "PLY can't store this")
            }
            let form = OriginForm(of: original ?? attribute)
            let stored = OriginForm(
                type: recipe.type, isNormalized: recipe.isNormalized, frame: recipe.frame)
            guard form != stored else { continue }
            // The record has one form per target attribute, so sources of several forms can't all be restored. It can't
            // express colours of an unknown space.
            let isRestored =
                semantic.isColor && form.frame.colorSpace == nil
                ? false
                : original != nil
                    ? commonForm == form && form.type != .float16
                    : form.type.isWideInteger && commonForm == form
                        || recipe.isNormalized && !attribute.normalized && areAllAsRead && commonType == form.type
            if isRestored {
                var kept = form
                kept.decimals = recipe.printed?[index].decimals
                remember(kept, at: target)
            }
            if let printed = recipe.printed {
                lose(
                    .precisionReduced, .reencoded, path, semantic.plainName, attribute.count, domain.unit,
                    error: printed[index].largestError,
                    "rounded in the input: stored as the codes of 8 bits that they stand for, as other programs expect")
            }
            lose(
                semantic.isColor ? .colorReencoded : .attributeReencoded, isRestored ? .reencoded : .approximated,
                path, semantic.plainName, attribute.count, domain.unit, Self.cause(form, stored))
        }
    }

    /// The reason why an attribute is stored in another form.
    static func cause(_ form: OriginForm, _ stored: OriginForm) -> String {
        if stored.frame.colorSpace == .srgb, form.frame.colorSpace == .linear {
            return form.isNormalized || !form.type.isInteger
                ? "converted to sRGB colours, as PLY uses: stored as \(stored.type.name)"
                : "PLY can't mark them as linear: other programs will read the same numbers as sRGB"
        }
        if stored.frame.encoding != form.frame.encoding {
            return "converted to logarithms, as PLY stores sizes and opacities of splats"
        }
        if form.frame.uvOrigin == .topLeft { return "flipped, as PLY counts from the bottom; the picture is the same" }
        return "stored as \(stored.type.name)"
    }

    /// The form of all pieces that become one attribute, if it is the same: only one can be restored.
    func commonForm(_ semantic: AttributeSemantic, _ pieces: [Piece]) -> OriginForm? {
        let forms = pieces.compactMap { piece in
            piece.attribute.map { OriginForm(of: originals[piece.path(semantic)] ?? $0) }
        }
        return forms.allSatisfy { $0 == forms[0] } ? forms.first : nil
    }

    /// Adds the form of an attribute to the origin record.
    mutating func remember(_ form: OriginForm, at path: String) {
        guard formPaths.insert(path).inserted else { return }
        origin.forms.append(PLYOrigin.Form(path: path, form: form))
    }

    /// Reports the errors of values that were converted from another frame.
    private mutating func reportErrors(
        _ semantic: AttributeSemantic, _ recipe: Recipe, _ piece: Piece, _ index: Int, _ domain: Domain
    ) {
        let path = piece.path(semantic)
        guard let attribute = piece.attribute, let original = originals[path] else { return }
        let errors = FrameAdaptation.Errors(
            original, attribute.stored(as: recipe.type, asCodes: recipe.isNormalized), width: recipe.components)
        guard !errors.isEmpty else { return }
        let copies = domain == .vertices && piece.rows == nil ? choices[index].copies : []
        if piece.rows == nil, copies.isEmpty {
            return loseErrors(errors.summary(), path, original, domain.unit)
        }
        let rows = piece.rows.map { $0.map { Int($0) } } ?? Array(0..<attribute.count)
        loseErrors(errors, at: rows + copies.map { Int($0) }, path, original, domain.unit)
    }

    /// Renames custom properties that a reader would take for something else, and duplicates.
    private func rename(
        _ recipes: inout [(semantic: AttributeSemantic, recipe: Recipe)], _ domain: Domain, _ reserved: [PLYProperty]
    ) {
        var used = Set(reserved.map(\.name))
        func rename(_ index: Int, _ wanted: String) {
            var recipe = recipes[index].recipe
            recipe.rename(wanted)
            while recipe.names.contains(where: {
                used.contains($0) || Self.isTaken($0, isList: recipe.isRagged, domain)
            }) {
                recipe.rename(recipe.name + "_")
            }
            used.formUnion(recipe.names)
            recipes[index].recipe = recipe
        }
        for recipe in recipes where !isFree(recipe) { used.formUnion(recipe.recipe.names) }
        // Names that stay as they are come first: another one, made valid, may be the same.
        let wanted = recipes.indices.filter { isFree(recipes[$0]) }.map { index in
            (index: index, own: recipes[index].recipe.name, name: Self.validName(recipes[index].recipe.name))
        }
        for entry in wanted.filter({ $0.own == $0.name }) + wanted.filter({ $0.own != $0.name }) {
            rename(entry.index, entry.name)
        }
        // Renames properties that a reader would wrongly group together.
        while true {
            var properties: [PLYProperty] = []
            var owners: [Int] = []
            for (index, recipe) in recipes.enumerated() {
                for name in recipe.recipe.names {
                    properties.append(
                        PLYProperty(name, recipe.recipe.type, countType: recipe.recipe.isRagged ? .uint8 : nil))
                    owners.append(index)
                }
            }
            let groups = PLYGrouping(properties, isVertex: domain == .vertices).groups
            let wrong = groups.compactMap { group -> Int? in
                let own = Set(group.properties.map { owners[$0] })
                if group.role == .custom, own.count == 1 { return nil }
                return own.filter { isFree(recipes[$0]) }.max()
            }
            if wrong.isEmpty { return }
            for index in Set(wrong) { rename(index, recipes[index].recipe.name + "_") }
        }
    }

    /// The name with "_" for blanks and control characters, which must not make it a value of splats.
    private static func validName(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { $0.value > 0x20 && $0.value != 0x7F ? $0 : "_" }
        if scalars.isEmpty { return "unnamed" }
        let valid = String(String.UnicodeScalarView(scalars))
        return valid != name && SplatNames.isName(valid) ? "_" + valid : valid
    }

    private func isFree(_ entry: (semantic: AttributeSemantic, recipe: Recipe)) -> Bool {
        entry.semantic.isCustom || entry.semantic == .weight
    }

    /// Whether readers give a property of this name a meaning of their own.
    private static func isTaken(_ name: String, isList: Bool, _ domain: Domain) -> Bool {
        switch domain {
        case .vertices: false
        case .faces:
            isList ? PLYSceneBuilder.indexNames.contains(name) : name == "smoothing_group" || name == "texnumber"
        case .lines: name == "vertex1" || name == "vertex2"
        case .points: name == "vertex_index"
        }
    }
}
