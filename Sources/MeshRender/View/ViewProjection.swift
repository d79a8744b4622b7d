internal import MeshModel

/// Elements of the picture: those that hide what is behind them, and those that let some light through.
struct PieceElements: Sendable {
    var solid: ScreenElements
    var sheer: ScreenElements
    /// The number of elements without a place.
    var skippedCount = 0
}

/// Turns pieces of a scene into elements of the picture.
struct ViewProjection: Sendable {
    private let scene: ShownScene
    private let looks: SceneLooks
    private let camera: ViewCamera
    private let light: Light
    private let mode: ViewOptions.Mode
    private let culling: ViewOptions.Culling
    private let isRoom: Bool
    private let backFaceColor: SIMD4<Float>?
    private let edgeColor: SIMD4<Float>
    private let samples: Float
    /// The diameter of points at the middle of the scene, in samples.
    private let pointSize: Float
    private let isEncoded: Bool

    init(
        _ scene: ShownScene, _ looks: SceneLooks, _ camera: ViewCamera, _ options: ViewOptions,
        isEncoded: Bool,
        _ workers: some Workers
    ) {
        self.scene = scene
        self.looks = looks
        self.camera = camera
        self.isEncoded = isEncoded
        light = Light(camera)
        mode = options.mode
        culling = options.culling
        isRoom = culling == .automatic && Self.isRoom(scene, camera, workers)
        backFaceColor = options.backFaceColor.map { Light.linear($0) }
        // Edges on surfaces are dark; alone they differ from the background.
        let background = Light.linear(options.background)
        let isDark = background.x * 0.2 + background.y * 0.7 + background.z * 0.1 < 0.2
        let gray: Float = mode == .wireframe && isDark ? 0.7 : 0.01
        edgeColor = SIMD4(gray, gray, gray, 1)
        samples = Float(options.samplesPerSide)
        pointSize = PointSpacing(scene, camera, options, workers).diameter
    }

    /// Whether faces look inwards as those of a room: weighted by area, they look to the middle rather than away.
    private static func isRoom(_ scene: ShownScene, _ camera: ViewCamera, _ workers: some Workers)
        -> Bool
    {
        let sums = workers.map(scene.pieces.count) { index in
            let part = scene.parts[scene.pieces[index].part]
            var (inwards, area) = (0.0, 0.0)
            guard part.primitive.topology == .polygons, let corners = scene.corners(scene.pieces[index])
            else {
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
    func elements(_ piece: ShownScene.Piece, _ empty: ScreenElements) -> PieceElements {
        var result = PieceElements(solid: empty, sheer: empty)
        guard let corners = scene.corners(piece) else { return result }
        let part = scene.parts[piece.part]
        let values = PieceValues(part, corners.block, corners.vertices)
        if part.splats == nil { result.solid.reserve(corners.block.elements.count) }
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
            case .polygons:
                append(first, corners.points, part, values, look, to: &result)
                if mode == .edges || mode == .wireframe {
                    appendEdges(first, corners.points, to: &result.solid)
                }
            case .lines:
                for corner in first..<first + arity - 1 {
                    guard let a = spot(corner, corners.points, values, look),
                        let b = spot(corner + 1, corners.points, values, look)
                    else {
                        result.skippedCount += 1
                        continue
                    }
                    result.solid.append(ScreenElement(kind: .line, look: -1, a: a, b: b, size: samples))
                }
            case .points:
                guard let a = spot(first, corners.points, values, look) else {
                    result.skippedCount += 1
                    continue
                }
                if let splats = part.splats {
                    appendSplat(
                        a, camera.relative(corners.points[first]), corners.vertices[first], splats, part,
                        &result)
                    continue
                }
                let factor = camera.isPerspective ? a.depth / Float(camera.middleDepth) : 1
                result.solid.append(ScreenElement(kind: .point, look: -1, a: a, size: pointSize * factor))
            }
        }
        return result
    }

    /// A corner of a line or point, lit if it has a normal; nil if it has no place.
    private func spot(
        _ corner: Int, _ points: ContiguousArray<SIMD3<Double>>, _ values: PieceValues, _ index: Int32
    ) -> ScreenCorner? {
        guard camera.sees(points[corner]) else { return nil }
        let look = looks.tints[Int(index)]
        var place = ScreenCorner(camera.place(camera.relative(points[corner])))
        if mode == .normals {
            place.color = values.normal(corner).map(Self.color) ?? SIMD4(0.5, 0.5, 0.5, 1)
            return place
        }
        let normal = look.isUnlit ? nil : values.normal(corner, towards: camera.toViewer)
        let shade = normal.map { light.shade($0) } ?? 1
        place.color = values.color(corner, look) * SIMD4(shade, shade, shade, 1)
        if isEncoded { place.color = Light.encoded(place.color) }
        return place
    }

    /// The colour of a normal: −1 is dark, 1 bright.
    private static func color(_ normal: SIMD3<Double>) -> SIMD4<Float> {
        let own = normal / normal.length / 2 + 0.5
        return SIMD4(Float(own.x), Float(own.y), Float(own.z), 1)
    }

    private func append(
        _ first: Int, _ points: ContiguousArray<SIMD3<Double>>, _ part: ShownScene.Part,
        _ values: PieceValues,
        _ index: Int32, to result: inout PieceElements
    ) {
        guard camera.sees(points[first]), camera.sees(points[first + 1]), camera.sees(points[first + 2])
        else {
            result.skippedCount += 1
            return
        }
        guard mode != .wireframe else { return }
        let corners = (
            camera.relative(points[first]), camera.relative(points[first + 1]),
            camera.relative(points[first + 2])
        )
        let look = looks.tints[Int(index)]
        var element = ScreenElement(
            kind: .triangle, look: look.isPlain ? -1 : index, a: ScreenCorner(camera.place(corners.0)),
            b: ScreenCorner(camera.place(corners.1)), c: ScreenCorner(camera.place(corners.2)))
        let (a, b, c) = (element.a, element.b, element.c)
        let area = Int(b.x - a.x) * Int(c.y - a.y) - Int(b.y - a.y) * Int(c.x - a.x)
        guard area != 0, Self.hasSamples(a, b, c) else { return }
        // Rows are counted downwards: corners that run counter-clockwise have a negative area.
        let isFront = (area < 0) != part.isMirrored
        if !isFront, culling == .automatic, isRoom || !look.isDoubleSided { return }
        var normal = cross(corners.1 - corners.0, corners.2 - corners.0)
        if part.isMirrored, mode == .normals { normal = -normal }
        if area > 0, mode != .normals { normal = -normal }
        let faceShade = look.isUnlit ? 1 : light.shade(normal)
        func color(_ corner: Int) -> SIMD4<Float> {
            if mode == .normals { return Self.color(values.normal(corner) ?? normal) }
            let isSmooth = mode != .flat && !look.isUnlit
            let own = isSmooth ? values.normal(corner, towards: normal) : nil
            let shade = own.map { light.shade($0) } ?? faceShade
            let back = isFront ? nil : backFaceColor
            return (back ?? values.color(corner, look)) * SIMD4(shade, shade, shade, 1)
        }
        if mode == .normals || (!isFront && backFaceColor != nil) { element.look = -1 }
        element.a.color = color(first)
        element.b.color = color(first + 1)
        element.c.color = color(first + 2)
        if element.look >= 0 {
            element.a.coordinates = values.coordinates(first, look)
            element.b.coordinates = values.coordinates(first + 1, look)
            element.c.coordinates = values.coordinates(first + 2, look)
        }
        if area < 0 { swap(&element.b, &element.c) }
        guard element.look >= 0, look.isBlended else {
            result.solid.append(element)
            return
        }
        // A texture multiplies alpha by 1 at most; by how much, only samples know.
        let most = max(element.a.color.w, element.b.color.w, element.c.color.w)
        if most >= SurfaceLook.opaque { result.solid.append(element) }
        let least = min(element.a.color.w, element.b.color.w, element.c.color.w)
        if most > 0, least < SurfaceLook.opaque || look.colorSet != nil { result.sheer.append(element) }
    }

    /// Whether the middle of a sample is in the box around a triangle: most triangles of dense meshes have none.
    @inline(__always)
    private static func hasSamples(_ a: ScreenCorner, _ b: ScreenCorner, _ c: ScreenCorner) -> Bool {
        let (half, last) = (ScreenCorner.unit / 2, ScreenCorner.unit - 1)
        func isSeen(_ low: Int32, _ high: Int32) -> Bool {
            (low - half + last) >> 8 <= (high - half) >> 8
        }
        return isSeen(min(a.x, b.x, c.x), max(a.x, b.x, c.x))
            && isSeen(min(a.y, b.y, c.y), max(a.y, b.y, c.y))
    }

    /// The edges of a triangle, a little nearer than it.
    private func appendEdges(
        _ first: Int, _ points: ContiguousArray<SIMD3<Double>>, to result: inout ScreenElements
    ) {
        for corner in 0..<3 {
            let (start, end) = (points[first + corner], points[first + (corner + 1) % 3])
            guard camera.sees(start), camera.sees(end) else { continue }
            var (a, b) = (
                ScreenCorner(camera.place(camera.relative(start))),
                ScreenCorner(camera.place(camera.relative(end)))
            )
            (a.depth, b.depth) = (a.depth + Self.lift, b.depth + Self.lift)
            (a.color, b.color) = (edgeColor, edgeColor)
            result.append(ScreenElement(kind: .line, look: -1, a: a, b: b, size: max(samples / 2, 1)))
        }
    }

    private static let lift: Float = 1e-3

    private func appendSplat(
        _ place: ScreenCorner, _ point: SIMD3<Double>, _ vertex: Int64, _ splats: SplatShapes,
        _ part: ShownScene.Part,
        _ result: inout PieceElements
    ) {
        guard let axes = splats.axes(vertex) else {
            result.skippedCount += 1
            return
        }
        let slope = camera.slope(point)
        let (across, down) = (
            camera.turned(slope.across, part.transform), camera.turned(slope.down, part.transform)
        )
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for axis in [axes.a, axes.b, axes.c] {
            let (x, y) = (dot(across, axis), dot(down, axis))
            xx += x * x
            xy += x * y
            yy += y * y
        }
        // No splat is smaller than about a pixel, as those who train them assume.
        let least = 0.3 * Double(samples * samples)
        (xx, yy) = (xx + least, yy + least)
        let area = xx * yy - xy * xy
        guard area > 0, area.isFinite, place.color.w > 0 else { return }
        var element = ScreenElement(kind: .splat, look: -1, a: place)
        let (width, height) = (3 * xx.squareRoot(), 3 * yy.squareRoot())
        element.form = SIMD4(
            Float(yy / area), Float(-xy / area), Float(xx / area), Float(min(width, 65_536)))
        element.size = Float(min(2 * height, 131_072))
        result.sheer.append(element)
    }
}
