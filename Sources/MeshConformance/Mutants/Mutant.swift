import MeshFormats
import MeshModel
import MeshRouting

/// A fault injected into a result, which the law must catch.
///
/// Each closure returns whether it altered something. A mutant that did and was not caught reveals a gap in the
/// comparison.
package struct Mutant: Sendable {
    /// The description of the fault.
    package let name: String
    let alterScene: @Sendable (inout MeshScene) -> Bool
    let alterReport: @Sendable (inout [Loss]) -> Bool
    /// Alters the correspondence of a source.
    let alterLinks: @Sendable (inout Correspondence, MeshScene) -> Bool
    /// The formats whose files show the fault; others can't hold what it alters. Nil: all formats.
    let formats: Set<String>?
    /// Alters the result of an operation; nil: operations stay correct.
    let alterOperation: (@Sendable (RouteOperation, MeshScene, inout Operated) -> Bool)?

    init(
        _ name: String, formats: Set<String>? = nil,
        scene: @escaping @Sendable (inout MeshScene) -> Bool = { _ in false },
        report: @escaping @Sendable (inout [Loss]) -> Bool = { _ in false },
        links: @escaping @Sendable (inout Correspondence, MeshScene) -> Bool = { _, _ in false },
        operation: (@Sendable (RouteOperation, MeshScene, inout Operated) -> Bool)? = nil
    ) {
        self.name = name
        alterScene = scene
        alterReport = report
        alterLinks = links
        alterOperation = operation
        self.formats = formats
    }

    /// Changes the first vertex attribute with a meaning, or of any, that `isWanted` selects.
    static func attribute(
        _ name: String, _ semantic: AttributeSemantic? = nil, formats: Set<String>? = nil,
        in isScene: @escaping @Sendable (MeshScene) -> Bool = { _ in true },
        where isWanted: @escaping @Sendable (Attribute) -> Bool = { _ in true },
        _ change: @escaping @Sendable (inout Attribute) -> Void
    ) -> Mutant {
        Mutant(name, formats: formats) { scene in
            isScene(scene)
                && scene.changeVertexAttribute(
                    where: { (semantic == nil || $0.semantic == semantic) && isWanted($0) }, change)
        }
    }

    /// Changes each number of that attribute, given its index.
    static func numbers(
        _ name: String, _ semantic: AttributeSemantic? = nil, formats: Set<String>? = nil,
        in isScene: @escaping @Sendable (MeshScene) -> Bool = { _ in true },
        where isWanted: @escaping @Sendable (Attribute) -> Bool = { _ in true },
        _ change: @escaping @Sendable (Int, Double) -> Double
    ) -> Mutant {
        attribute(name, semantic, formats: formats, in: isScene, where: isWanted) {
            $0.values = $0.values.changed(change)
        }
    }

    /// Changes the first primitive that `isWanted` selects.
    static func primitive(
        _ name: String, where isWanted: @escaping @Sendable (Primitive) -> Bool,
        _ change: @escaping @Sendable (inout Primitive) -> Bool
    ) -> Mutant {
        Mutant(name) { $0.changePrimitive(where: isWanted, change) }
    }

    /// Changes the certificate.
    static func certificate(
        _ name: String, formats: Set<String>? = nil, _ change: @escaping @Sendable (inout Correspondence) -> Bool
    ) -> Mutant {
        Mutant(name, formats: formats, links: { links, _ in change(&links) })
    }

    /// Removes the first loss that `isWanted` selects from the report.
    static func unreported(_ name: String, where isWanted: @escaping @Sendable (Loss) -> Bool) -> Mutant {
        Mutant(name, report: { losses in losses.firstIndex(where: isWanted).map { losses.remove(at: $0) } != nil })
    }

    /// Changes the first loss of the report that `isWanted` selects.
    static func misreported(
        _ name: String, where isWanted: @escaping @Sendable (Loss) -> Bool = { _ in true },
        _ change: @escaping @Sendable (inout Loss) -> Void
    ) -> Mutant {
        // What only other programs don't show is no difference, which the law could find.
        Mutant(name, report: { $0.alterFirst(where: { $0.code != .animationUnseen && isWanted($0) }, change) })
    }

    /// Changes the first loss of an operation that `isWanted` selects.
    static func mistold(
        _ name: String, where isWanted: @escaping @Sendable (Loss) -> Bool,
        _ change: @escaping @Sendable (inout Loss) -> Void
    ) -> Mutant {
        Mutant(name, operation: { _, _, done in done.losses.alterFirst(where: isWanted, change) })
    }

    /// Removes the losses of operations with a code.
    static func untold(_ name: String, _ code: Loss.Code, formats: Set<String>? = nil) -> Mutant {
        Mutant(name, formats: formats, operation: { _, _, done in done.losses.lose { $0.code == code } })
    }

    /// Counts one less in the first loss of an operation with a code.
    static func undercounted(_ name: String, _ code: Loss.Code) -> Mutant {
        mistold(name, where: { $0.code == code }, { $0.count -= 1 })
    }

    /// Changes what an operation made, and its record.
    static func operation<Record>(
        _ name: String, formats: Set<String>? = nil,
        _ record: @escaping @Sendable (Correspondence.Step) -> Record?,
        _ step: @escaping @Sendable (Record) -> Correspondence.Step,
        _ change: @escaping @Sendable (_ source: MeshScene, _ scene: inout MeshScene, _ record: inout Record) -> Bool
    ) -> Mutant {
        Mutant(
            name, formats: formats,
            operation: { _, source, done in
                var scene = done.scene
                guard var own = done.step.flatMap(record), change(source, &scene, &own) else { return false }
                (done.scene, done.step) = (scene, step(own))
                return true
            })
    }
}

extension Column {
    /// Returns the column with changed numbers. Mutants don't use types that float64 can't hold exactly.
    func changed(_ change: (Int, Double) -> Double) -> Column {
        let values = doubles().enumerated().map { change($0.offset, $0.element) }
        switch type {
        case .int8: return Column(values.map { Int8(clamping: Int64($0)) }, components: components)
        case .uint8: return Column(values.map { UInt8(clamping: Int64($0)) }, components: components)
        case .int16: return Column(values.map { Int16(clamping: Int64($0)) }, components: components)
        case .uint16, .float16: return Column(values.map { UInt16(clamping: Int64($0)) }, components: components)
        case .int32: return Column(values.map { Int32(clamping: Int64($0)) }, components: components)
        case .uint32: return Column(values.map { UInt32(clamping: Int64($0)) }, components: components)
        case .int64: return Column(values.map { Int64($0) }, components: components)
        case .uint64: return Column(values.map { UInt64(clamping: Int64($0)) }, components: components)
        case .float32: return Column(values.map { Float($0) }, components: components)
        case .float64: return Column(values, components: components)
        }
    }

    /// The column with the first and the third number of each row exchanged.
    var exchanged: Column {
        let before = doubles()
        return changed { index, value in
            switch index % components {
            case 0: before[index + 2]
            case 2: before[index - 2]
            default: value
            }
        }
    }

    /// Whether the two columns differ in shape or values; NaN equals NaN.
    func differs(from other: Column) -> Bool {
        zip(doubles(), other.doubles()).contains { !($0 == $1 || ($0.isNaN && $1.isNaN)) }
            || count != other.count || components != other.components
    }
}

extension MeshScene {
    /// Whether there are polygons over a single set without pools, so that texture coordinates are by vertex and none
    /// are filled in by a writer.
    var hasPlainTexCoords: Bool {
        vertexSets.count == 1 && vertexSets[0].pools.isEmpty
            && meshes.contains { $0.primitives.contains { $0.topology == .polygons && $0.elementCount > 0 } }
    }

    /// Changes the first vertex attribute that `isWanted` selects. Returns whether its values or type differ then.
    mutating func changeVertexAttribute(
        where isWanted: (Attribute) -> Bool, _ change: (inout Attribute) -> Void
    ) -> Bool {
        for set in vertexSets.indices {
            for index in vertexSets[set].attributes.indices where isWanted(vertexSets[set].attributes[index]) {
                // Colours of splats are derived for programs without splats, so they aren't the source's.
                if vertexSets[set].splatDegree != nil, vertexSets[set].attributes[index].semantic.isColor { continue }
                let before = vertexSets[set].attributes[index]
                guard before.count > 0 else { continue }
                change(&vertexSets[set].attributes[index])
                let after = vertexSets[set].attributes[index]
                return before.values.differs(from: after.values) || before.values.type != after.values.type
            }
        }
        return false
    }

    /// Changes the first primitive that `isWanted` selects.
    mutating func changePrimitive(
        where isWanted: (Primitive) -> Bool, _ change: (inout Primitive) -> Bool
    ) -> Bool {
        var isChanged = false
        _ = meshes.alterAny { mesh in
            mesh.primitives.alterFirst(where: isWanted) { isChanged = change(&$0) }
        }
        return isChanged
    }

    /// Changes the first element attribute with this meaning. Returns whether its values differ then.
    mutating func changeElementAttribute(_ semantic: AttributeSemantic, _ change: (Column) -> Column) -> Bool {
        changePrimitive(where: { $0.elementCount > 0 && $0.hasElementAttribute(semantic) }) { primitive in
            guard let index = primitive.elementAttributes.firstIndex(where: { $0.semantic == semantic }) else {
                return false
            }
            let before = primitive.elementAttributes[index].values
            primitive.elementAttributes[index].values = change(before)
            return before.differs(from: primitive.elementAttributes[index].values)
        }
    }
}

extension Primitive {
    func hasElementAttribute(_ semantic: AttributeSemantic) -> Bool {
        elementAttributes.contains { $0.semantic == semantic }
    }
}
