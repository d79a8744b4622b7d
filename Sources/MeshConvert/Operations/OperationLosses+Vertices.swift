import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting

// Operations that weld vertices and compute normals.

extension OperationLosses {
    /// Welds equal vertices. −0 equals +0 as in the comparison, so only sharing changes unless a tolerance lets
    /// positions move.
    static func weld(_ scene: MeshScene, _ sets: Set<Int>?, _ tolerance: Double?) -> Operated {
        let (welded, gathers, places, correspondence, changed) = weldVertices(
            scene, WeldOptions(sets: sets, zerosAreEqual: true, tolerance: tolerance, countsCollapsed: false))
        let before = changed.reduce(0) { $0 + scene.vertexSets[$1.set].count }
        let after = changed.reduce(0) { $0 + welded.vertexSets[$1.set].count }
        let words = "\(PlainNumbers.grouped(before)) became \(PlainNumbers.grouped(after))"
        var losses: [Loss] = []
        for change in changed {
            losses.append(
                Loss(
                    .vertexWelded, .reencoded, subject: ScenePath.vertexSet(change.set), name: "repeated vertices",
                    count: change.welded, unit: "vertices",
                    cause: "\(words): \(tolerance == nil ? "equal" : "near") ones were joined",
                    remedy: .setting(.weld, "none")))
            guard tolerance != nil, let origins = gathers[change.set], let column = places[change.set],
                let positions = scene.vertexSets[change.set].attribute(.position),
                let move = LargestMove(positions.values, column, origins)
            else { continue }
            losses.append(
                Loss(
                    .vertexMoved, move.isRounding ? .rounded : .approximated,
                    subject: ScenePath.vertexAttribute(set: change.set, .position), name: "positions",
                    count: move.count, unit: "vertices", largestError: move.largest,
                    cause: "vertices near each other were moved to one place, as requested",
                    remedy: .setting(.weld, "exact")))
        }
        return Operated(scene: welded, step: correspondence.steps.first, losses: losses)
    }

    /// Computes normals, smoothed over vertices or by smoothing groups where faces have them. Existing normals are
    /// kept.
    static func makeNormals(_ scene: MeshScene, _ weight: Correspondence.MadeNormals.Weight) -> Operated {
        var result = scene
        var made: [Correspondence.MadeNormals.Made] = []
        var losses: [Loss] = []
        let users = scene.usersOfSets
        let grouped = scene.setsWithSmoothingGroups
        for hasGroups in [false, true] {
            let sets = Set(scene.vertexSets.indices.filter { grouped.contains($0) == hasGroups })
            if sets.isEmpty { continue }
            let (smooth, _, changed) = generateNormals(
                result,
                NormalOptions(
                    weight: weight == .area ? .area : .angle, smoothing: hasGroups ? .groups : .vertices, sets: sets))
            result = smooth
            for change in changed {
                guard let claim = result.claim(change, users[change.set] ?? [], hasGroups: hasGroups) else { continue }
                made.append(claim)
                // No normals were made: nothing to report.
                if claim.normals.count == 0 { continue }
                var cause = "computed from the faces, weighted by \(weight.rawValue), as requested"
                if change.withoutDirection > 0 {
                    cause += "; \(PlainNumbers.grouped(change.withoutDirection)) have no direction"
                }
                losses.append(
                    Loss(
                        .normalsGenerated, .generated,
                        subject: change.pool.map { ScenePath.pool(set: change.set, $0) }
                            ?? ScenePath.vertexAttribute(set: change.set, .normal), name: "normals",
                        count: claim.normals.count, unit: change.pool == nil ? "vertices" : "normals", cause: cause))
            }
        }
        guard !made.isEmpty else { return Operated(scene: scene) }
        return Operated(
            scene: result, step: .madeNormals(Correspondence.MadeNormals(weight: weight, made: made)), losses: losses)
    }
}

/// The distances that positions moved in a weld.
private struct LargestMove {
    var count = 0
    var largest = 0.0
    var isRounding = true

    /// Measures the distance of each row to the one it was merged into; nil if none moved.
    init?(_ positions: Column, _ places: Column, _ origins: Column) {
        let width = positions.components
        var values = ContiguousArray<Double>()
        positions.read(0..<positions.count, into: &values)
        var numbers = ContiguousArray<Int32>()
        places.read(0..<places.count, into: &numbers)
        guard numbers.count == positions.count else { return nil }
        var firsts = ContiguousArray<Int32>()
        origins.read(0..<origins.count, into: &firsts)
        var greatest = 0.0
        for (row, number) in numbers.enumerated() {
            let other = Int(firsts[Int(number)])
            var move = 0.0
            for component in 0..<width {
                let (a, b) = (values[row * width + component], values[other * width + component])
                if a.isFinite { greatest = max(greatest, abs(a)) }
                if a == b || (a.isNaN && b.isNaN) { continue }
                let distance = abs(a - b)
                move = max(move, distance.isNaN ? .infinity : distance)
            }
            if move > 0 { count += 1 }
            largest = max(largest, move)
        }
        if count == 0 { return nil }
        isRounding = largest <= Double(Float(greatest).ulp) / 2
    }
}

extension MeshScene {
    fileprivate var setsWithSmoothingGroups: Set<Int> {
        Set(
            meshes.lazy.flatMap(\.primitives).filter { primitive in
                primitive.topology == .polygons
                    && primitive.elementAttributes.contains { $0.semantic == .smoothingGroup }
            }.map(\.vertexSet))
    }

    /// Returns the claim about the computed normals, which the comparison checks.
    ///
    /// - Parameter users: the places of the primitives over its set.
    fileprivate func claim(
        _ change: NormalChange, _ users: [(mesh: Int, index: Int)], hasGroups: Bool
    ) -> Correspondence.MadeNormals.Made? {
        guard let pool = change.pool else {
            guard let normals = vertexSets[change.set].attribute(.normal) else { return nil }
            return Correspondence.MadeNormals.Made(
                set: change.set, normals: normals.values, corners: nil, hasGroups: hasGroups)
        }
        var corners: [Correspondence.MadeNormals.Rows] = []
        for (mesh, index) in users {
            let primitive = meshes[mesh].primitives[index]
            guard primitive.topology == .polygons,
                let rows = primitive.cornerAttributes.first(where: { $0.pool == pool })?.indices
            else { continue }
            corners.append(Correspondence.MadeNormals.Rows(mesh: mesh, primitive: index, rows: rows))
        }
        return Correspondence.MadeNormals.Made(
            set: change.set, normals: vertexSets[change.set].pools[pool].values, corners: corners,
            hasGroups: hasGroups)
    }
}
