internal import MeshModel

/// Turns pieces of a scene into elements of the picture.
struct ViewProjection: Sendable {
    private let scene: ShownScene
    private let looks: SceneLooks
    private let camera: ViewCamera
    private let light: Light
    private let culling: ViewOptions.Culling
    private let isRoom: Bool
    private let backFaceColor: SIMD4<Float>?
    private let lineWidth: Float
    /// The diameter of points at the middle of the scene, in samples.
    private let pointSize: Float

    init(
        _ scene: ShownScene, _ looks: SceneLooks, _ camera: ViewCamera, _ options: ViewOptions, _ workers: some Workers
    ) {
        self.scene = scene
        self.looks = looks
        self.camera = camera
        light = Light(camera)
        culling = options.culling
        isRoom = culling == .automatic && Self.isRoom(scene, camera, workers)
        backFaceColor = options.backFaceColor.map { Light.linear($0) }
        lineWidth = Float(options.samplesPerSide)
        pointSize = PointSpacing(scene, camera, options, workers).diameter
    }

    /// Whether faces look inwards as those of a room: weighted by area, they look to the middle rather than away.
    private static func isRoom(_ scene: ShownScene, _ camera: ViewCamera, _ workers: some Workers) -> Bool {
        let sums = workers.map(scene.pieces.count) { index in
            let part = scene.parts[scene.pieces[index].part]
            var (inwards, area) = (0.0, 0.0)
            guard part.primitive.topology == .polygons, let corners = scene.corners(scene.pieces[index]) else {
                return (inwards, area)
            }
            let points = corners.points
            for corner in stride(from: 0, to: points.count - 2, by: 3) {
                let (a, b, c) = (
                    camera.relative(points[corner]), camera.relative(points[corner + 1]),
                    camera.relative(points[corner + 2])
                )
                let normal = cross(b - a, c - a)
                let outwards = dot(normal, a + b + c) / 3
                guard outwards.isFinite else { continue }
                inwards += part.isMirrored ? outwards : -outwards
                area += normal.length
            }
            return (inwards, area)
        }
        let (inwards, area) = sums.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
        // 0.5 for an empty box seen from inside, about 0 for a sheet.
        return inwards > 0.1 * area
    }

    /// The elements of a piece in the picture, appended to an empty list.
    func elements(_ piece: ShownScene.Piece, _ empty: ScreenElements) -> ScreenElements {
        var result = empty
        guard let corners = scene.corners(piece) else { return result }
        let part = scene.parts[piece.part]
        let values = PieceValues(part, corners.block, corners.vertices)
        var first = 0
        for (element, arity) in zip(corners.block.elements, corners.block.arities) {
            guard arity > 0 else { continue }
            guard arity <= corners.points.count - first else {
                first = corners.points.count
                result.skippedCount += 1
                continue
            }
            defer { first += arity }
            let look = part.looks[min(element, part.looks.count - 1)]
            switch part.primitive.topology {
            case .polygons: append(first, corners.points, part, values, look, to: &result)
            case .lines:
                for corner in first..<first + arity - 1 {
                    guard let a = spot(corner, corners.points, values, look),
                        let b = spot(corner + 1, corners.points, values, look)
                    else {
                        result.skippedCount += 1
                        continue
                    }
                    result.append(ScreenElement(kind: .line, look: -1, a: a, b: b, size: lineWidth))
                }
            case .points:
                guard let a = spot(first, corners.points, values, look) else {
                    result.skippedCount += 1
                    continue
                }
                let factor = camera.isPerspective ? a.depth / Float(camera.middleDepth) : 1
                result.append(ScreenElement(kind: .point, look: -1, a: a, size: pointSize * factor))
            }
        }
        return result
    }

    /// A corner of a line or point, lit if it has a normal; nil if it has no place.
    private func spot(
        _ corner: Int, _ points: ContiguousArray<SIMD3<Double>>, _ values: PieceValues, _ look: Int32
    ) -> ScreenCorner? {
        guard !points[corner].x.isNaN else { return nil }
        var place = ScreenCorner(camera.place(camera.relative(points[corner])))
        let shade = values.normal(corner, towards: camera.toViewer).map { light.shade($0) } ?? 1
        place.color = values.color(corner, looks.looks[Int(look)]) * SIMD4(shade, shade, shade, 1)
        return place
    }

    private func append(
        _ first: Int, _ points: ContiguousArray<SIMD3<Double>>, _ part: ShownScene.Part, _ values: PieceValues,
        _ index: Int32, to result: inout ScreenElements
    ) {
        let corners = (
            camera.relative(points[first]), camera.relative(points[first + 1]), camera.relative(points[first + 2])
        )
        guard !(corners.0.x + corners.1.x + corners.2.x).isNaN else {
            result.skippedCount += 1
            return
        }
        let look = looks.looks[Int(index)]
        var element = ScreenElement(
            kind: .triangle, look: look.isPlain ? -1 : index, a: ScreenCorner(camera.place(corners.0)),
            b: ScreenCorner(camera.place(corners.1)), c: ScreenCorner(camera.place(corners.2)))
        let (a, b, c) = (element.a, element.b, element.c)
        let area = Int(b.x - a.x) * Int(c.y - a.y) - Int(b.y - a.y) * Int(c.x - a.x)
        guard area != 0 else { return }
        // Rows are counted downwards: corners that run counter-clockwise have a negative area.
        let isFront = (area < 0) != part.isMirrored
        if !isFront, culling == .automatic, isRoom || !look.isDoubleSided { return }
        var normal = cross(corners.1 - corners.0, corners.2 - corners.0)
        if area > 0 { normal = -normal }
        let faceShade = light.shade(normal)
        func color(_ corner: Int) -> SIMD4<Float> {
            let shade = values.normal(corner, towards: normal).map { light.shade($0) } ?? faceShade
            let own = isFront ? nil : backFaceColor
            return (own ?? values.color(corner, look)) * SIMD4(shade, shade, shade, 1)
        }
        if !isFront, backFaceColor != nil { element.look = -1 }
        element.a.color = color(first)
        element.b.color = color(first + 1)
        element.c.color = color(first + 2)
        element.a.coordinates = values.coordinates(first, look)
        element.b.coordinates = values.coordinates(first + 1, look)
        element.c.coordinates = values.coordinates(first + 2, look)
        if area < 0 { swap(&element.b, &element.c) }
        result.append(element)
    }
}
