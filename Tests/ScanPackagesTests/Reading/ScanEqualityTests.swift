import MeshBytes
import MeshModel
import Testing

@testable import ScanPackages

/// Parts of packages are equal if all that they hold is, with other members in the same order.
@Suite struct ScanEqualityTests {
    @Test func eachPropertyOfAFrameCounts() {
        let changes: [(inout ScanFrame) -> Void] = [
            { $0.name = "b" }, { $0.kind = .cubeFace("up") }, { $0.imagePath = "a" }, { $0.depthPath = "a" },
            { $0.confidencePath = "a" }, { $0.maskPath = "a" }, { $0.cameraPath = "a" },
            { $0.intrinsics = PinholeIntrinsics(fx: 1, fy: 1, cx: 0, cy: 0, width: 1, height: 1) },
            { $0.pose = .identity }, { $0.isKeyframe = true }, { $0.sharpness = 1 }, { $0.blurScore = 1 },
            { $0.exposureDuration = 1 }, { $0.timestamp = 1 }, { $0.otherMembers = [("a", 1)] },
            { $0.otherMembers = [("a", 1), ("b", 2)] }, { $0.otherMembers = [("b", 2), ("a", 1)] },
        ]
        let frames =
            [ScanFrame(name: "a")]
            + changes.map { change in
                var frame = ScanFrame(name: "a")
                change(&frame)
                return frame
            }
        for (a, frame) in frames.enumerated() {
            for (b, other) in frames.enumerated() { #expect((frame == other) == (a == b), "\(a), \(b)") }
        }
    }

    @Test func eachMemberOfMetadataCounts() {
        let all: [ScanMetadata] = [
            ScanMetadata(), ScanMetadata([("a", 1)]), ScanMetadata([("a", 2)]), ScanMetadata([("a", 1), ("b", 1)]),
            ScanMetadata([("b", 1), ("a", 1)]),
        ]
        for (a, one) in all.enumerated() {
            for (b, other) in all.enumerated() { #expect((one == other) == (a == b), "\(a), \(b)") }
        }
    }

    @Test func eachFileAndMemberOfAStillCounts() {
        let changes: [(inout EquirectStill) -> Void] = [
            { _ in }, { $0.name = "b" }, { $0.imagePath = "a" }, { $0.maskPath = "a" }, { $0.sidecarPath = "a" },
            { $0.members = [("a", 1)] }, { $0.members = [("a", 2)] },
        ]
        let stills = changes.map { change in
            var still = EquirectStill(name: "a")
            change(&still)
            return still
        }
        for (a, still) in stills.enumerated() {
            for (b, other) in stills.enumerated() { #expect((still == other) == (a == b), "\(a), \(b)") }
        }
    }
}
