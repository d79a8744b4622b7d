import Foundation
import MeshModel
import MeshOperations
import Testing

/// The transfer function of sRGB by IEC 61966-2-1.
private func decoded(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
private func encoded(_ value: Double) -> Double {
    value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
}

/// A viewer: bilinear, wrapping at the edges of the image, v from the bottom.
private struct Viewer {
    let painting: ColorPainting
    let uv: [Double]

    init(_ painting: ColorPainting) {
        self.painting = painting
        uv = painting.texCoords.values.doubles()
    }

    /// The encoded colour, 0…255, at the mean of some corners; filtered before or after decoding.
    func color(_ corners: Range<Int>, weights: [Double]? = nil, decodesFirst: Bool) -> [Double] {
        var (u, v) = (0.0, 0.0)
        for (place, corner) in corners.enumerated() {
            let weight = weights?[place] ?? 1 / Double(corners.count)
            u += uv[2 * corner] * weight
            v += uv[2 * corner + 1] * weight
        }
        let (x, y) = (u * Double(painting.width) - 0.5, (1 - v) * Double(painting.height) - 0.5)
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        return (0..<painting.components).map { component in
            var sum = 0.0
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let column = (Int(left) + dx + painting.width) % painting.width
                let row = (Int(top) + dy + painting.height) % painting.height
                let texel = Double(painting.pixels[(row * painting.width + column) * painting.components + component])
                let weight = abs(Double(1 - dx) - (x - left)) * abs(Double(1 - dy) - (y - top))
                sum += weight * (decodesFirst && component < 3 ? decoded(texel / 255) * 255 : texel)
            }
            return decodesFirst && component < 3 ? encoded(sum / 255) * 255 : sum
        }
    }
}

/// The largest differences of the colours (0…1) of each face at its centre and its corners.
private func differences(
    _ painting: ColorPainting, _ faces: [[[Double]]], _ space: Frame.ColorSpace = .srgb
) -> (center: Double, corner: Double) {
    let viewer = Viewer(painting)
    var (center, corner) = (0.0, 0.0)
    var first = 0
    func code(_ color: [Double]) -> [Double] {
        color.enumerated().map { 255 * (space == .linear && $0 < 3 ? encoded($1) : $1) }
    }
    func difference(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).map { abs($0 - $1) }.max() ?? 0 }
    for face in faces where !face.isEmpty {
        let range = first..<first + face.count
        let mean = (0..<face[0].count).map { c in face.reduce(0) { $0 + $1[c] } / Double(face.count) }
        for decodesFirst in [false, true] {
            center = max(center, difference(viewer.color(range, decodesFirst: decodesFirst), code(mean)))
            for (index, color) in face.enumerated() {
                let at = first + index
                corner = max(corner, difference(viewer.color(at..<at + 1, decodesFirst: decodesFirst), code(color)))
            }
        }
        first += face.count
    }
    return (center, corner)
}

private struct Noise {
    var seed: UInt64
    mutating func byte() -> UInt8 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: seed >> 56)
    }
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
}

private func bytes(_ codes: [UInt8], components: Int = 3) -> Attribute {
    Attribute(.color(0), Column(codes, components: components), normalized: true, frame: .srgb)
}

private func rows(_ codes: [UInt8], _ components: Int = 3) -> [[Double]] {
    stride(from: 0, to: codes.count, by: components).map { start in
        codes[start..<start + components].map { Double($0) / 255 }
    }
}

@Suite struct ColorPaintingTests {
    /// Triangles of random colours with unshared vertices, one after the other.
    private func soup(_ count: Int, seed: UInt64 = 1) -> (codes: [UInt8], primitive: Primitive, faces: [[[Double]]]) {
        var noise = Noise(seed: seed)
        let codes = noise.bytes(count * 9)
        let colors = rows(codes)
        return (
            codes, triangles(Array(0..<Int32(count * 3))),
            (0..<count).map { Array(colors[3 * $0..<3 * $0 + 3]) }
        )
    }

    private func check(
        _ painting: ColorPainting, _ faces: [[[Double]]], _ space: Frame.ColorSpace = .srgb,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let found = differences(painting, faces, space)
        #expect(found.center <= 0.6, sourceLocation: location)
        #expect(abs(found.center - painting.centerDifference) < 0.02, sourceLocation: location)
        #expect(abs(found.corner - painting.cornerDifference) < 0.02, sourceLocation: location)
        if painting.detail == .corners { #expect(found.corner <= 0.6, sourceLocation: location) }
        #expect(painting.pixels.count == painting.width * painting.height * painting.components)
        let uv = painting.texCoords.values.doubles()
        #expect(uv.count == faces.reduce(0) { $0 + $1.count * 2 }, sourceLocation: location)
        #expect(uv.allSatisfy { $0 > 0 && $0 < 1 }, sourceLocation: location)
        #expect(painting.texCoords.values.type == .float32)
        #expect(painting.texCoords.frame == .bottomLeftUV)
    }

    @Test func showsOneTriangle() throws {
        let red: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255]
        let painting = try paintColors(bytes(red), .vertex, on: triangles([0, 1, 2]))
        check(painting, [rows(red)])
        #expect(painting.detail == .corners)
    }

    @Test(arguments: [2, 3, 7, 100, 1_000, 8_000])
    func showsRandomColors(count: Int) throws {
        let (codes, primitive, faces) = soup(count)
        let painting = try paintColors(bytes(codes), .vertex, on: primitive)
        #expect(painting.detail == .corners)
        check(painting, faces)
    }

    @Test func shows200000Triangles() throws {
        let (codes, primitive, faces) = soup(200_000)
        let painting = try paintColors(bytes(codes), .faceVarying, on: primitive)
        #expect(painting.detail == .corners)
        #expect(painting.width <= 4096 && painting.height <= 4096)
        // One in a hundred is checked: the test runs without optimization.
        let part = stride(from: 0, to: faces.count, by: 100).map { $0 }
        let viewer = Viewer(painting)
        for face in part {
            let mean = (0..<3).map { c in faces[face].reduce(0) { $0 + $1[c] } / 3 * 255 }
            let found = viewer.color(3 * face..<3 * face + 3, decodesFirst: true)
            #expect(zip(found, mean).allSatisfy { abs($0 - $1) < 0.6 })
        }
        #expect(painting.centerDifference < 0.6)
    }

    /// Inside a triangle of soft colours, every point shows the colour interpolated between its corners.
    @Test func showsGradientsInside() throws {
        let codes: [UInt8] = [100, 100, 100, 160, 120, 100, 110, 180, 140]
        let painting = try paintColors(bytes(codes), .vertex, on: triangles([0, 1, 2]))
        let viewer = Viewer(painting)
        let colors = rows(codes)
        for a in 0...10 {
            for b in 0...10 - a {
                let weights = [Double(a) / 10, Double(b) / 10, Double(10 - a - b) / 10]
                let expected = (0..<3).map { channel -> Double in
                    let parts = (0..<3).map { colors[$0][channel] * weights[$0] }
                    return 255 * parts.reduce(0, +)
                }
                for decodesFirst in [false, true] {
                    let found = viewer.color(0..<3, weights: weights, decodesFirst: decodesFirst)
                    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1.5 })
                }
            }
        }
    }

    @Test func showsPolygonsOfAnyShape() throws {
        var noise = Noise(seed: 4)
        let codes = noise.bytes(300 * 3)
        let colors = rows(codes)
        // A quad, a concave polygon (only the number of corners matters), points in any order, up to more corners than
        // a ring has texels; and elements that aren't faces.
        var faces: [[Int32]] = [[0, 1, 2, 3], [4, 5, 6, 7, 8, 9, 10, 11], [12, 13], [14], [], [15, 16, 17]]
        for count in 4...40 { faces.append((0..<Int32(count)).map { ($0 * 7 + Int32(count)) % 300 }) }
        faces += [Array(0..<128)]
        let painting = try paintColors(bytes(codes), .vertex, on: polygons(faces))
        let expected = faces.map { $0.map { colors[Int($0)] } }
        let viewer = differences(painting, expected)
        #expect(viewer.center <= 0.6)
        #expect(abs(viewer.center - painting.centerDifference) < 0.02)
    }

    @Test(arguments: [4, 5, 6, 7, 8, 9, 16, 17, 33, 100, 127, 128])
    func showsTheCornersOfPolygons(count: Int) throws {
        var noise = Noise(seed: UInt64(count))
        let codes = noise.bytes(count * 3)
        let painting = try paintColors(bytes(codes), .vertex, on: polygons([Array(0..<Int32(count))]))
        check(painting, [rows(codes)])
    }

    @Test(arguments: [129, 200, 1_000, 5_003])
    func showsTheCentersOfLargePolygons(count: Int) throws {
        var noise = Noise(seed: UInt64(count))
        let codes = noise.bytes(count * 3)
        let painting = try paintColors(bytes(codes), .vertex, on: polygons([Array(0..<Int32(count))]))
        #expect(differences(painting, [rows(codes)]).center <= 0.6)
        #expect(painting.width <= 64 && painting.height <= 64)
    }

    @Test func showsFacesThatCoverNothing() throws {
        let codes: [UInt8] = [10, 20, 30, 200, 100, 50, 5, 6, 7]
        let colors = rows(codes)
        let faces: [[Int32]] = [[0, 0, 0], [1, 1, 2], [0, 1, 0], [2, 2, 2]]
        let painting = try paintColors(bytes(codes), .vertex, on: polygons(faces))
        check(painting, faces.map { $0.map { colors[Int($0)] } })
    }

    @Test func givesATexelForNoFaces() throws {
        let painting = try paintColors(bytes([]), .vertex, on: triangles([]))
        #expect(painting.width == 1 && painting.height == 1)
        #expect(painting.pixels == [255, 255, 255])
        #expect(painting.texCoords.values.count == 0)
        #expect(painting.centerDifference == 0)
    }

    @Test func paintsWhiteWhereThereIsNoColor() throws {
        let codes: [UInt8] = [10, 20, 30, 40, 50, 60]
        let white = [1.0, 1, 1]
        let colors = rows(codes)
        var painting = try paintColors(bytes(codes), .vertex, on: triangles([0, 1, 2, -5, 7, 1]))
        check(painting, [[colors[0], colors[1], white], [white, white, colors[1]]])
        painting = try paintColors(
            bytes(codes), .faceVarying, indices: Column([-1, 0, 1, 1, 1, -1] as [Int32]),
            on: triangles([0, 1, 2, 0, 1, 2]))
        check(painting, [[white, colors[0], colors[1]], [colors[1], colors[1], white]])
    }

    @Test func facesOfOneColorShareACell() throws {
        let codes: [UInt8] = [255, 0, 0, 0, 255, 0, 9, 9, 9]
        let count = 3_000
        let uniform = (0..<count * 3).map { codes[$0 % 9] }
        let painting = try paintColors(bytes(uniform), .uniform, on: triangles(Array(0..<Int32(count * 3))))
        #expect(painting.width * painting.height <= 64)
        let colors = rows(codes)
        let expected = (0..<count).map { [[Double]](repeating: colors[$0 % 3], count: 3) }
        check(painting, expected)
        let one = try paintColors(bytes([7, 8, 9]), .constant, on: polygons([[0, 1, 2], [3, 4, 5, 6]]))
        let color = rows([7, 8, 9])[0]
        check(one, [[color, color, color], [color, color, color, color]])
    }

    @Test(arguments: [Frame.ColorSpace.linear, .srgb], [Frame.ColorSpace.linear, .srgb])
    func mixesInTheSpaceThatIsAskedFor(given: Frame.ColorSpace, blending: Frame.ColorSpace) throws {
        var noise = Noise(seed: 8)
        let values = noise.bytes(900).map { Float($0) / 255 }
        let colors = Attribute(.color(0), Column(values, components: 3), frame: Frame(colorSpace: given))
        var options = ColorPaintingOptions()
        options.blending = blending
        let painting = try paintColors(colors, .vertex, on: triangles(Array(0..<300)), options)
        let inBlending = values.map { value in
            given == blending ? Double(value) : blending == .linear ? decoded(Double(value)) : encoded(Double(value))
        }
        let colorRows = stride(from: 0, to: 900, by: 3).map { Array(inBlending[$0..<$0 + 3]) }
        check(painting, (0..<100).map { Array(colorRows[3 * $0..<3 * $0 + 3]) }, blending)
        if given == blending {
            #expect(
                try paintColors(colors, .vertex, on: triangles(Array(0..<300))).pixels == painting.pixels)
        }
    }

    @Test func leavesAlphaAsItIs() throws {
        var noise = Noise(seed: 9)
        let values = noise.bytes(1_200).map { Float($0) / 255 }
        let colors = Attribute(.color(0), Column(values, components: 4), frame: .linear)
        let painting = try paintColors(colors, .vertex, on: triangles(Array(0..<300)))
        #expect(painting.components == 4)
        let colorRows = stride(from: 0, to: 1_200, by: 4).map { values[$0..<$0 + 4].map { Double($0) } }
        check(painting, (0..<100).map { Array(colorRows[3 * $0..<3 * $0 + 3]) }, .linear)
    }

    @Test func paintsGreyAndWhatIsOutside() throws {
        let values: [Float] = [.nan, -3, 7, 0.5, .infinity, -.infinity]
        let colors = Attribute(.color(0), Column(values, components: 1), frame: .srgb)
        let painting = try paintColors(colors, .vertex, on: triangles(Array(0..<6)))
        let grey = [0, 0, 1, 0.5, 1, 0].map { [Double](repeating: $0, count: 3) }
        check(painting, [Array(grey[0..<3]), Array(grey[3..<6])])
    }

    @Test func readsScaledColors() throws {
        let values: [Float] = [255, 0, 127.5, 51, 102, 204, 0, 0, 255]
        let colors = Attribute(
            .color(0), Column(values, components: 3), frame: Frame(colorSpace: .srgb, scale: 255))
        let painting = try paintColors(colors, .vertex, on: triangles([0, 1, 2]))
        check(painting, [stride(from: 0, to: 9, by: 3).map { values[$0..<$0 + 3].map { Double($0) / 255 } }])
    }

    // MARK: Smaller images

    /// 2 × n × n triangles over a grid; pairs of them share an edge.
    private func grid(_ n: Int32) -> Primitive {
        var corners: [Int32] = []
        for y in 0..<n {
            for x in 0..<n {
                let i = y * (n + 1) + x
                corners += [i, i + 1, i + n + 1, i + 1, i + n + 2, i + n + 1]
            }
        }
        return triangles(corners)
    }

    @Test func letsTrianglesShareCells() throws {
        // 800 triangles: 7,200 texels in cells of nine, 6,400 in cells of two.
        var noise = Noise(seed: 12)
        let codes = noise.bytes(441 * 3)
        let primitive = grid(20)
        let colors = rows(codes)
        let faces = primitive.faces.map { $0.map { colors[Int($0)] } }
        var options = ColorPaintingOptions()
        options.maximumSide = 80
        let painting = try paintColors(bytes(codes), .vertex, on: primitive, options)
        #expect(painting.detail == .centers)
        #expect(painting.width <= 80 && painting.height <= 80)
        check(painting, faces)
        // Neighbours share an edge, so their corners have texels, too.
        #expect(painting.cornerDifference < 0.6)
        options.maximumSide = 87
        #expect(try paintColors(bytes(codes), .vertex, on: primitive, options).detail == .corners)
    }

    @Test(arguments: [801, 7, 1])
    func centersAreRightWhereStrangersShareCells(count: Int) throws {
        let (codes, primitive, faces) = soup(count)
        var options = ColorPaintingOptions()
        options.maximumSide = count == 801 ? 84 : count == 7 ? 8 : 4
        let painting = try paintColors(bytes(codes), .vertex, on: primitive, options)
        #expect(painting.detail == (count == 1 ? .corners : .centers))
        check(painting, faces)
    }

    @Test func oneTexelIsEnoughForAFace() throws {
        let (codes, primitive, faces) = soup(1_000)
        var options = ColorPaintingOptions()
        options.maximumSide = 40
        let painting = try paintColors(bytes(codes), .vertex, on: primitive, options)
        #expect(painting.detail == .faces)
        #expect(painting.width <= 40 && painting.height <= 40)
        check(painting, faces)
    }

    @Test func saysWhichSizeIsNeeded() throws {
        let (codes, primitive, _) = soup(1_000)
        var options = ColorPaintingOptions()
        options.maximumSide = 31
        #expect(throws: ColorPaintingError.tooLarge(neededSide: 32)) {
            try paintColors(bytes(codes), .vertex, on: primitive, options)
        }
        options.maximumSide = 32
        #expect(try paintColors(bytes(codes), .vertex, on: primitive, options).detail == .faces)
    }

    @Test(arguments: [3, 5, 17, 100, 129, 1_000, 3_000])
    func keepsToAnySize(side: Int) throws {
        let (codes, primitive, faces) = soup(30)
        let quads = polygons(
            [[0, 1, 2, 3], [4, 5, 6, 7, 8], [9, 9, 9]] + primitive.faces.map { $0.map { Int32($0) } })
        let colors = rows(codes)
        var options = ColorPaintingOptions()
        options.maximumSide = side
        do throws(ColorPaintingError) {
            let painting = try paintColors(bytes(codes), .vertex, on: quads, options)
            #expect(painting.width <= side && painting.height <= side)
            check(
                painting,
                [(0..<4).map { colors[$0] }, (4..<9).map { colors[$0] }, [colors[9], colors[9], colors[9]]] + faces)
        } catch {
            #expect(side < 6)
        }
    }

    @Test func refusesWhatHasNoFacesOrNoColors() {
        #expect(throws: ColorPaintingError.notPolygons) {
            try paintColors(bytes([1, 2, 3]), .vertex, on: .cloud(vertexSet: 0, count: 1))
        }
        #expect(throws: ColorPaintingError.notColors(components: 2)) {
            try paintColors(bytes([1, 2], components: 2), .vertex, on: triangles([0, 0, 0]))
        }
    }

    @Test func isTheSameEveryTime() throws {
        let (codes, primitive, _) = soup(3_000)
        let first = try paintColors(bytes(codes), .vertex, on: primitive)
        let second = try paintColors(bytes(codes), .vertex, on: primitive)
        #expect(first.pixels == second.pixels)
        #expect(first.texCoords.values.doubles() == second.texCoords.values.doubles())
    }

    /// Counter-clockwise in texture space, as tangents expect.
    @Test func keepsTheWinding() throws {
        let (codes, primitive, _) = soup(2)
        let quad = polygons(primitive.faces.map { $0.map { Int32($0) } } + [[0, 1, 2, 3], [5, 4, 3, 2, 1, 0]])
        let uv = try paintColors(bytes(codes), .vertex, on: quad).texCoords.values.doubles()
        var first = 0
        for count in [3, 3, 4, 6] {
            var area = 0.0
            for index in 0..<count {
                let (a, b) = (2 * (first + index), 2 * (first + (index + 1) % count))
                area += uv[a] * uv[b + 1] - uv[b] * uv[a + 1]
            }
            #expect(area > 0)
            first += count
        }
    }
}
