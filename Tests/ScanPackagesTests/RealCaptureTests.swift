import Foundation
import MeshModel
import ScanPackages
import Testing

/// The real capture of 3D Scanner App, if the corpus lies beside the checkout.
@Suite struct RealCaptureTests {
    static let folder: String? = {
        var place = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { place.deleteLastPathComponent() }
        let path = place.appendingPathComponent("../shared/corpus/packages/3dscannerapp-lowres").path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    @Test(.enabled(if: folder != nil))
    func itsMeshLiesWhereItsDepthIs() throws {
        let package = try ScanPackage.open(try #require(Self.folder))
        #expect(package.kind == .scannerApp)
        #expect(package.frames.count == 92)
        #expect(package.frames.count { $0.imagePath != nil } == 31)
        #expect(package.frames.allSatisfy { $0.intrinsics?.width == 1920 && $0.intrinsics?.height == 1440 })
        let mesh = try #require(package.files["export_refined.obj"]).bytes()
        var vertices: [SIMD3<Double>] = []
        for line in mesh.split(separator: 0x0A) where line.starts(with: Array("v ".utf8)) {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst().compactMap {
                Double($0)
            }
            if words.count >= 3 { vertices.append(SIMD3(words[0], words[1], words[2])) }
        }
        #expect(vertices.count == 4143)
        var errors: [Double] = []
        for frame in package.frames {
            let map = try #require(try package.depthMap(of: frame))
            #expect(map.byteOrder == .big)
            let confidence = try #require(try package.confidenceMap(of: frame))
            let lens = try #require(frame.intrinsics?.scaled(toWidth: map.width, height: map.height))
            let inverse = try #require(frame.pose).rigidInverse
            for vertex in vertices {
                let point = inverse.applied(to: vertex)
                guard let (u, v) = lens.pixel(of: point), u >= 0, v >= 0, u < Double(map.width), v < Double(map.height),
                    let depth = map.depth(x: Int(u), y: Int(v)),
                    confidence.level(x: Int(u), y: Int(v), ofWidth: map.width, height: map.height) == 2
                else { continue }
                errors.append(depth + point.z)
            }
        }
        errors.sort()
        func quantile(_ part: Double) -> Double { errors[Int(part * Double(errors.count - 1))] }
        #expect(errors.count > 100_000)
        // Millimetres of a depth camera at half a metre.
        #expect(abs(quantile(0.5)) < 0.02)
        #expect(quantile(0.95) - quantile(0.05) < 0.06)
        print(
            "real capture: \(errors.count) differences, m: ", [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99].map(quantile))
    }
}
