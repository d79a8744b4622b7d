import MeshBytes
import MeshFormats
import MeshModel

/// The attributes of the file's primitives.
struct GLTFSetAttributes {
    /// The members for the primitives of each set: name and accessor.
    var members: [Int: [(String, JSONValue)]] = [:]
    /// The members of the targets of each set, by target.
    var targets: [Int: [Int: [(String, JSONValue)]]] = [:]
    /// The sets that are written as splats; the value is whether their colours are linear.
    var splats: [Int: Bool] = [:]
}

// Plans the vertex attributes of each set: names, forms and losses.

extension GLTFPlanner {
    /// Plans the attributes of all sets and adds their accessors.
    mutating func planAttributes(
        _ sets: GLTFVertexSets, _ restored: GLTFRestored, _ recentering: Recentering, _ textures: GLTFTextures
    ) -> GLTFSetAttributes {
        var attributes = GLTFSetAttributes()
        let painted = paintedSets
        let users = scene.primitivesOfSets
        let skinned = skinnedSets
        for (set, vertexSet) in scene.vertexSets.enumerated() {
            guard let vertices = sets.sets[set] else {
                dropAttributes(set)
                continue
            }
            let hidesColors = painted.contains(set) || wouldMix(set, sets)
            var plans = vertexPlans(vertexSet, vertices, hidesColors, isSkinned: skinned.contains(set))
            Self.shareWeights(&plans, scene)
            let splats = planSplats(vertices, sets, &plans)
            plans += poolPlans(vertexSet, vertices, hidesColors, users[set] ?? [])
            plans += elementPlans(vertices, hidesColors)
            Self.name(&plans, in: vertexSet)
            var members: [(String, JSONValue)] = []
            if !plans.contains(where: { $0.kind == .position }) {
                members.append(
                    addZeros(.position, 3, vertices, "zeros were added, because every glTF vertex needs a position"))
            }
            var forms: [GLTFOrigin.Form] = []
            var rest: GLTFPackedRows?
            for index in plans.indices {
                settle(&plans[index])
                if plans[index].kind == .position {
                    rest = recenter(&plans[index], recentering.offsets[set], in: vertexSet)
                }
                if plans[index].rows.encoding == .unit {
                    plans[index].rows.faceNormals = faceNormals(plans[index], vertices, sets)
                }
                let plan = plans[index]
                forms.append(report(plan, vertices, sets.elements, restored))
                guard plan.kind != .splat else { continue }
                let target = plan.kind == .target ? plan.source.semantic.ofTarget : nil
                let accessor = buffer.add(
                    plan.rows, isNormalized: plan.isNormalized,
                    hasBounds: plan.kind == .position || target?.base == .position)
                if let target {
                    attributes.targets[set, default: [:]][target.target, default: []].append(
                        (target.base.name, accessor))
                } else {
                    members.append((plan.name, accessor))
                }
            }
            if let splats {
                attributes.splats[set] = splats.isLinear
                members += addSplats(splats, vertices, hasColors: plans.contains { $0.kind == .color })
            }
            origin.add(recentering.offsets[set], hasRest: rest != nil, set: vertices.number)
            if let rest {
                generate(
                    Self.rest, vertices, "added: the digits of positions that 32-bit floats cut off (position-low=true)"
                )
                members.append((Self.rest.name, buffer.add(rest)))
            }
            let numbers = plans.filter { $0.kind == .texCoord }.compactMap { GLTFAttributes.parse($0.name)?.number }
            let count = (numbers.max() ?? -1) + 1
            let asked =
                sets.parts(over: set).flatMap { [$0.material] + $0.variants }.map(textures.texCoordCount).max() ?? 0
            for number in 0..<max(asked, count) where !numbers.contains(number) {
                members.append(
                    addZeros(
                        .texCoord(number), 2, vertices,
                        number < asked
                            ? "zeros were added, because the material's texture needs coordinates"
                            : "zeros were added, because in glTF the numbers of coordinates have no gaps"))
            }
            attributes.members[set] = members
            // A set that reads back unchanged needs no record.
            let read = Self.namesRead(members, attributes.targets[set] ?? [:])
            let isPlain = plans.allSatisfy(\.isPlain) && read == forms.map(\.attribute.name) && splats == nil
            origin.add(forms, set: vertices.number, isPlain: isPlain)
        }
        return attributes
    }

    /// The names of a set's attributes in the order in which they are read.
    private static func namesRead(
        _ members: [(String, JSONValue)], _ targets: [Int: [(String, JSONValue)]]
    ) -> [String] {
        func names(_ members: [(String, JSONValue)]) -> [String] {
            GLTFAttributes.sorted(members.enumerated().map { ($0.element.0, $0.offset) }).map(\.name)
        }
        return names(members)
            + targets.inKeyOrder.flatMap { target, members in
                names(members).map { AttributeSemantic.target(target, AttributeSemantic(name: $0)).name }
            }
    }

    /// The sets that skins move.
    private var skinnedSets: Set<Int> {
        var sets: Set<Int> = []
        for node in scene.nodes where node.skin != nil {
            guard let mesh = node.mesh, scene.meshes.indices.contains(mesh) else { continue }
            sets.formUnion(scene.meshes[mesh].primitives.map(\.vertexSet))
        }
        return sets
    }

    /// The sets whose colours were painted into a texture.
    private var paintedSets: Set<Int> {
        var sets: Set<Int> = []
        for case .painted(let painted) in content.steps {
            for surface in painted.surfaces {
                sets.insert(scene.meshes[surface.mesh].primitives[surface.primitive].vertexSet)
            }
        }
        return sets
    }

    /// Whether glTF would make another colour of a set's colours and its materials, none of which draws them.
    private func wouldMix(_ set: Int, _ sets: GLTFVertexSets) -> Bool {
        let worn = Set(sets.parts(over: set).flatMap { [$0.material] + $0.variants })
        return !worn.isEmpty
            && worn.allSatisfy { index in
                guard scene.materials.indices.contains(index) else { return false }
                return scene.materials[index]["vertexColors"] == [0]
            }
    }

    /// Reports values that the scene lacks.
    mutating func generate(_ semantic: AttributeSemantic, _ vertices: GLTFVertices, _ cause: String) {
        lose(
            .attributeFilled, .reencoded, ScenePath.vertexAttribute(set: vertices.number, semantic),
            semantic.plainName, vertices.count, "vertices", cause)
    }

    /// Adds zeros for an attribute that glTF requires and the scene lacks. Their accessor has no bytes.
    private mutating func addZeros(
        _ semantic: AttributeSemantic, _ components: Int, _ vertices: GLTFVertices, _ cause: String
    ) -> (String, JSONValue) {
        generate(semantic, vertices, cause)
        origin.sets[vertices.number, default: GLTFOrigin.SetForm()].generated.append(semantic.name)
        return (
            semantic.name, buffer.addZeros(components, count: vertices.count, hasBounds: semantic == .position)
        )
    }

    // MARK: Plans

    private mutating func vertexPlans(
        _ vertexSet: VertexSet, _ vertices: GLTFVertices, _ hidesColors: Bool, isSkinned: Bool
    ) -> [GLTFAttributePlan] {
        vertexSet.attributes.compactMap { attribute in
            let path = ScenePath.vertexAttribute(set: vertices.set, attribute.semantic)
            guard let kind = GLTFAttributePlan.Kind(attribute, hidesColors: hidesColors, isSkinned: isSkinned) else {
                let isList = attribute.offsets != nil
                lose(
                    .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "vertices",
                    isList ? "glTF can't store lists of values" : "glTF can store only 1 to 4 numbers per vertex",
                    remedy: isList ? .ending("ply") : nil)
                return nil
            }
            return GLTFAttributePlan(
                attribute, kind: kind, path: path, count: vertices.count, picks: vertices.picks)
        }
    }

    /// Lets the weights of each vertex sum to 1. What comes from glTF stays as it is: its viewers know such files.
    private static func shareWeights(_ plans: inout [GLTFAttributePlan], _ scene: MeshScene) {
        guard scene.nestsSkins else { return }
        let places = plans.indices.filter {
            plans[$0].kind == .skin && GLTFAttributes.parse(plans[$0].source.semantic.name)?.family == .weights
        }
        let weights = places.map { plans[$0].source }
        guard GLTFPackedRows.sumOtherwise(weights) else { return }
        for place in places { plans[place].share(among: weights) }
    }

    private mutating func dropAttributes(_ set: Int) {
        for attribute in scene.vertexSets[set].attributes where !attribute.changesNothing {
            lose(
                .attributeDropped, .dropped, ScenePath.vertexAttribute(set: set, attribute.semantic),
                attribute.semantic.plainName, attribute.count, "vertices", "no face, line or point uses these vertices")
        }
        for (pool, attribute) in scene.vertexSets[set].pools.enumerated() {
            dropPool(ScenePath.pool(set: set, pool), attribute, "no face or line uses them")
        }
    }

    private mutating func dropPool(_ path: String, _ attribute: Attribute, _ cause: String) {
        lose(
            .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "values", cause,
            remedy: .ending("obj"))
    }

    private mutating func poolPlans(
        _ vertexSet: VertexSet, _ vertices: GLTFVertices, _ hidesColors: Bool, _ users: [Primitive]
    ) -> [GLTFAttributePlan] {
        let places = Dictionary(zip(vertices.pools, vertices.pools.indices)) { first, _ in first }
        return vertexSet.pools.enumerated().compactMap { pool, attribute in
            let path = ScenePath.pool(set: vertices.set, pool)
            guard let index = places[pool],
                let kind = GLTFAttributePlan.Kind(attribute, hidesColors: hidesColors)
            else {
                dropPool(path, attribute, "no face or line uses them, or the vertices have such values already")
                return nil
            }
            let picks = vertices.picks(ofPool: index)
            lose(
                .attributeFilled, .generated, path, attribute.semantic.plainName, picks.missingCount, "vertices",
                "filled in, because glTF needs a value at every vertex")
            lose(
                .valuesUnreferenced, .dropped, path, attribute.semantic.plainName,
                attribute.count - Self.usedCount(pool, rowCount: attribute.count, users), "values",
                "no face or line uses them", remedy: .ending("obj"))
            return GLTFAttributePlan(
                attribute, kind: kind, path: path, owner: .corners, count: vertices.count, picks: picks)
        }
    }

    private func elementPlans(_ vertices: GLTFVertices, _ hidesColors: Bool) -> [GLTFAttributePlan] {
        vertices.elementPools.enumerated().compactMap { index, pool in
            guard let kind = GLTFAttributePlan.Kind(pool.attribute, hidesColors: hidesColors) else { return nil }
            return GLTFAttributePlan(
                pool.attribute, kind: kind, path: pool.places.first?.path(pool.attribute.semantic) ?? "",
                owner: .elements(pool), count: vertices.count,
                picks: vertices.picks(ofPool: vertices.pools.count + index))
        }
    }

    /// The number of rows of a pool that corners use, whether or not their elements are written.
    private static func usedCount(_ pool: Int, rowCount: Int, _ primitives: [Primitive]) -> Int {
        var isUsed = ContiguousArray(repeating: false, count: rowCount)
        var rows = ContiguousArray<Int64>()
        for primitive in primitives where primitive.elementCount > 0 {
            guard let use = primitive.cornerAttributes.first(where: { $0.pool == pool }) else { continue }
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                use.readRows(of: block.corners, into: &rows)
                for row in rows where row >= 0 && row < isUsed.count { isUsed[Int(row)] = true }
            }
        }
        return isUsed.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    // MARK: Names

    /// The number of sets of coordinates below which gaps between them are filled.
    private static let mostTexCoords = 8

    private static func name(_ plans: inout [GLTFAttributePlan], in set: VertexSet) {
        for (kind, prefix) in [(GLTFAttributePlan.Kind.texCoord, "TEXCOORD_"), (.color, "COLOR_")] {
            let own = plans.indices.filter { plans[$0].kind == kind }.inOrder {
                let (a, b) = (plans[$0].source.semantic.name, plans[$1].source.semantic.name)
                return (GLTFAttributes.parse(a)?.number ?? 0, $0) < (GLTFAttributes.parse(b)?.number ?? 0, $1)
            }
            let numbers = own.map { GLTFAttributes.parse(plans[$0].source.semantic.name)?.number ?? 0 }
            // In glTF these numbers have no gaps. Coordinates keep theirs, which materials use: zeros fill the gaps.
            let stay = kind == .texCoord && Set(numbers).count == own.count && (numbers.max() ?? 0) < mostTexCoords
            for (place, index) in own.enumerated() { plans[index].name = "\(prefix)\(stay ? numbers[place] : place)" }
        }
        var names = DistinctNames(taken: Set(set.attributes.map(\.semantic.name) + plans.map(\.name)))
        for index in plans.indices where plans[index].name.isEmpty {
            let own = plans[index].source.semantic.name
            guard plans[index].kind == .custom else {
                plans[index].name = own
                continue
            }
            let name = GLTFAttributes.custom(own)
            plans[index].name = name == own ? name : names.underscored(name)
        }
        let (old, new) = (Set(plans.map(\.source.semantic.name)), Set(plans.map(\.name)))
        for index in plans.indices where plans[index].name != plans[index].source.semantic.name {
            plans[index].exchangesNames =
                old.contains(plans[index].name) || new.contains(plans[index].source.semantic.name)
        }
    }

    // MARK: Values

    /// Decides how the values are written, depending on the values themselves.
    private func settle(_ plan: inout GLTFAttributePlan) {
        let column = plan.source.values
        guard column.type == .float32, !plan.source.normalized else { return }
        switch plan.rows.encoding {
        case .single where column.components >= plan.rows.components:
            let numbers = plan.kind == .color ? column.lookingUpFew.lookedUp?.keys ?? column : column
            let isFinite = plan.kind == .position || numbers.nonFiniteRows().count == 0
            if isFinite, plan.kind != .color || content.facts(of: numbers).rowsOutsideUnit == 0 { plan.keep() }
        case .unit where plan.rows.picks?.rows.contains(where: { $0 < 0 }) != true && Self.areUnits(column):
            plan.keep()
        default: break
        }
    }

    /// The attribute for the remainders of positions after rounding to float32.
    static let rest = AttributeSemantic(name: "_POSITION_LOW")

    /// Subtracts an offset from positions.
    ///
    /// - Returns: the remainders of float32; nil: the option doesn't ask for them, all are 0, or the name is taken.
    private func recenter(
        _ plan: inout GLTFAttributePlan, _ offset: SIMD3<Double>, in set: VertexSet
    ) -> GLTFPackedRows? {
        plan.rows.offset = offset
        var rest = plan.rows
        rest.encoding = .rest
        let hasRest =
            keepsRest && plan.source.values.type == .float64 && !plan.source.normalized
            && plan.source.values.components == 3 && set.attribute(Self.rest) == nil
            && !set.pools.contains { $0.semantic == Self.rest }
            && rest.blocks.contains { rest.singles($0).contains { $0 != 0 } }
        if offset != .zero || hasRest { plan.codec = .offset(offset, rest: hasRest ? Self.rest : nil) }
        return hasRest ? rest : nil
    }

    private static func areUnits(_ column: Column) -> Bool {
        let width = column.components
        for (_, buffer) in column.blocks(of: Float.self) {
            var index = 0
            while index < buffer.count {
                let (x, y, z) = (buffer[index], buffer[index + 1], buffer[index + 2])
                // A squared length of 1 ± 0.008 implies a length of 1 ± 0.005.
                let square = x * x + y * y + z * z
                guard abs(square - 1) <= 0.008 else { return false }
                index += width
            }
        }
        return true
    }
}
