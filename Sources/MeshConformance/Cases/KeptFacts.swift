import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

/// Compares a result, read back, with what the author of a case states that it keeps.
///
/// - `corners`: by attribute, the values at each corner of each element, in order; codes as fractions.
/// - `types`: by attribute, the type of its values: `uint16`.
/// - `arity`: the number of faces by number of corners; `lines`, `points`: the number of elements.
/// - `nodes`, `meshes`, `materials`, `subsets`: the names, in order; unnamed ones don't count.
/// - `settings`: values of the first material that has them; `images`: the number of images found.
/// - `tables`: by name, the number of rows.
/// - `box`: the bounds of the scene in world space; `area`: the area of its faces; `meters_per_unit`, `up_axis`.
/// - `text`: literal text that some file of the result contains.
struct KeptFacts {
    private let scene: MeshScene
    private let document: Document
    private let result: WrittenFile
    private var found: [String] = []

    init(_ document: Document, _ result: WrittenFile) {
        scene = document.scene
        self.document = document
        self.result = result
    }

    /// Returns the number of compared facts, and a line for each that does not hold. An unknown fact never holds.
    func check(_ stated: JSONValue) -> (count: Int, mismatches: [String]) {
        var facts = self
        let members = stated.object ?? []
        for (name, wanted) in members { facts.compare(name, wanted) }
        return (members.count, facts.found)
    }

    private mutating func compare(_ name: String, _ wanted: JSONValue) {
        switch name {
        case "corners": for (semantic, rows) in wanted.object ?? [] { corners(semantic, rows) }
        case "types":
            for (semantic, type) in wanted.object ?? [] { same("types.\(semantic)", type.string, types[semantic]) }
        case "arity":
            let stated = (wanted.object ?? []).compactMap { key, value in value.int.map { "\(key):\($0)" } }
            same(name, "\(stated.sorted())", "\(shape.arities.map { "\($0.key):\($0.value)" }.sorted())")
        case "lines": same(name, wanted.int, Int64(shape.lines))
        case "points": same(name, wanted.int, Int64(shape.points))
        case "nodes": same(name, wanted, scene.nodes.map(\.name))
        case "meshes": same(name, wanted, scene.meshes.map(\.name))
        case "materials": same(name, wanted, scene.materials.map(\.name))
        case "subsets": same(name, wanted, primitives.flatMap(\.subsetFamilies).flatMap(\.subsets).map(\.name))
        case "settings":
            for (setting, values) in wanted.object ?? [] {
                let own = scene.materials.lazy.compactMap { $0[setting] }.first
                close("settings.\(setting)", values.array?.compactMap(\.number) ?? [], own ?? [], within: 0x1p-24)
            }
        case "images": same(name, wanted.int, Int64(scene.images.count { $0.path != nil || $0.bytes != nil }))
        case "tables":
            for (table, rows) in wanted.object ?? [] {
                same("tables.\(table)", rows.int, scene.tables.first { $0.name == table }.map { Int64($0.rowCount) })
            }
        case "box":
            let bounds = Info(document, path: "").bounds
            for (side, own) in [("min", bounds?.minimum), ("max", bounds?.maximum)] {
                let numbers = own.map { [$0.x, $0.y, $0.z] } ?? []
                close("box.\(side)", wanted[side]?.array?.compactMap(\.number) ?? [], numbers, within: 0x1p-40)
            }
        case "area": close(name, [wanted.number ?? .nan], [area], within: 0x1p-24)
        case "meters_per_unit": same(name, wanted.number, scene.metersPerUnit)
        case "up_axis": same(name, wanted.string, scene.upAxis?.rawValue)
        case "text":
            let files = ([result.bytes] + result.sides.map(\.bytes)).map { String(decoding: $0, as: UTF8.self) }
            for part in (wanted.array ?? []).compactMap(\.string) where !files.contains(where: { $0.has(part) }) {
                found.append("text: no '\(part)' in the result")
            }
        default: found.append("\(name): no such fact")
        }
    }

    private mutating func same<T: Equatable>(_ name: String, _ wanted: T?, _ own: T?) {
        guard wanted == nil || wanted != own else { return }
        func word(_ value: T?) -> String { value.map { "\($0)" } ?? "none" }
        found.append("\(name): expected \(word(wanted)), found \(word(own))")
    }

    private mutating func same(_ name: String, _ wanted: JSONValue, _ own: [String?]) {
        same(name, wanted.array?.compactMap(\.string), own.compactMap { $0 })
    }

    private mutating func close(_ name: String, _ wanted: [Double], _ own: [Double], within: Double) {
        let fits =
            wanted.count == own.count && !wanted.isEmpty
            && zip(wanted, own).allSatisfy { abs($0 - $1) <= within * max(1, abs($0)) }
        if !fits { found.append("\(name): expected \(wanted), found \(own)") }
    }

    private var primitives: [Primitive] { scene.meshes.flatMap(\.primitives) }

    private var shape: SceneShape { SceneShape(scene) }

    private var types: [String: String] {
        var types: [String: String] = [:]
        for primitive in primitives {
            let set = scene.vertexSets[primitive.vertexSet]
            let pools = primitive.cornerAttributes.map { set.pools[$0.pool] }
            for attribute in set.attributes + primitive.elementAttributes + pools {
                types[attribute.semantic.name] = attribute.values.type.name
            }
        }
        return types
    }

    // MARK: Values

    /// Compares values at corners as stored; a float32 matches every number that rounds to it.
    private mutating func corners(_ semantic: String, _ wanted: JSONValue) {
        let rows = (wanted.array ?? []).map { $0.array?.compactMap(\.number) ?? [$0.number ?? .nan] }
        var own: [[Double]] = []
        var within = 0x1p-24
        for primitive in primitives {
            let (values, isExact) = values(semantic, primitive)
            own += values
            if isExact { within = 0x1p-52 }
        }
        guard rows.count == own.count else {
            found.append("corners.\(semantic): expected \(rows.count) rows, found \(own.count)")
            return
        }
        for (index, row) in rows.enumerated() {
            let before = found.count
            close("corners.\(semantic)[\(index)]", row, own[index], within: within)
            if found.count > before { return }
        }
    }

    private func values(_ semantic: String, _ primitive: Primitive) -> ([[Double]], isExact: Bool) {
        let set = scene.vertexSets[primitive.vertexSet]
        var rows: ContiguousArray<Int64> = []
        let all = 0..<primitive.cornerCount
        let attribute: Attribute
        if let own = primitive.elementAttributes.first(where: { $0.semantic.name == semantic }) {
            attribute = own
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                for (element, arity) in zip(block.elements, block.arities) {
                    rows += ContiguousArray(repeating: Int64(element), count: arity)
                }
            }
        } else if let own = primitive.cornerAttributes.first(where: { set.pools[$0.pool].semantic.name == semantic }) {
            attribute = set.pools[own.pool]
            own.readRows(of: all, into: &rows)
        } else if let own = set.attributes.first(where: { $0.semantic.name == semantic }) {
            attribute = own
            primitive.readVertices(of: all, into: &rows)
        } else {
            return ([], false)
        }
        let width = max(attribute.values.components, 1)
        let codes = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
        let numbers = attribute.values.doubles().map { $0 / codes }
        let table = rows.map { row -> [Double] in
            guard row >= 0, Int(row) < attribute.count else { return [] }
            if let starts = attribute.offsets?.integers() {
                return Array(numbers[Int(starts[Int(row)])..<Int(starts[Int(row) + 1])])
            }
            return Array(numbers[Int(row) * width..<Int(row) * width + width])
        }
        return (Array(table), attribute.values.type == .float64)
    }

    /// The sum of the areas of all fan triangles. A fan that overlaps itself has a larger area than its face.
    private var area: Double {
        var sum = 0.0
        for primitive in primitives where primitive.topology == .polygons {
            let places = values(AttributeSemantic.position.name, primitive).0
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                var first = block.corners.lowerBound
                for arity in block.arities {
                    for corner in 1..<max(arity - 1, 1) {
                        sum += Self.size(places[first], places[first + corner], places[first + corner + 1])
                    }
                    first += arity
                }
            }
        }
        return sum
    }

    private static func size(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
        guard a.count >= 3, b.count >= 3, c.count >= 3 else { return .nan }
        let u = SIMD3(b[0] - a[0], b[1] - a[1], b[2] - a[2])
        let v = SIMD3(c[0] - a[0], c[1] - a[1], c[2] - a[2])
        let cross = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
        return (cross * cross).sum().squareRoot() / 2
    }
}

extension String {
    fileprivate func has(_ part: String) -> Bool {
        let own = Array(utf8)
        let wanted = Array(part.utf8)
        guard !wanted.isEmpty, own.count >= wanted.count else { return false }
        return (0...own.count - wanted.count).contains { own[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
}
