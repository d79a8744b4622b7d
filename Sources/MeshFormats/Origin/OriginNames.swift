package import MeshModel

/// Gives parts of a scene the names that a record has of all of them.
///
/// - Returns: whether there are as many, or no names.
package func restoreNames<Part>(
    _ names: [String?], _ parts: inout [Part], _ name: WritableKeyPath<Part, String?>
) -> Bool {
    guard names.count == parts.count else { return names.isEmpty }
    for index in parts.indices { parts[index][keyPath: name] = names[index] }
    return true
}

extension MeshScene {
    /// Changes the first attribute of vertices, corners or elements that is meant, by its path and itself.
    ///
    /// - Returns: whether there is one, and it could be changed.
    package mutating func changeAttribute(
        where isMeant: (String, Attribute) -> Bool, _ change: (Attribute) -> Attribute?
    ) -> Bool {
        func changeFirst(_ attributes: inout [Attribute], _ path: (Int, Attribute) -> String) -> Bool? {
            for (index, attribute) in attributes.enumerated() where isMeant(path(index, attribute), attribute) {
                guard let changed = change(attribute) else { return false }
                attributes[index] = changed
                return true
            }
            return nil
        }
        for set in vertexSets.indices {
            let found =
                changeFirst(&vertexSets[set].attributes) { ScenePath.vertexAttribute(set: set, $1.semantic) }
                ?? changeFirst(&vertexSets[set].pools) { index, _ in ScenePath.pool(set: set, index) }
            if let found { return found }
        }
        for mesh in meshes.indices {
            for primitive in meshes[mesh].primitives.indices {
                let found = changeFirst(&meshes[mesh].primitives[primitive].elementAttributes) {
                    ScenePath.elementAttribute(mesh: mesh, primitive: primitive, $1.semantic)
                }
                if let found { return found }
            }
        }
        return false
    }
}
