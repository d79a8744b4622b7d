package import MeshBytes
package import MeshModel

extension Limits {
    /// Throws if an input is larger than allowed.
    package func check(_ input: Input) throws(ReadError) {
        guard input.byteCount > fileByteCount else { return }
        throw ReadError(
            beyond: .fileSize, .whole, "expected at most \(fileByteCount) bytes, found \(input.byteCount)")
    }

    /// Throws if a part of a scene has more elements than allowed.
    package func check(_ scene: MeshScene) throws(ReadError) {
        guard elementCount < .max else { return }
        for set in scene.vertexSets where set.count > elementCount {
            throw beyond("vertices", set.count)
        }
        for (_, _, primitive) in scene.placedPrimitives where primitive.elementCount > elementCount {
            throw beyond("faces, lines or points in a mesh", primitive.elementCount)
        }
    }

    /// The limits for reading back what was written from an input with these: none is below the usual.
    package var forResults: Limits {
        var limits = Limits()
        for name in Name.allCases {
            guard let own = self[name] else { continue }
            limits[name] = max(own, limits[name] ?? 0)
        }
        return limits
    }

    private func beyond(_ what: String, _ found: Int) -> ReadError {
        ReadError(beyond: .elements, .whole, "expected at most \(elementCount) \(what), found \(found)")
    }
}
