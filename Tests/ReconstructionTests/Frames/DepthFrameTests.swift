import MeshModel
import Testing

@testable import Reconstruction

@Suite struct DepthFrameTests {
    private let camera = PinholeIntrinsics(fx: 4, fy: 4, cx: 2, cy: 1, width: 4, height: 2)

    private func frame(
        _ meters: [Float], confidence: [UInt8]? = nil, intrinsics: PinholeIntrinsics? = nil, pose: Affine = .identity
    ) throws(FrameDefect) -> DepthFrame {
        try DepthFrame(
            meters: meters, width: 4, height: 2, confidence: confidence, intrinsics: intrinsics ?? camera,
            cameraToWorld: pose)
    }

    @Test func badPartsAreNamed() {
        let good = [Float](repeating: 1, count: 8)
        var broken = Affine()
        broken.translation.x = .nan
        var mirrored = Affine()
        mirrored.x.x = -1
        var still = Affine()
        still.x = SIMD3()
        var noCamera = camera
        noCamera.fx = 0
        var hugeCamera = camera
        hugeCamera.cx = .infinity
        let cases: [(FrameDefect.Part, () throws(FrameDefect) -> DepthFrame)] = [
            (.depth, { () throws(FrameDefect) in try frame([1]) }),
            (.depth, { () throws(FrameDefect) in try frame([Float](repeating: 0, count: 8)) }),
            (.depth, { () throws(FrameDefect) in try frame([Float](repeating: .nan, count: 8)) }),
            (.confidence, { () throws(FrameDefect) in try frame(good, confidence: [1]) }),
            (.intrinsics, { () throws(FrameDefect) in try frame(good, intrinsics: noCamera) }),
            (.intrinsics, { () throws(FrameDefect) in try frame(good, intrinsics: hugeCamera) }),
            (.pose, { () throws(FrameDefect) in try frame(good, pose: broken) }),
            (.pose, { () throws(FrameDefect) in try frame(good, pose: mirrored) }),
            (.pose, { () throws(FrameDefect) in try frame(good, pose: still) }),
        ]
        for (part, make) in cases {
            let error = #expect(throws: FrameDefect.self) { try make() }
            #expect(error?.part == part)
        }
    }

    @Test func valuesThatAreNoDistancesAreUnmeasured() throws {
        let frame = try frame([1, 0, -1, .nan, .infinity, 2, 3, 4])
        #expect(frame.depth == [1, 0, 0, 0, 0, 2, 3, 4])
    }

    @Test func confidenceOfZeroEverywhereIsUnknown() throws {
        let good = [Float](repeating: 1, count: 8)
        #expect(try frame(good).isConfidenceUnknown)
        #expect(try frame(good, confidence: [UInt8](repeating: 0, count: 8)).isConfidenceUnknown)
        #expect(try !frame(good, confidence: [0, 0, 0, 0, 0, 0, 0, 1]).isConfidenceUnknown)
    }

    @Test func paddedRowsOfMillimetresAreRead() throws {
        // Two rows of four numbers, each followed by two that mean nothing.
        let samples: [UInt16] = [1000, 1001, 1002, 1003, 9, 9, 2000, 2001, 2002, 2003, 9, 9]
        let frame = try unsafe samples.withUnsafeBytes { bytes in
            try unsafe DepthFrame(
                depth: .samples(ImageMemory(bytes, width: 4, height: 2, bytesPerRow: 12), scale: 0.001),
                intrinsics: camera, cameraToWorld: .identity)
        }
        #expect(frame.depth == [1, 1.001, 1.002, 1.003, 2, 2.001, 2.002, 2.003])
    }

    @Test(arguments: [(4, 3, 12), (4, 2, 7), (4, 2, Int.max), (0, 2, 12), (4, 1 << 40, 12), (-4, 2, 12)])
    func memoryThatIsTooSmallIsRefused(width: Int, height: Int, bytesPerRow: Int) {
        let samples = [UInt16](repeating: 1000, count: 12)
        let error = #expect(throws: FrameDefect.self) {
            try unsafe samples.withUnsafeBytes { bytes in
                try unsafe DepthFrame(
                    depth: .samples(
                        ImageMemory(bytes, width: width, height: height, bytesPerRow: bytesPerRow), scale: 0.001),
                    intrinsics: camera, cameraToWorld: .identity)
            }
        }
        #expect(error?.part == .depth)
    }

    @Test func intrinsicsAreScaledAlongEachAxis() throws {
        let scaled = try #require(
            PinholeIntrinsics(fx: 1450, fy: 1440, cx: 960, cy: 720, width: 1920, height: 1440)
                .scaled(toWidth: 256, height: 192))
        #expect(abs(scaled.fx - 1450 * 256 / 1920) < 1e-9)
        #expect(abs(scaled.cy - 96) < 1e-9)
    }
}
