import Foundation
import Testing

@testable import Receiver

@Suite struct PageTests {
    private let models = DroppedModels(root: "/tmp/none", largest: 10)

    @Test func filesKeepTheNamesThatModelsReferTo() {
        #expect(models.file(["my%20model.obj"], of: 1) == "/tmp/none/1/files/my model.obj")
        #expect(models.file(["textures", "K%C3%BCche.png"], of: 2) == "/tmp/none/2/files/textures/Küche.png")
    }

    @Test(arguments: [
        ["..", "x"], ["%2e%2e"], ["a%2Fb"], ["a%5Cb"], ["a%00"], ["a%0A"], [""], [], ["."],
        Array(repeating: "a", count: 9),
        [String(repeating: "a", count: 256)],
    ]) func namesThatLeadElsewhereAreNone(parts: [String]) {
        #expect(models.file(parts, of: 1) == nil)
    }

    @Test func resultsHaveAFolderForEachVariant() {
        #expect(models.results("ply.binary-big-endian", of: 3) == "/tmp/none/3/results/ply.binary-big-endian")
        for variant in ["..", "%2e", "a/b", "", "x", ".ply", "A", "ply\0"] {
            #expect(models.results(variant, of: 3) == nil)
        }
    }

    @Test func theFilesOfAModelShareItsRoom() throws {
        let folder = try PageFolder()
        defer { folder.remove() }
        let models = DroppedModels(root: folder.path, largest: 10)
        let id = try models.make()
        #expect(models.admit(6, to: id) && models.admit(4, to: id) && !models.admit(1, to: id))
        #expect(!models.admit(.max, to: id) && !models.admit(1, to: id + 1))
        models.remove(id)
        #expect(!models.holds(id) && !FileManager.default.fileExists(atPath: models.folder(id)))
    }

    @Test func thePageAllowsNothingButItself() {
        #expect(PageDocument.policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
        #expect(!PageDocument.policy.contains("unsafe") && !PageDocument.policy.contains("http"))
    }
}
