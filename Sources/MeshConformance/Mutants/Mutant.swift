import MeshFormats
import MeshModel
import MeshRouting

/// A fault put into a result on purpose: the law must catch it, or it proves nothing.
///
/// Each closure says whether it found something to alter; a mutant that altered something and was not caught is a hole
/// in the comparison.
public struct Mutant: Sendable {
    /// What goes wrong.
    public let name: String
    let alterScene: @Sendable (inout Scene) -> Bool
    let alterReport: @Sendable (inout [Loss]) -> Bool
    /// Alters the certificate of a source.
    let alterLinks: @Sendable (inout Correspondence, Scene) -> Bool
    /// The formats in whose files the fault shows: the others hold nothing of what it alters. Nil: all of them.
    let formats: Set<String>?
    /// Alters what an operation made of a scene; nil: operations are sound.
    let alterOperation: (@Sendable (RouteOperation, Scene, inout Operated) -> Bool)?

    init(
        _ name: String, formats: Set<String>? = nil, scene: @escaping @Sendable (inout Scene) -> Bool = { _ in false },
        report: @escaping @Sendable (inout [Loss]) -> Bool = { _ in false },
        links: @escaping @Sendable (inout Correspondence) -> Bool = { _ in false },
        certificate: (@Sendable (inout Correspondence, Scene) -> Bool)? = nil,
        operation: (@Sendable (RouteOperation, Scene, inout Operated) -> Bool)? = nil
    ) {
        self.name = name
        alterScene = scene
        alterReport = report
        alterLinks = certificate ?? { changed, _ in links(&changed) }
        alterOperation = operation
        self.formats = formats
    }

    /// A loss that happens and is not told: the first one of a code.
    static func unreported(_ name: String, _ code: Loss.Code) -> Mutant {
        Mutant(
            name,
            report: { losses in
                guard let index = losses.firstIndex(where: { $0.code == code }) else { return false }
                losses.remove(at: index)
                return true
            })
    }
}

extension Column {
    /// The same column with changed numbers; types that float64 can't hold exactly are not used by mutants.
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

    /// Whether the numbers of the two differ as values.
    func differs(from other: Column) -> Bool {
        zip(doubles(), other.doubles()).contains { !($0 == $1 || ($0.isNaN && $1.isNaN)) }
            || count != other.count || components != other.components
    }
}

extension Scene {
    /// Whether everything that is shown is polygons whose corners have texture coordinates by vertex: values that
    /// belong to the source, none that a writer filled in.
    var hasPlainTexCoords: Bool {
        vertexSets.count == 1 && vertexSets[0].pools.isEmpty
            && meshes.contains { $0.primitives.contains { $0.topology == .polygons && $0.elementCount > 0 } }
    }

    /// Changes the first vertex attribute that `isWanted`, and says whether its values really differ then.
    mutating func changeVertexAttribute(
        where isWanted: (Attribute) -> Bool, _ change: (inout Attribute) -> Void
    ) -> Bool {
        for set in vertexSets.indices {
            for index in vertexSets[set].attributes.indices where isWanted(vertexSets[set].attributes[index]) {
                // Colours beside splats are made for programs that know no splats: nothing of the source.
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

    /// Changes the first primitive that `isWanted`.
    mutating func changePrimitive(
        where isWanted: (Primitive) -> Bool, _ change: (inout Primitive) -> Bool
    ) -> Bool {
        for mesh in meshes.indices {
            for index in meshes[mesh].primitives.indices where isWanted(meshes[mesh].primitives[index]) {
                return change(&meshes[mesh].primitives[index])
            }
        }
        return false
    }

    /// Changes the first values of elements with this meaning, and says whether they really differ then.
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
    /// Whether elements have values of this meaning.
    func hasElementAttribute(_ semantic: AttributeSemantic) -> Bool {
        elementAttributes.contains { $0.semantic == semantic }
    }
}
