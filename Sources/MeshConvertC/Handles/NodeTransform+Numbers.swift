import MeshModel

extension NodeTransform {
    /// The sixteen numbers of the matrix, column-major.
    var numbers: [Double] {
        if case .matrix(let numbers) = self, numbers.count == 16 { return numbers }
        let place = Affine(self) ?? .identity
        let (x, y, z, t) = (place.x, place.y, place.z, place.translation)
        return [x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0, t.x, t.y, t.z, 1]
    }
}
