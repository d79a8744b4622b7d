import MeshModel
import MeshRender
import Testing

/// Pictures as they were when somebody looked at them: 8 × 8 means of their red, green and blue, in hexadecimal digits.
@Suite struct GoldenPictureTests {
    /// A picture and its recorded means.
    struct Golden: Sendable, CustomTestStringConvertible {
        var name: String
        var mode = ViewOptions.Mode.shaded
        var rows: [String]
        var testDescription: String { "\(name), \(mode)" }
    }

    static let all: [Golden] = [
        Golden(
            name: "room",
            rows: [
                "363a40 363a40 363a40 363a40 363a40 363a40 363a40 363a40 ",
                "363a40 3d4146 616161 8b8883 9f9c96 83827f 686969 484b4f ",
                "616161 8a8781 8d8982 94897f af9381 b7b0a6 b9b5ac 8e8d88 ",
                "686866 8c8881 99958e 9f7259 8c4927 a7978a b5b1a8 787876 ",
                "57595a aca89f c3beb5 bfb8ae b09f92 c3beb5 bbb6ae 494c50 ",
                "363a40 56585a 9c9a95 c3beb5 c4bfb6 c3beb5 606263 363a40 ",
                "363a40 363a40 363a40 535558 989691 7d7c7a 363a40 363a40 ",
                "363a40 363a40 363a40 363a40 363a40 363a40 363a40 363a40 ",
            ]),
        Golden(
            name: "ball",
            rows: [
                "363a40 393b3f 805931 b06e26 ad6c26 7b562f 383b3f 363a40 ",
                "383a3f b77126 ec891d ed8a1d e8871c df811b a76722 383a3f ",
                "7b5731 e9881c ee8b1e ee8a1d e9881c e1831b d27a18 6e4e2e ",
                "a96a26 e8871c eb891d eb881d e6861c df811b d17918 915b21 ",
                "a26628 e1831b e5851c e4851c e0821b d87d19 c97417 895723 ",
                "41445b 9c6c4d d57d20 da7f1a d57c19 c9751c 8a5e41 3a3d51 ",
                "353a41 244285 254aa3 374f95 344d90 204396 1f3a75 353941 ",
                "363a40 353a41 293b62 213c78 203b74 28385d 353941 363a40 ",
            ]),
        Golden(
            name: "ball", mode: .normals,
            rows: [
                "363a40 363c41 458865 64c278 75c26c 658951 373c40 363a40 ",
                "353b41 46b399 71ecbc 90f0b3 a8f0a3 bcec8a a3b65d 393c40 ",
                "377079 60d2d8 84dad6 a1ddcb b8ddbc ccdaa6 ddd285 7e734d ",
                "4088af 6fbdeb 90c4e6 acc8dc c3c8cc d7c5b7 e9bd9a bb8b62 ",
                "4577b9 77a3f7 98acf2 b3afe7 caafd7 dfacc3 f0a3a6 c1796b ",
                "415188 7883fc 9c8ff8 b793ed cf93de e38fc8 f484a9 8a535c ",
                "363a42 6454c6 996af7 b770ee d070de e46ac6 c1548a 393a41 ",
                "363a40 373a42 5d3d89 8c41b4 9f41a9 7e3d75 393a41 363a40 ",
            ]),
        Golden(
            name: "ball", mode: .wireframe,
            rows: [
                "363a40 3b3f44 7c7e81 a3a4a6 a2a3a5 7a7c7f 3b3f44 363a40 ",
                "3a3e44 939597 9e9fa1 999a9c 9fa0a2 9d9e9f 9a9b9d 3a3e44 ",
                "6f7175 949597 85878a 898a8d 818385 929395 959699 76787b ",
                "7e8083 8d8e90 8a8c8e 808284 8b8c8e 828486 8d8e91 8e9092 ",
                "86888a 898a8c 898b8d 808184 85878a 848588 8b8d8f 8c8e90 ",
                "707276 898a8d 8a8b8e 8d8e90 8d8f91 8f9193 959698 737579 ",
                "393d43 909294 a5a6a7 b4b5b6 b5b6b7 aaabac 959698 3a3e43 ",
                "363a40 3a3e44 737579 9e9fa1 9e9fa1 777a7d 3b3f45 363a40 ",
            ]),
        Golden(
            name: "cloud",
            rows: [
                "363a40 3b3c3f 634c39 8c5d33 916032 5f4b3a 3a3b3f 363a40 ",
                "3a3b3f 624c3a 634c3a 52453c 55473b 5f4a3a 624c39 373a3f ",
                "51453c 54463b 49423d 4b423d 46413d 48413d 4c433d 56473b ",
                "57473b 4f4642 403f44 3e3e42 3e3e43 3f3f44 403f42 55473b ",
                "4f4543 3d3d41 3a3d45 373c48 373d4d 3e3e42 3f4049 4c4445 ",
                "3c4051 3f3f46 3d3f4c 3e3f47 3d404a 3c3f49 42414a 3c4150 ",
                "363a40 334163 394052 3b445e 3d455e 343e56 333f5a 353a44 ",
                "363a40 353a42 333f5a 314471 324267 343e55 353a42 363a40 ",
            ]),
        Golden(
            name: "board",
            rows: [
                "333943 5a5c5a 454a52 51504b 393d43 363a40 363a40 363a40 ",
                "3a3d41 867c69 857b69 747269 968669 415064 97835d 404242 ",
                "363a40 7c7566 6f6d69 897f69 636769 ad9669 585f68 393c40 ",
                "363a40 666562 908369 716f69 887e69 595e69 9e8b64 363a40 ",
                "363a40 6d685e 867c69 767369 857d69 8b7e69 3e4b5e 363a40 ",
                "363a40 6c6454 6f6d68 867c69 6f6c69 8f8269 746c59 363a40 ",
                "363a40 363a40 494845 575756 777266 767269 605d54 363a40 ",
                "363a40 363a40 363a40 363a40 383c41 4f5050 333c4b 363a40 ",
            ]),
    ]

    /// Rounding differs by one step at most; the rest is a change that somebody has to look at.
    private static let tolerance = 3

    @Test(arguments: all) func picturesLookAsTheyDid(golden: Golden) throws {
        var options = ViewOptions()
        (options.width, options.height, options.mode) = (64, 64, golden.mode)
        let (scene, image) = Self.scene(golden.name)
        let picture = try scene.rendered(options) { _ in image }.picture
        let means = Self.means(picture)
        let isNear = zip(means, golden.rows.joined().split(separator: " ").map { Int($0, radix: 16) ?? 0 }).allSatisfy {
            (own, other) in
            [16, 8, 0].allSatisfy { abs(own >> $0 & 255 - other >> $0 & 255) <= Self.tolerance }
        }
        #expect(isNear && golden.rows.count == 8, "\(Self.text(means))")
    }

    private static func means(_ picture: RenderedPicture) -> [Int] {
        (0..<64).map { cell in
            var sums = [0, 0, 0]
            for pixel in 0..<64 {
                let (x, y) = (cell % 8 * 8 + pixel % 8, cell / 8 * 8 + pixel / 8)
                for component in 0..<3 { sums[component] += Int(picture.pixels[(y * 64 + x) * 3 + component]) }
            }
            return sums.reduce(0) { $0 << 8 | $1 / 64 }
        }
    }

    private static func text(_ means: [Int]) -> String {
        stride(from: 0, to: 64, by: 8).map { row in
            "\"" + means[row..<row + 8].map { String($0 | 1 << 24, radix: 16).dropFirst() }.joined(separator: " ")
                + " \","
        }.joined(separator: "\n")
    }

    private static func scene(_ name: String) -> (MeshScene, Correspondence.SampledColors.Texels?) {
        switch name {
        case "room": return (room, nil)
        case "ball": return (ball(.polygons), nil)
        case "cloud": return (ball(.points), nil)
        default:
            var bytes: [UInt8] = []
            for texel in 0..<64 * 64 {
                let isDark = (texel % 64 / 8 + texel / 64 / 8) % 2 == 0
                bytes += isDark ? [20, 60, 120] : [240, 200, 120]
            }
            let image = Correspondence.SampledColors.Texels(width: 64, height: 64, components: 3, bytes: bytes)
            return (ShownShapes.textured(), image)
        }
    }

    /// A box whose faces look inwards, with a crate in it.
    private static var room: MeshScene {
        func box(_ low: SIMD3<Float>, _ high: SIMD3<Float>, isInwards: Bool) -> [SIMD3<Float>] {
            func corner(_ index: Int) -> SIMD3<Float> {
                SIMD3(index & 1 == 0 ? low.x : high.x, index & 2 == 0 ? low.y : high.y, index & 4 == 0 ? low.z : high.z)
            }
            let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
            return faces.flatMap { face in
                [0, 1, 2, 0, 2, 3].map { corner(face[isInwards && $0 > 0 ? 4 - $0 : $0]) }
            }
        }
        let walls = box(SIMD3(-2, 0, -2), SIMD3(2, 2, 2), isInwards: true)
        let crate = box(SIMD3(-1, 0, -1.4), SIMD3(0.2, 0.9, -0.2), isInwards: false)
        let gray = [[UInt8]](repeating: [210, 205, 195], count: 12)
        return ShownShapes.scene(walls + crate, colors: gray + [[170, 90, 50]])
    }

    /// A ball, orange above and blue below: of triangles, or of points.
    private static func ball(_ topology: Topology) -> MeshScene {
        let (columns, rows) = (24, 12)
        func place(_ column: Int, _ row: Int) -> SIMD3<Float> {
            let side = ViewDirection(
                azimuth: Double(column) * 360 / Double(columns), elevation: Double(row) * 180 / Double(rows) - 90)
            return SIMD3(Float(side.right), Float(side.up), Float(side.front))
        }
        var corners: [SIMD3<Float>] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let (a, b) = (place(column, row), place(column + 1, row))
                let (c, d) = (place(column + 1, row + 1), place(column, row + 1))
                corners += [a, b, c, a, c, d]
            }
        }
        let half = corners.count / (topology == .points ? 2 : 6)
        let (blue, orange): ([UInt8], [UInt8]) = ([40, 90, 200], [240, 140, 30])
        let colors = [[UInt8]](repeating: blue, count: half) + [orange]
        var scene = ShownShapes.scene(corners, of: topology, colors: colors)
        if topology == .polygons {
            scene.vertexSets[0].attributes.append(
                Attribute(.normal, Column(corners.flatMap { [$0.x, $0.y, $0.z] }, components: 3)))
        }
        return scene
    }
}
