import Foundation
import Testing

@testable import Receiver

@Suite struct PlanTests {
    private func contents(_ package: String?) -> Contents {
        Contents(json: Data((package.map { "{\"package\": \($0)}" } ?? "{\"format\": \"ply\"}").utf8))
    }

    private func targets(_ package: String?) -> [String] {
        Plan.steps(for: contents(package), targets: ["glb", "ply.ascii", "colmap", "scan4d"]).map(\.file)
    }

    @Test func eachUploadGetsWhatItHasTheNeedsFor() {
        #expect(targets(nil) == ["model.glb", "model-ply.ascii.ply"])
        #expect(targets("{\"images\": 3}") == ["colmap.zip", "scan4d.zip"])
        #expect(targets("{\"depth\": 3, \"poses\": 3}") == ["model.glb", "model-ply.ascii.ply", "scan4d.zip"])
        #expect(targets("{}") == ["scan4d.zip"])
    }

    @Test func depthIsReconstructedOnlyWhereThereIsNoMesh() {
        let depth = "\"depth\": 3, \"poses\": 3"
        #expect(Plan.steps(for: contents("{\(depth)}"), targets: ["glb"])[0].words.contains("tsdf"))
        #expect(!Plan.steps(for: contents("{\(depth), \"meshes\": [1]}"), targets: ["glb"])[0].words.contains("tsdf"))
    }

    @Test func layoutsThatAreNothingWithoutPosesNeedThem() {
        let names = ["raw", "polycam-keyframes", "polycam"]
        #expect(Plan.steps(for: contents("{\"images\": 3}"), targets: names).map(\.target) == ["polycam"])
        #expect(Plan.steps(for: contents("{\"images\": 3, \"poses\": 2}"), targets: names).map(\.target) == names)
    }

    @Test func badFramesAreToldApartFromOtherErrors() {
        func findings(_ text: String) -> Findings { Findings(json: Data(text.utf8)) }
        let frame = "{\"severity\": \"error\", \"frame\": \"frame_00001\"}"
        let bad = findings("{\"badFrames\": [\"frame_00001\"], \"findings\": [\(frame)]}")
        #expect(bad.badFrames == ["frame_00001"] && !bad.hasOtherErrors && bad.note.hasSuffix("json: frame_00001"))
        let both = findings("{\"badFrames\": [\"frame_00001\"], \"findings\": [\(frame), {\"severity\": \"error\"}]}")
        #expect(both.hasOtherErrors && both.note == "check found errors, see check.json")
        #expect(findings("{\"findings\": [{\"severity\": \"warning\"}]}").note.isEmpty && findings("no").note.isEmpty)
    }

    @Test func aRefusedTargetSpoilsNoOther() {
        #expect(Outcome(steps: [("glb", .made), ("colmap", .refused("x"))], findings: "").state == .done)
        #expect(Outcome(steps: [("glb", .refused("x"))], findings: "").state == .rejected)
        #expect(Outcome(steps: [], findings: "").state == .done)
    }

    @Test func passingReasonsAndDefectsAreNotTheUploadsFault() {
        #expect(Outcome(steps: [("glb", .made), ("colmap", Verdict(.exit(74)))], findings: "").state == .later)
        #expect(Outcome(steps: [("glb", Verdict(.exit(137)))], findings: "").state == .later)
        #expect(Outcome(steps: [("glb", Verdict(.exit(64)))], findings: "").state == .failed)
        #expect(Outcome(steps: [("glb", Verdict(.exit(70)))], findings: "").state == .failed)
        #expect(Outcome(steps: [("glb", Verdict(.exit(128 + 11)))], findings: "").state == .failed, "a crash")
        #expect(Outcome(steps: [("glb", Verdict(.stopped))], findings: "").state == .stopped)
    }

    @Test func timesAreThoseOfMeshconv() {
        #expect(Settings.seconds("90s") == 90 && Settings.seconds("30m") == 1800 && Settings.seconds("2h") == 7200)
        #expect(Settings.seconds("500ms") == 0.5 && Settings.seconds("x") == nil)
    }
}
