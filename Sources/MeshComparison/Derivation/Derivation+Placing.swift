import MeshModel

extension Derivation {
    /// Takes new texture coordinates and materials; each texture must lie where it lay, row by row.
    mutating func place(_ placed: Correspondence.PlacedTextures) {
        let former = scene.vertexSets
        for made in placed.made {
            guard former.indices.contains(made.set) else {
                add(.value, ScenePath.vertexSet(made.set), count: 1, valueClass: .approximated)
                continue
            }
            var left = made.coordinates[...]
            var set = former[made.set]
            take(&left, made.number, &set.attributes) { _ in
                ScenePath.vertexAttribute(set: made.set, .texCoord(made.number))
            }
            take(&left, made.number, &set.pools) { ScenePath.pool(set: made.set, $0) }
            scene.vertexSets[made.set] = set
            add(.value, ScenePath.vertexSet(made.set), count: left.count, valueClass: .approximated)
        }
        let changed = Set(placed.made.map(\.set))
        for (set, primitives) in scene.primitivesOfSets where former.indices.contains(set) {
            var moves: Set<TextureMove> = []
            for material in primitives.reduce(
                into: Set<Int>(), { $0.formUnion($1.elementCount > 0 ? $1.material.materials : []) })
            {
                guard scene.materials.indices.contains(material) else { continue }
                let before = scene.materials[material]
                let after = placed.materials[material]?.after
                guard after != nil || changed.contains(set) else { continue }
                for slot in before.textures {
                    guard let now = (after ?? before).texture(slot.slot) else { continue }
                    moves.insert(TextureMove(before: TexturePlacement(slot), after: TexturePlacement(now)))
                }
            }
            let now = scene.vertexSets[set]
            let wrong =
                TextureMove.wrongRows(moves, former[set].attributes, now.attributes)
                + TextureMove.wrongRows(moves, former[set].pools, now.pools)
            add(.value, ScenePath.vertexSet(set), count: wrong, valueClass: .approximated)
        }
        for (index, change) in placed.materials.inKeyOrder where scene.materials.indices.contains(index) {
            let (before, after) = (scene.materials[index], change.after)
            let path = ScenePath.material(index)
            let moved = before.textures.count { after.texture($0.slot) != $0 }
            add(.value, path, count: moved, valueClass: .approximated)
            var same = after
            for place in same.textures.indices {
                same.textures[place].options = before.texture(same.textures[place].slot)?.options ?? []
            }
            add(.value, path, count: same == before ? 0 : 1, valueClass: .approximated)
            scene.materials[index] = after
        }
    }

    /// Puts new coordinates in the place of those with a number, and gives that number to the former first ones.
    private mutating func take(
        _ coordinates: inout ArraySlice<Attribute>, _ number: Int, _ attributes: inout [Attribute],
        path: (Int) -> String
    ) {
        for index in attributes.indices {
            if attributes[index].semantic == .texCoord(number), let new = coordinates.popFirst() {
                let old = attributes[index].values
                let isMoved = new.values.type != old.type || new.values.doubles() != old.doubles()
                add(.value, path(index), count: isMoved ? new.count : 0, valueClass: .approximated)
                let isAlike =
                    new.semantic == .texCoord(0) && new.frame == attributes[index].frame
                    && new.values.components == attributes[index].values.components
                add(.value, path(index), count: isAlike ? 0 : 1, valueClass: .approximated)
                attributes[index] = new
            } else if attributes[index].semantic == .texCoord(0) {
                attributes[index].semantic = .texCoord(number)
            }
        }
    }
}

/// How a texture lay on its coordinates, and how it lies now.
private struct TextureMove: Hashable {
    var before: TexturePlacement
    var after: TexturePlacement

    /// The number of rows that had another place in the image.
    static func wrongRows(_ moves: Set<TextureMove>, _ former: [Attribute], _ now: [Attribute]) -> Int {
        zip(former, now).reduce(0) { wrong, pair in
            let own = moves.filter { pair.0.semantic == .texCoord($0.before.texCoordSet) }
            guard !own.isEmpty else { return wrong }
            guard pair.0.count == pair.1.count, let former = pair.0.fromTop, let now = pair.1.fromTop,
                own.allSatisfy({ move in
                    pair.1.semantic == .texCoord(move.after.texCoordSet)
                        && (move.before.wrapS, move.before.wrapT) == (move.after.wrapS, move.after.wrapT)
                })
            else { return wrong + 1 }
            // 1 − v is rounded to float32 as a number near 1, however small v is.
            let least = pair.0.frame.uvOrigin == .topLeft ? 0.0 : 1
            return wrong + own.reduce(0) { sum, move in sum + zip(former, now).count { !move.isSame($0, $1, least) } }
        }
    }

    /// Whether two rows are one place, but for the rounding to float32.
    private func isSame(_ former: SIMD3<Double>, _ now: SIMD3<Double>, _ least: Double) -> Bool {
        [(before.across, after.across), (before.down, after.down)].allSatisfy { before, after in
            let (old, new) = (before * former, after * now)
            let size = (0..<3).reduce(least) { $0 + abs(old[$1]) + abs(new[$1]) }
            let (here, there) = (old.x + old.y + old.z, new.x + new.y + new.z)
            // What is no number, or beyond float32, has no place.
            return !Float(here).isFinite || abs(here - there) <= 4e-7 * size
        }
    }
}

extension Attribute {
    /// The coordinates, counted from the top, and 1; nil: they are none.
    fileprivate var fromTop: [SIMD3<Double>]? {
        guard offsets == nil, values.components >= 2 else { return nil }
        let numbers = values.doubles()
        let most = normalized ? values.type.normalizedMaximum ?? 1 : 1
        return stride(from: 0, to: numbers.count, by: values.components).map { start in
            let v = numbers[start + 1] / most
            return SIMD3(numbers[start] / most, frame.uvOrigin == .topLeft ? v : 1 - v, 1)
        }
    }
}
