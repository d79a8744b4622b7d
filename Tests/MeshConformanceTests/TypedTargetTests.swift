import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

@testable import MeshConformance

@Suite struct TypedTargetTests {
    private let pipeline = Pipeline()

    @Test func endingsAndVariantsNameTargets() {
        #expect(TypedTarget(".ply", pipeline)?.variant == "ply.binary")
        #expect(TypedTarget("--to stl.ascii", pipeline, otherwise: "obj")?.variant == "stl.ascii")
        #expect(TypedTarget("--to usd", pipeline)?.variant == TypedTarget(".usdz", pipeline)?.variant)
        #expect(TypedTarget("--weld none", pipeline, otherwise: "glb")?.variant == "glb")
    }

    @Test func optionsMeanWhatTheCommandMeans() {
        let typed = TypedTarget(
            "--units-out mm --up-out z --weld none --set position-low=true", pipeline, otherwise: "glb")
        #expect(typed?.options.output.metersPerUnit == 0.001)
        #expect(typed?.options.output.upAxis == .z)
        #expect(typed?.options.weld.word == "none")
        #expect(typed?.options.writing.options["position-low"] == "true")
    }

    @Test(arguments: [
        "", ".stp", "--to", "--to gbl", "--weld maybe", "--units-out miles", "--up-out x", "--set position-low",
        "--set position-low=2",
        "--set nothing=1", "ply", "--verify",
    ])
    func whatTheCommandRefusesIsRefused(words: String) {
        #expect(TypedTarget(words, pipeline) == nil)
        if !words.isEmpty { #expect(TypedTarget(words, pipeline, otherwise: "glb") == nil) }
    }
}

@Suite struct RemedyCheckTests {
    private func loss(
        _ code: Loss.Code, _ severity: Loss.Severity, _ subject: String = "/a", cause: String = "x"
    ) -> Loss {
        Loss(code, severity, subject: subject, name: "a", count: 1, unit: "rows", cause: cause)
    }

    @Test func whatIsLeftOfALossIsTold() {
        let lost = loss(.attributeDropped, .dropped)
        func left(_ rest: Loss...) -> String? { RemedyCheck.remainder(of: lost, among: [lost], in: rest) }
        #expect(left() == nil)
        #expect(left(loss(.attributeDropped, .dropped, cause: "y")) == "still dropped: attribute.dropped (y)")
        #expect(left(loss(.attributeDropped, .approximated)) != nil)
        #expect(left(loss(.attributeDropped, .reencoded)) == nil)
        #expect(left(loss(.attributeDropped, .dropped, "/b")) == nil)
        #expect(left(loss(.nameDropped, .dropped)) == nil)
    }

    @Test func whatWasLostForAnotherReasonHasItsOwnRemedy() {
        let one = loss(.hierarchyBaked, .dropped, cause: "no nodes")
        let other = loss(.hierarchyBaked, .approximated, cause: "no transforms")
        #expect(RemedyCheck.remainder(of: one, among: [one, other], in: [other]) == nil)
        #expect(RemedyCheck.remainder(of: other, among: [one, other], in: [other]) != nil)
    }

    @Test func changesThatAreNoLossHaveToGoAltogether() {
        let welded = loss(.vertexWelded, .reencoded)
        #expect(RemedyCheck.remainder(of: welded, among: [welded], in: [welded]) != nil)
        #expect(RemedyCheck.remainder(of: welded, among: [welded], in: []) == nil)
    }

    @Test func remediesOfADocumentAreTyped() throws {
        let text =
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
            + "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty int label\nelement face 1\n"
            + "property list uchar int vertex_indices\nend_header\n0 0 0 1 2 3 4\n1 0 0 1 2 3 4\n0 1 0 1 2 3 4\n3 0 1 2\n"
        var outcome = RemedyCheck.Outcome()
        let document = try Pipeline().read(.bytes(Array(text.utf8), name: "a.ply"))
        RemedyCheck(folder: "").check(document, "a.ply", &outcome)
        #expect(outcome.tried > 5)
        #expect(outcome.failures.map(\.name) == [])
    }
}
