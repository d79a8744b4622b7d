public import MeshModel

/// The result of applying the transforms of textures to texture coordinates.
public struct PlacedScene: Sendable {
    /// The scene with the new coordinates.
    public var scene: MeshScene
    /// The changes.
    public var placed: Correspondence.PlacedTextures
}

extension MeshScene {
    /// Applies the transforms of textures to the first set of texture coordinates, for formats that have no other set
    /// and no transforms.
    ///
    /// A material's base colour decides, or its first texture if it has none. The set of coordinates that it uses
    /// becomes the first one, and the former first one gets its number.
    ///
    /// - Edge: a vertex set stays as it was if its materials have textures that lie differently, if one of them is also
    ///   used where it must stay, if another texture of it can't be said to lie on the new coordinates (rotated ones),
    ///   or if its transform moves.
    ///
    /// - Parameter keepsMTL: whether the format has MTL's `-s` and `-o`, which then stay.
    /// - Returns: nil if nothing changes.
    public func placingTextures(keepsMTL: Bool) -> PlacedScene? {
        let placing = PlacedSets(self, keepsMTL: keepsMTL)
        var scene = self
        var placed = Correspondence.PlacedTextures(made: [], materials: [:])
        for (set, placement) in placing.sets.inKeyOrder {
            var made = Correspondence.PlacedTextures.Made(set: set, number: placement.texCoordSet, coordinates: [])
            scene.vertexSets[set].attributes.place(by: placement, &made.coordinates)
            scene.vertexSets[set].pools.place(by: placement, &made.coordinates)
            placed.made.append(made)
        }
        guard !placed.made.isEmpty else { return nil }
        for (index, after) in placing.materials where after != materials[index] {
            placed.materials[index] = (materials[index], after)
            scene.materials[index] = after
        }
        return PlacedScene(scene: scene, placed: placed)
    }
}

/// The vertex sets whose coordinates change, and their materials afterwards.
private struct PlacedSets {
    /// The placement that is applied to each set.
    private(set) var sets: [Int: TexturePlacement] = [:]
    /// The materials of these sets.
    private(set) var materials: [Int: SceneMaterial] = [:]

    init(_ scene: MeshScene, keepsMTL: Bool) {
        let leading = scene.materials.map { $0.leadingPlacement(keepsMTL: keepsMTL) }
        let moving = scene.materialsWithMovingTextures
        var changed: [Int: SceneMaterial] = [:]
        for (index, placement) in leading.enumerated() where !moving.contains(index) {
            changed[index] = placement.flatMap { scene.materials[index].placed($0) }
        }
        var worn: [Int: Set<Int>] = [:]
        for (set, primitives) in scene.primitivesOfSets where scene.vertexSets.indices.contains(set) {
            let own = primitives.reduce(into: Set<Int>()) {
                $0.formUnion($1.elementCount > 0 ? $1.material.materials : [])
            }
            .filter { leading.indices.contains($0) && leading[$0] != nil }
            guard !own.isEmpty, scene.vertexSets[set].hasTexCoords else { continue }
            worn[set] = own
            let placements = Set(own.compactMap { leading[$0]?.withoutWrapping })
            guard let placement = placements.first, placements.count == 1, !placement.isPlain,
                own.allSatisfy({ changed[$0] != nil }), scene.vertexSets[set].canPlace(placement.texCoordSet)
            else { continue }
            sets[set] = placement
        }
        // A material changes everywhere or nowhere: what stays keeps its materials, and these what they are on.
        var users: [Int: [Int]] = [:]
        for (set, own) in worn { for material in own { users[material, default: []].append(set) } }
        var open = worn.keys.filter { sets[$0] == nil }
        while let set = open.popLast() {
            for material in worn[set] ?? [] {
                for other in users.removeValue(forKey: material) ?? [] where sets.removeValue(forKey: other) != nil {
                    open.append(other)
                }
            }
        }
        for set in sets.keys {
            for index in worn[set] ?? [] { materials[index] = changed[index] }
        }
    }
}

extension SceneMaterial {
    /// The material where a placement is applied to its coordinates; nil: a texture couldn't be said to lie there.
    fileprivate func placed(_ leading: TexturePlacement) -> SceneMaterial? {
        var material = self
        for (index, slot) in textures.enumerated() {
            let own = TexturePlacement(slot)
            var options = slot.options.filter { $0.name != "texCoord" && $0.name != "transformTexCoord" }
            if own.texCoordSet == leading.texCoordSet {
                options.removeAll { ["offset", "rotation", "scale", "-s", "-o"].contains($0.name) }
                if own.across != leading.across || own.down != leading.down {
                    guard let rest = own.rest(after: leading) else { return nil }
                    options += rest
                }
            } else if own.texCoordSet == 0 {
                options.append(TextureOption("texCoord", ["\(leading.texCoordSet)"]))
            } else {
                continue
            }
            material.textures[index].options = options
        }
        return material
    }
}

extension TexturePlacement {
    /// What is left to do where another placement was applied already; nil: it can't be said by a scale and an offset.
    fileprivate func rest(after other: TexturePlacement) -> [TextureOption]? {
        guard across.y == 0, down.x == 0, other.across.y == 0, other.down.x == 0 else { return nil }
        let scale = SIMD2(across.x / other.across.x, down.y / other.down.y)
        let offset = SIMD2(across.z - scale.x * other.across.z, down.z - scale.y * other.down.z)
        guard [scale.x, scale.y, offset.x, offset.y].allSatisfy(\.isFinite) else { return nil }
        return [
            TextureOption("offset", ["\(offset.x)", "\(offset.y)"]),
            TextureOption("scale", ["\(scale.x)", "\(scale.y)"]),
        ]
    }
}

extension VertexSet {
    fileprivate var hasTexCoords: Bool { (attributes + pools).contains { $0.semantic.isTexCoord } }

    /// Whether a set of coordinates exists and has a row of numbers each.
    fileprivate func canPlace(_ number: Int) -> Bool {
        let own = (attributes + pools).filter { $0.semantic == .texCoord(number) }
        return !own.isEmpty && own.allSatisfy { $0.offsets == nil && $0.values.components >= 2 }
    }
}

extension [Attribute] {
    /// Makes the coordinates of a placement the first ones.
    fileprivate mutating func place(by placement: TexturePlacement, _ made: inout [Attribute]) {
        for index in indices {
            if self[index].semantic == .texCoord(placement.texCoordSet) {
                self[index] = self[index].placed(placement)
                made.append(self[index])
            } else if self[index].semantic == .texCoord(0) {
                self[index].semantic = .texCoord(placement.texCoordSet)
            }
        }
    }
}

extension Attribute {
    /// Coordinates at the places in the image that a placement gives them.
    fileprivate func placed(_ placement: TexturePlacement) -> Attribute {
        let width = values.components
        let divisor = normalized ? values.type.normalizedMaximum ?? 1 : 1
        let isDown = frame.uvOrigin == .topLeft
        let (across, down) = (placement.across, placement.down)
        let isWhole = across == SIMD3(1, 0, 0) && down == SIMD3(0, 1, 0)
        var placed = self
        placed.semantic = .texCoord(0)
        guard !isWhole else { return placed }
        var numbers = ContiguousArray<Double>()
        values.read(0..<values.count, into: &numbers)
        for start in stride(from: 0, to: numbers.count, by: width) {
            let (u, given) = (numbers[start] / divisor, numbers[start + 1] / divisor)
            let v = isDown ? given : 1 - given
            let y = down.x * u + down.y * v + down.z
            numbers[start] = across.x * u + across.y * v + across.z
            numbers[start + 1] = isDown ? y : 1 - y
            for place in start + 2..<start + width { numbers[place] /= divisor }
        }
        placed.normalized = false
        placed.values =
            values.type == .float64
            ? Column(numbers, components: width)
            : Column(ContiguousArray(numbers.map { Float($0) }), components: width)
        return placed
    }
}
