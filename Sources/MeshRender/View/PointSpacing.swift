internal import MeshModel

/// The size of a scene's points so that a cloud looks closed.
struct PointSpacing {
    /// The diameter of points at the middle of the scene, in samples.
    let diameter: Float

    /// The mean number of points in cells that show some, from which on they tell the density: of points that fall at
    /// random, 98 % of the cells of a surface then have one.
    private static let pointsPerCell = 4
    /// The diameter of discs for a mean distance of 1 between points: with this, discs cover 98 % of a surface even if
    /// two more are behind it and count as well, as in rooms.
    private static let overlap: Float = 4

    /// Counts the cells of a grid over the picture that have points; cells double in size until there are several in
    /// each.
    init(_ scene: ShownScene, _ camera: ViewCamera, _ options: ViewOptions, _ workers: some Workers) {
        let samples = Double(options.samplesPerSide)
        var (width, height) = (options.width, options.height)
        let clouds = scene.pieces.filter { scene.parts[$0.part].primitive.topology == .points }
        let lists = workers.map(clouds.count) { index in
            var cells = ContiguousArray<Int32>()
            for point in scene.corners(clouds[index])?.points ?? [] where !point.x.isNaN {
                let place = camera.place(camera.relative(point))
                let column = Int(min(max(place.x / samples, 0), Double(options.width - 1)))
                let row = Int(min(max(place.y / samples, 0), Double(options.height - 1)))
                cells.append(Int32(row * options.width + column))
            }
            return cells
        }
        let count = lists.reduce(0) { $0 + $1.count }
        var isShown = ContiguousArray(repeating: false, count: count > 0 ? width * height : 0)
        var shown = 0
        for cell in lists.joined() where !isShown[Int(cell)] {
            isShown[Int(cell)] = true
            shown += 1
        }
        var side = 1
        while shown * Self.pointsPerCell > count, shown > 16 {
            let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
            var larger = ContiguousArray(repeating: false, count: columns * rows)
            shown = 0
            for index in isShown.indices where isShown[index] {
                let cell = index / width / 2 * columns + index % width / 2
                if !larger[cell] { shown += 1 }
                larger[cell] = true
            }
            (isShown, width, height, side) = (larger, columns, rows, side * 2)
        }
        let density = Float(max(count, 1)) / Float(max(shown, 1))
        diameter = max(Float(side) / density.squareRoot() * Self.overlap, 1) * Float(samples)
    }
}
