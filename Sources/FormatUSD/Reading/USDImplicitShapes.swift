import MeshModel

/// USD's implicit shapes as faces, like a coarse tessellation in usdview.
struct USDImplicitShapes {
    var points = ContiguousArray<Float>()
    var counts = ContiguousArray<Int32>()
    var indices = ContiguousArray<Int32>()
    /// The number of points in each ring. Shapes with the same rings have the same faces.
    let rings: [Int]
    /// The axis of the shape: 0, 1 or 2.
    let axis: Int

    /// The number of sides of round shapes, and of rings of a sphere.
    static let sides = 32
    static let ringsOfSpheres = 16

    init(axis: String, rings: [Int]) {
        self.axis = axis == "X" ? 0 : axis == "Y" ? 1 : 2
        self.rings = rings
    }

    private mutating func add(_ x: Double, _ y: Double, _ z: Double) -> Int32 {
        // Shapes are built along z. Axes are rotated, not swapped, to stay right-handed.
        let (a, b, c) = axis == 2 ? (x, y, z) : axis == 1 ? (y, z, x) : (z, x, y)
        points += [Float(a), Float(b), Float(c)]
        return Int32(points.count / 3 - 1)
    }

    private mutating func face(_ corners: [Int32]) {
        counts.append(Int32(corners.count))
        indices += corners
    }

    /// A box around the origin.
    static func box(_ size: Double) -> USDImplicitShapes {
        var shape = USDImplicitShapes(axis: "Z", rings: [8])
        let h = size / 2
        for z in [-h, h] { for y in [-h, h] { for x in [-h, h] { _ = shape.add(x, y, z) } } }
        for corners: [Int32] in [
            [0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5],
        ] { shape.face(corners) }
        return shape
    }

    /// A rectangle perpendicular to the axis. Its width lies along x where it can, else along z.
    static func plane(width: Double, length: Double, axis: String) -> USDImplicitShapes {
        var shape = USDImplicitShapes(axis: axis, rings: [4])
        let (w, l) = axis == "Z" ? (width / 2, length / 2) : (length / 2, width / 2)
        let corners = [shape.add(-w, -l, 0), shape.add(w, -l, 0), shape.add(w, l, 0), shape.add(-w, l, 0)]
        shape.face(corners)
        return shape
    }

    /// A shape of rings around the axis, from bottom to top. A ring of radius 0 is a point.
    static func round(_ rings: [(radius: Double, z: Double)], axis: String) -> USDImplicitShapes {
        var shape = USDImplicitShapes(axis: axis, rings: rings.map { $0.radius == 0 ? 1 : sides })
        var rows: [[Int32]] = []
        for ring in rings {
            if ring.radius == 0 {
                rows.append([shape.add(0, 0, ring.z)])
                continue
            }
            rows.append(
                (0..<sides).map { side in
                    let (s, c) = Angles.sinCos(degrees: 360 * Double(side) / Double(sides))
                    return shape.add(ring.radius * c, ring.radius * s, ring.z)
                })
        }
        if let first = rows.first, first.count > 1 { shape.face(first.reversed()) }
        for (lower, upper) in zip(rows, rows.dropFirst()) {
            for side in 0..<sides where lower.count > 1 || upper.count > 1 {
                let next = (side + 1) % sides
                if lower.count == 1 {
                    shape.face([lower[0], upper[next], upper[side]])
                } else if upper.count == 1 {
                    shape.face([lower[side], lower[next], upper[0]])
                } else {
                    shape.face([lower[side], lower[next], upper[next], upper[side]])
                }
            }
        }
        if let last = rows.last, last.count > 1 { shape.face(last) }
        return shape
    }

    /// A capsule: two circles `height` apart, a cone between them, and at each end the part of a sphere that the cone touches
    /// there. With height 0, it is a sphere.
    static func capsule(bottom: Double, top: Double, height: Double, axis: String) -> USDImplicitShapes {
        var slope = height > 0 ? (bottom - top) / height : 0
        // From the radius of a circle to that of its sphere.
        var growth = (1 + slope * slope).squareRoot()
        if !growth.isFinite { (slope, growth) = (0, 1) }
        // The circles' angle above the widest one of their sphere.
        let latitude = Angles.arcTangent(slope) * 180 / .pi
        let half = ringsOfSpheres / 2
        var profile: [(radius: Double, z: Double)] = []
        func add(_ radius: Double, _ z: Double, angle: Double) {
            let (s, c) = Angles.sinCos(degrees: angle)
            let isPole = angle == 0 || angle == 180
            profile.append((isPole ? 0 : radius * growth * s, z - radius * slope - radius * growth * c))
        }
        for ring in 0..<half { add(bottom, -height / 2, angle: (90 + latitude) * Double(ring) / Double(half)) }
        profile.append((bottom, 0 - height / 2))
        if height > 0 { profile.append((top, height / 2)) }
        for ring in (0..<half).reversed() {
            add(top, height / 2, angle: 180 - (90 - latitude) * Double(ring) / Double(half))
        }
        return round(profile, axis: axis)
    }
}
