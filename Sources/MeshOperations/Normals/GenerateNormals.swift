public import MeshModel

/// Options for generating normals.
public struct NormalOptions: Hashable, Sendable {
    /// The weight of each face at a corner.
    public enum Weight: Hashable, Sendable {
        /// The face's area: the sum of the faces' Newell vectors.
        case area
        /// The face's inner angle at the corner, above 180° where the face is concave: the sum of the faces' unit
        /// normals times angles. The result doesn't depend on how a surface is cut into faces.
        case angle
    }

    /// The faces that share a normal where they meet.
    public enum Smoothing: Hashable, Sendable {
        /// All faces at a vertex: one normal per vertex.
        case vertices
        /// Faces of one smoothing group (`SMOOTHING_GROUP`) at a vertex; faces of group 0, or without one, are flat.
        case groups
        /// None: each face has its own normal.
        case flat
    }

    /// The weight of each face.
    public var weight = Weight.angle
    /// The faces that share a normal.
    public var smoothing = Smoothing.vertices
    /// Whether existing normals, of vertices or in pools, are replaced; otherwise such sets are skipped.
    public var replacesExisting = false
    /// The vertex sets; nil: all.
    public var sets: Set<Int>?

    /// Creates options; the defaults smooth everything that has no normals, weighted by angle.
    public init(
        weight: Weight = .angle, smoothing: Smoothing = .vertices, replacesExisting: Bool = false,
        sets: Set<Int>? = nil
    ) {
        self.weight = weight
        self.smoothing = smoothing
        self.replacesExisting = replacesExisting
        self.sets = sets
    }
}

/// The changes of generating normals in a vertex set.
public struct NormalChange: Hashable, Sendable {
    /// The vertex set.
    public var set: Int
    /// The pool with the normals of corners; nil: they are an attribute of the vertices.
    public var pool: Int?
    /// The number of normals that were generated.
    public var generated = 0
    /// The number of vertices with a zero normal, or of corners without one: no face with an area uses them, or its
    /// faces cancel out.
    public var withoutDirection = 0
    /// The number of faces that contributed nothing, since they have no area or a corner that is not finite.
    public var degenerateFaces = 0
    /// The number of previous normals that were removed.
    public var replaced = 0
}

/// Generates float32 normals of unit length for vertex sets with faces.
///
/// A face's normal is its Newell vector, for any shape; computed in float64, rounded once. Faces without area
/// contribute nothing. When smoothing over vertices, or if all faces are of one group, normals are a vertex attribute.
/// Otherwise they are a pool that corners index, with a row for each vertex and group or flat face, in the order of the
/// corners.
///
/// - Keeps: everything but normals. Points and lines over a set share vertex normals, but don't get any from a pool.
/// - Returns: the scene; the correspondence; one entry for each set that got normals. The result is the same on every
///   machine.
public func generateNormals(
    _ scene: MeshScene, _ options: NormalOptions = NormalOptions()
) -> (scene: MeshScene, correspondence: Correspondence, changed: [NormalChange]) {
    var result = scene
    var correspondence = Correspondence.identity(of: scene)
    var changes: [NormalChange] = []
    let users = scene.usersOfSets
    for set in scene.vertexSets.indices where options.sets?.contains(set) ?? true {
        let vertices = scene.vertexSets[set]
        let old = vertices.attribute(.normal).map(\.count) ?? 0
        let oldPools = vertices.pools.indices.filter { vertices.pools[$0].semantic == .normal }
        let hasNormals = vertices.attribute(.normal) != nil || !oldPools.isEmpty
        guard vertices.attribute(.position) != nil, vertices.count < Int(Int32.max),
            let users = users[set], !scene.polygons(users).isEmpty, options.replacesExisting || !hasNormals
        else { continue }
        var change = NormalChange(set: set)
        if hasNormals {
            change.replaced = oldPools.reduce(old) { $0 + vertices.pools[$1].count }
            result.removeNormals(set: set, pools: oldPools, &correspondence)
        }
        let isPerVertex =
            options.smoothing == .vertices || (options.smoothing == .groups && scene.haveOneGroup(users))
        var maker = NormalMaker(
            scene, set: set, users: users, weight: options.weight, smoothing: options.smoothing)
        if isPerVertex {
            let normals = maker.vertexNormals()
            result.vertexSets[set].attributes.append(Attribute(.normal, normals))
            change.generated = vertices.count - maker.withoutDirection
        } else {
            let pool = result.vertexSets[set].pools.count
            let (normals, rows) = maker.cornerNormals()
            result.vertexSets[set].pools.append(Attribute(.normal, normals))
            for (place, column) in rows {
                result.meshes[place.mesh].primitives[place.primitive].cornerAttributes.append(
                    CornerAttribute(pool: pool, indices: column))
            }
            change.pool = pool
            change.generated = normals.count
        }
        change.withoutDirection = maker.withoutDirection
        change.degenerateFaces = maker.degenerateFaces
        changes.append(change)
    }
    return (result, correspondence, changes)
}

extension MeshScene {
    /// The primitives with faces, of some.
    fileprivate func polygons(_ places: [(mesh: Int, index: Int)]) -> some Collection<Primitive> {
        places.lazy.map { meshes[$0.mesh].primitives[$0.index] }
            .filter { $0.topology == .polygons && $0.elementCount > 0 }
    }

    /// Whether all faces of some primitives have one smoothing group other than 0.
    fileprivate func haveOneGroup(_ places: [(mesh: Int, index: Int)]) -> Bool {
        var found: Int64?
        for primitive in polygons(places) {
            guard let groups = primitive.smoothingGroups else { return false }
            for (_, values) in groups.blocks(of: Int64.self) {
                found = found ?? values.first
                guard values.allSatisfy({ $0 == found }) else { return false }
            }
        }
        return found ?? 0 != 0
    }

    /// Removes the normals of a set, and renumbers its other pools.
    fileprivate mutating func removeNormals(set: Int, pools: [Int], _ correspondence: inout Correspondence) {
        let count = vertexSets[set].pools.count
        vertexSets[set].attributes.removeAll { $0.semantic == .normal }
        for pool in pools.reversed() { vertexSets[set].pools.remove(at: pool) }
        changePrimitives { primitive in
            guard primitive.vertexSet == set else { return }
            primitive.cornerAttributes = primitive.cornerAttributes.compactMap { use in
                guard !pools.contains(use.pool) else { return nil }
                return CornerAttribute(pool: use.pool - pools.count { $0 < use.pool }, indices: use.indices)
            }
        }
        let gone = ScenePath.vertexAttribute(set: set, .normal)
        let prefix = ScenePath.vertexSet(set) + "/pools/"
        correspondence.attributes.removeAll { $0.source == gone || $0.source.hasPrefix(prefix) }
        for (place, pool) in (0..<count).filter({ !pools.contains($0) }).enumerated() {
            correspondence.attributes.append(
                Correspondence.AttributeLink(
                    ScenePath.pool(set: set, pool), ScenePath.pool(set: set, place)))
        }
    }
}

extension Primitive {
    /// The smoothing group of each element, if there is one for each.
    var smoothingGroups: Column? {
        let values = elementAttributes.first { $0.semantic == .smoothingGroup && $0.offsets == nil }?.values
        return values?.count == elementCount && values?.components == 1 ? values : nil
    }
}
