import Foundation
import MeshBytes
import MeshConvert
import MeshFormats
import MeshImages
import MeshModel
import ScanFixtures
import ScanPackages
import Testing

/// The files that a scan's mesh becomes, checked byte by byte.
@Suite struct CaptureFormatsTests {
    /// A wavy square of 9 × 9 vertices and 128 triangles as the app keeps it, with slowly changing colours.
    private struct Wave {
        static let side = 9
        var positions: [SIMD3<Float>] = []
        var colors: [SIMD3<Float>] = []
        var faces: [[Int]] = []

        init() {
            for row in 0..<Self.side {
                for column in 0..<Self.side {
                    let height = Float((row * 3 + column * 5) % 4) * 0.03
                    positions.append(SIMD3(Float(column) * 0.25 - 1, height, Float(row) * 0.25 - 1))
                    colors.append(
                        SIMD3(60 + Float(column) * 15, 200 - Float(row) * 12, 90 + Float(row + column) * 6) / 255)
                }
            }
            for row in 0..<Self.side - 1 {
                for column in 0..<Self.side - 1 {
                    let a = row * Self.side + column
                    faces += [[a, a + Self.side, a + 1], [a + 1, a + Self.side, a + Self.side + 1]]
                }
            }
        }

        var obj: [UInt8] {
            var text = ""
            for p in positions { text += "v \(p.x) \(p.y) \(p.z)\n" }
            for f in faces { text += "f \(f[0] + 1) \(f[1] + 1) \(f[2] + 1)\n" }
            return Array(text.utf8)
        }

        var colorsFile: [UInt8] {
            colors.flatMap { color in
                [color.x, color.y, color.z, 1].flatMap { value in
                    (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
                }
            }
        }
    }

    private func converted(_ name: String, _ change: (inout ConvertOptions) -> Void = { _ in }) throws -> [UInt8] {
        let wave = Wave()
        var options = ConvertOptions()
        options.scanMesh.colors = .bytes(wave.colorsFile)
        options.scanMesh.colorSource = .photo
        change(&options)
        let report = try convert(.bytes(wave.obj, named: "mesh.obj"), to: .data(named: name), options: options)
        return try #require(report.data)
    }

    // MARK: OBJ

    /// Everything in one file: CRLF, tabs, exponents, colours after positions, polygons, indices from the end.
    @Test func f12WhatAnOBJMayHoldArrives() throws {
        let text =
            "# by hand\r\nv\t0 0 0 1 0 0\r\nv 1e0 0 0 0 1 0\r\nv  1 1.5E-1\t0 0 0 1\r\nv 0 1 0 1 1 1\r\n"
            + "v\t-1.25e-3 .5 0 0.5 0.25 0.125\r\nf 1 2 3 4 5\r\nf\t-5 -4 -3 -2\r\n"
        var options = ConvertOptions()
        options.forceScene = true
        options.verify = true
        let report = try convert(.bytes(Array(text.utf8), named: "a.obj"), to: .data(named: "b.obj"), options: options)
        #expect(report.verified == true && report.losses.allSatisfy { $0.severity > .rounded })
        let written = String(decoding: try #require(report.data), as: UTF8.self)
        let lines = written.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("f ") } == ["f 1 2 3 4 5", "f 1 2 3 4"])
        var numbers: [[Double?]] = []
        for line in lines where line.hasPrefix("v ") {
            numbers.append(line.split(separator: " ").dropFirst().map { Double($0) })
        }
        #expect(
            numbers == [
                [0, 0, 0, 1, 0, 0], [1, 0, 0, 0, 1, 0], [1, 0.15, 0, 0, 0, 1], [0, 1, 0, 1, 1, 1],
                [-0.00125, 0.5, 0, 0.5, 0.25, 0.125],
            ])
    }

    /// Positions of any size, printed by Swift in the app, keep their bits.
    @Test func f12PositionsHaveTheSameBits() throws {
        var random = FixtureRandom(12)
        var values: [Float] = []
        while values.count < 30_000 {
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            if value.isFinite { values.append(value) }
        }
        var text = ""
        for index in stride(from: 0, to: values.count, by: 3) {
            text += "v \(values[index]) \(values[index + 1]) \(values[index + 2])\nf \(index / 3 + 1) 1 2\n"
        }
        var options = ConvertOptions()
        options.forceScene = true
        let report = try convert(.bytes(Array(text.utf8), named: "a.obj"), to: .data(named: "b.obj"), options: options)
        let back = String(decoding: try #require(report.data), as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("v ") }.flatMap { $0.split(separator: " ").dropFirst().map { Float($0) } }
        #expect(back.count == values.count)
        #expect(zip(back, values).allSatisfy { $0?.bitPattern == $1.bitPattern })
    }

    // MARK: USDZ

    /// A package for Quick Look, by its bytes: stored entries, data at multiples of 64, a layer first.
    @Test func f13TheUSDZIsLaidOutAsQuickLookWantsIt() throws {
        let file = try converted("out.usdz")
        func number(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(file[at + $1]) << ($1 * 8) } }
        var names: [String] = []
        var at = 0
        while file[at..<at + 4].elementsEqual([0x50, 0x4B, 3, 4]) {
            let (size, name, extra) = (number(at + 18, 4), number(at + 26, 2), number(at + 28, 2))
            #expect(number(at + 6, 2) & 8 == 0 && number(at + 8, 2) == 0 && number(at + 22, 4) == size)
            names.append(String(decoding: file[at + 30..<at + 30 + name], as: UTF8.self))
            let data = at + 30 + name + extra
            #expect(data % 64 == 0, "\(names.last ?? "")")
            at = data + size
        }
        #expect(file[at..<at + 4].elementsEqual([0x50, 0x4B, 1, 2]))
        #expect(names.first?.hasSuffix(".usdc") == true || names.first?.hasSuffix(".usda") == true)
        let scene = try read(file)
        #expect(scene.upAxis == .y && scene.metersPerUnit == 1)
        #expect(scene.vertexSets[0].attribute(.color(0))?.values.count == Wave().positions.count)
        let layer = String(decoding: try converted("out.usda"), as: UTF8.self)
        #expect(layer.contains("upAxis = \"Y\"") && layer.contains("metersPerUnit = 1"))
        #expect(layer.contains("primvars:displayColor"))
        #expect(!layer.contains("normals"))
        let smooth = String(decoding: try converted("out.usda") { $0.normals = .angle }, as: UTF8.self)
        #expect(smooth.contains("normal3f[]"))
    }

    /// The texture that is painted from the colours, for viewers that ignore colours of vertices.
    @Test func f13ThePaintedTextureShowsTheColours() throws {
        let scene = try read(try converted("out.usdz"))
        let wave = Wave()
        let png = try #require(scene.images.first?.bytes)
        let image = try PixelImage(png.span)
        guard case .bytes(let texels) = image.samples else {
            Issue.record("expected 8 bits, found \(image.storedBitDepth)")
            return
        }
        let set = scene.vertexSets[0]
        let primitive = scene.meshes[0].primitives[0]
        let corners = try #require(primitive.cornerAttributes.first { set.pools[$0.pool].semantic == .texCoord(0) })
        let values = set.pools[corners.pool].values.doubles()
        let indices = corners.indices?.integers() ?? (0..<Int64(primitive.cornerCount)).map { $0 }
        let isTop = set.pools[corners.pool].frame.uvOrigin != .bottomLeft
        #expect(values.allSatisfy { (0...1).contains($0) })
        #expect(indices.count == wave.faces.count * 3)
        let vertices = try #require(primitive.vertices).integers()
        for face in wave.faces.indices {
            var (uv, color) = (SIMD2<Double>(), SIMD3<Double>())
            for corner in face * 3..<face * 3 + 3 {
                let at = Int(indices[corner])
                uv += SIMD2(values[at * 2], values[at * 2 + 1]) / 3
                color += SIMD3<Double>(wave.colors[Int(vertices[corner])]) * 255 / 3
            }
            let x = min(image.width - 1, Int(uv.x * Double(image.width)))
            let y = min(image.height - 1, Int((isTop ? uv.y : 1 - uv.y) * Double(image.height)))
            for channel in 0..<3 {
                let texel = Double(texels[(y * image.width + x) * image.layout.rawValue + channel])
                #expect(abs(texel - color[channel]) <= 4, "face \(face), channel \(channel)")
            }
        }
    }

    /// Reads as a foreign file.
    private func read(_ file: [UInt8]) throws -> MeshScene {
        var options = ConvertOptions()
        options.reading.options["origin"] = "ignore"
        return try Pipeline().read(.bytes(file, name: "out.usdz"), options: options).scene
    }

    // MARK: GLB

    /// The rules of glTF 2.0 that writers often break, by the bytes (sections 3.6, 4.4).
    @Test func f14TheGLBKeepsTheRules() throws {
        let file = try converted("out.glb")
        func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(file[at + $1]) << ($1 * 8) } }
        #expect(file.starts(with: Array("glTF".utf8)) && number(4) == 2 && number(8) == file.count)
        let json = 20..<20 + number(12)
        #expect(number(12) % 4 == 0 && number(16) == 0x4E4F_534A)
        let data = json.upperBound + 8
        #expect(number(json.upperBound) % 4 == 0 && number(json.upperBound + 4) == 0x004E_4942)
        #expect(data + number(json.upperBound) == file.count)
        let root = try JSONValue.parse(Array(file[json]))
        func place(_ accessor: JSONValue) throws -> Int {
            let view = try #require(root["bufferViews"]?[Int(accessor["bufferView"]?.int ?? -1)])
            return data + Int((view["byteOffset"]?.int ?? 0) + (accessor["byteOffset"]?.int ?? 0))
        }
        func accessor(_ index: JSONValue?) throws -> JSONValue {
            let at = try #require(index?.int)
            return try #require(root["accessors"]?[Int(at)])
        }
        func floats(_ accessor: JSONValue) throws -> [Float] {
            let (start, count) = (try place(accessor), Int(accessor["count"]?.int ?? 0))
            #expect(accessor["componentType"]?.int == 5126 && accessor["type"] == "VEC3" && (start - data) % 4 == 0)
            return (0..<count * 3).map { Float(bitPattern: UInt32(number(start + $0 * 4))) }
        }
        let wave = Wave()
        let primitive = try #require(root["meshes"]?[0]?["primitives"]?[0])
        let position = try accessor(primitive["attributes"]?["POSITION"])
        let positions = try floats(position)
        for axis in 0..<3 {
            let own = stride(from: axis, to: positions.count, by: 3).map { Double(positions[$0]) }
            #expect(position["min"]?[axis]?.number == own.min() && position["max"]?[axis]?.number == own.max())
        }
        // IEC 61966-2-1; the colours in the app's file are sRGB.
        let colors = try floats(try accessor(primitive["attributes"]?["COLOR_0"]))
        #expect(colors.count == positions.count && positions.count == wave.positions.count * 3)
        for (index, color) in wave.colors.enumerated() {
            for channel in 0..<3 {
                let value = Double(color[channel])
                let linear = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
                #expect(abs(Double(colors[index * 3 + channel]) - linear) < 1e-6)
            }
        }
        let indices = try accessor(primitive["indices"])
        let (start, count) = (try place(indices), Int(indices["count"]?.int ?? 0))
        let size = [5121: 1, 5123: 2, 5125: 4][Int(indices["componentType"]?.int ?? 0)] ?? 0
        #expect(count == wave.faces.count * 3 && size > 0 && (start - data) % size == 0)
        let values = (0..<count).map { at in
            (0..<size).reduce(0) { $0 | Int(file[start + at * size + $1]) << ($1 * 8) }
        }
        #expect(values.max() == wave.positions.count - 1)
        #expect(values == wave.faces.flatMap(\.self))
    }
}
