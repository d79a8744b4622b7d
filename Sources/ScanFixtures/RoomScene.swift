/// The room that tests and conformance use: a box whose depth is computed exactly.
///
/// x from −2 to 2, y from 0 to 2.6, z from −1.5 to 1.5 metres. The floor is a checker of 0.5 m; each wall has one
/// colour. Twelve cameras are inside; frames 4 and 9 are keyframes with a camera of their own. Frame 3 contains a
/// person: a rectangle without depth, magenta in the picture.
package struct RoomScene: Sendable {
    /// The intrinsics of a camera for an image size.
    package struct Lens: Hashable, Sendable {
        /// The focal lengths.
        package var focal: SIMD2<Double>
        /// The principal point.
        package var center: SIMD2<Double>
        /// The width and height in pixels.
        package var size: SIMD2<Int>
    }

    /// One picture.
    package struct View: Sendable {
        /// `frame_00000`.
        package var name: String
        /// Camera-to-world, in the room's own frame, rounded to float32.
        package var pose: RigidRows
        /// The camera.
        package var lens: Lens
        /// Whether it is a keyframe.
        package var isKeyframe: Bool
        /// The pixels of the depth image that a person hides; nil: no person.
        package var person: (x: Range<Int>, y: Range<Int>)?
    }

    /// The corner with the smallest coordinates.
    package static let low = SIMD3<Double>(-2, 0, -1.5)
    /// The corner with the largest coordinates.
    package static let high = SIMD3<Double>(2, 2.6, 1.5)
    /// The width and height of depth images in pixels.
    package static let depthSize = SIMD2(64, 48)
    /// The width of the rim in pixels, where confidence is 0 and depth is half a metre too far.
    package static let border = 4
    /// The camera of the stream: off centre on purpose.
    package static let stream = Lens(focal: SIMD2(361, 361), center: SIMD2(241.3, 178.6), size: SIMD2(480, 360))
    /// The camera of keyframes. It isn't the stream's at twice the size, so that mixing them up is noticed.
    package static let keyframe = Lens(focal: SIMD2(731.5, 731.5), center: SIMD2(479.2, 362.4), size: SIMD2(960, 720))

    /// The pictures.
    package let views: [View]

    package init(seed: UInt64 = 1, count: Int = 12) {
        var random = FixtureRandom(seed)
        views = (0..<count).map { index in
            let pose = RigidRows(
                halfYaw: random.number(-2.5...2.5), halfPitch: random.number(-0.25...0.25),
                halfRoll: random.number(-0.15...0.15),
                center: SIMD3(random.number(-1.4...1.4), random.number(0.7...1.9), random.number(-0.9...0.9)))
            let digits = String(index)
            let isKeyframe = index == 4 || index == 9
            return View(
                name: "frame_" + String(repeating: "0", count: 5 - digits.utf8.count) + digits, pose: pose.narrowed,
                lens: isKeyframe ? Self.keyframe : Self.stream, isKeyframe: isKeyframe,
                person: index == 3 ? (20..<30, 14..<40) : nil)
        }
    }

    /// The point of the room that is seen at (u, v), with its depth along the optical axis.
    package static func hit(_ view: View, u: Double, v: Double) -> (point: SIMD3<Double>, depth: Double) {
        let m = view.pose.numbers
        let x = (u - view.lens.center.x) / view.lens.focal.x
        let y = -(v - view.lens.center.y) / view.lens.focal.y
        // The direction has z = −1 in the camera, so that its multiple is the depth.
        let direction = SIMD3(
            m[0] * x + m[1] * y - m[2], m[4] * x + m[5] * y - m[6], m[8] * x + m[9] * y - m[10])
        let origin = SIMD3(m[3], m[7], m[11])
        var depth = Double.infinity
        for axis in 0..<3 where direction[axis] != 0 {
            let bound = direction[axis] > 0 ? high[axis] : low[axis]
            depth = min(depth, (bound - origin[axis]) / direction[axis])
        }
        return (origin + depth * direction, depth)
    }

    /// The colour of the room at a point on its walls.
    package static func color(_ p: SIMD3<Double>) -> [UInt8] {
        let distances = [
            (p.x - low.x).magnitude, (p.x - high.x).magnitude, (p.y - low.y).magnitude, (p.y - high.y).magnitude,
            (p.z - low.z).magnitude, (p.z - high.z).magnitude,
        ]
        let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
        switch nearest {
        case 0: return [200, 60, 60]
        case 1: return [60, 160, 60]
        case 2:
            let isOdd = (Int((p.x * 2).rounded(.down)) + Int((p.z * 2).rounded(.down))) & 1 == 1
            return isOdd ? [90, 90, 90] : [160, 140, 120]
        case 3: return [230, 230, 225]
        case 4: return [60, 80, 200]
        default: return [210, 180, 60]
        }
    }

    /// Depth in millimetres, truncated as the app does it: the rim is half a metre too far, persons are 0.
    package static func depth(_ view: View) -> [UInt16] {
        let size = depthSize
        var result: [UInt16] = []
        result.reserveCapacity(size.x * size.y)
        for j in 0..<size.y {
            for i in 0..<size.x {
                if let person = view.person, person.x.contains(i), person.y.contains(j) {
                    result.append(0)
                    continue
                }
                let u = (Double(i) + 0.5) * Double(view.lens.size.x) / Double(size.x)
                let v = (Double(j) + 0.5) * Double(view.lens.size.y) / Double(size.y)
                let metres = hit(view, u: u, v: v).depth + (isBorder(i, j) ? 0.5 : 0)
                result.append(UInt16(min(65_535, max(0, metres * 1000))))
            }
        }
        return result
    }

    /// Confidence: 2, and 0 at the rim.
    package static func confidence() -> [UInt8] {
        (0..<depthSize.y).flatMap { j in (0..<depthSize.x).map { i in isBorder(i, j) ? UInt8(0) : 2 } }
    }

    /// The picture: 8-bit sRGB, three bytes per pixel; a person is magenta, and a little larger than in depth.
    package static func picture(_ view: View) -> [UInt8] {
        let (width, height) = (view.lens.size.x, view.lens.size.y)
        var result: [UInt8] = []
        result.reserveCapacity(width * height * 3)
        for row in 0..<height {
            for column in 0..<width {
                let (i, j) = (column * depthSize.x / width, row * depthSize.y / height)
                if let person = view.person,
                    person.x.contains(i) || person.x.contains(i + 1) || person.x.contains(i - 1),
                    person.y.contains(j) || person.y.contains(j + 1) || person.y.contains(j - 1)
                {
                    result += [255, 0, 255]
                } else {
                    result += color(hit(view, u: Double(column) + 0.5, v: Double(row) + 0.5).point)
                }
            }
        }
        return result
    }

    private static func isBorder(_ i: Int, _ j: Int) -> Bool {
        i < border || j < border || i >= depthSize.x - border || j >= depthSize.y - border
    }
}
