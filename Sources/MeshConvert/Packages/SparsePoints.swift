import MeshFormats
import MeshModel
import ScanPackages

/// Makes a cloud of the points of COLMAP's model.
enum SparsePoints {
    /// Reads the points of a package as a document. Its scene has positions as the file has them, and colours; errors
    /// and lengths of tracks if any point has one. Neither unit nor up axis is known.
    ///
    /// - Throws: an error that names the file.
    static func document(of package: ScanPackage) throws(ReadError) -> Document {
        let points = try package.points()
        let positions = values(points) { [$0.position.x, $0.position.y, $0.position.z] }
        let colors = values(points) { [$0.color.x, $0.color.y, $0.color.z] }
        var attributes = [
            Attribute(.position, Column(positions, components: 3)),
            Attribute(.color(0), Column(colors, components: 3), normalized: true, frame: .srgb),
        ]
        func add(_ name: String, _ column: Column) {
            attributes.append(Attribute(AttributeSemantic(name: name), column))
        }
        if points.contains(where: { $0.error > 0 }) {
            add("reprojection_error", Column(values(points) { [$0.error] }, components: 1))
        }
        if points.contains(where: { $0.trackLength > 0 }) {
            add("track_length", Column(values(points) { [UInt32(clamping: $0.trackLength)] }, components: 1))
        }
        return Document(
            of: MeshScene(
                vertexSets: [VertexSet(count: points.count, attributes: attributes)],
                primitives: [.cloud(vertexSet: 0, count: points.count)]))
    }

    private static func values<Number>(
        _ points: [PackagePoint], _ row: (PackagePoint) -> [Number]
    ) -> ContiguousArray<Number> {
        var values: ContiguousArray<Number> = []
        for point in points { values += row(point) }
        return values
    }
}
