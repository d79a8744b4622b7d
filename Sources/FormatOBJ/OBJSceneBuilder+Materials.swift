import MeshBytes
import MeshFormats
import MeshModel

extension OBJSceneBuilder {
    /// Reads the libraries that the file names and gives each name of `usemtl` its material.
    mutating func readMaterials(_ join: borrowing OBJJoin) throws(ReadError) -> OBJDocument {
        var indices: [String: Int32] = [:]
        let native = OBJDocument(input: input)
        for (name, offset) in zip(join.materials.list, join.materials.offsets) {
            if name.isEmpty {
                materialIndices.append(-1)
            } else if let index = indices[name] {
                materialIndices.append(index)
            } else {
                let index = Int32(truncatingIfNeeded: scene.materials.count)
                diagnostics.add(
                    "obj.material-missing", .warning, at: .byte(offset), "no library has the material '\(name)'")
                indices[name] = index
                materialIndices.append(index)
                scene.materials.append(Material(name: name))
            }
        }
        return native
    }
}
