import Foundation
import Testing

@Suite struct DiffLineTests {
    /// Three objects of two triangles each; `faces` says how many of them each has.
    private func objects(_ faces: [Int]) -> String {
        var text = ""
        for (object, count) in faces.enumerated() {
            text += "o part\(object)\n"
            for corner in ["0 0 0", "1 0 0", "1 1 0", "0 1 0"] { text += "v \(corner)\n" }
            let first = 4 * object
            for face in ["1 2 3", "1 3 4"].prefix(count) {
                let corners = face.split(separator: " ").compactMap { Int($0) }.map { String($0 + first) }
                text += "f \(corners.joined(separator: " "))\n"
            }
        }
        return text
    }

    private func diff(_ first: [Int], _ second: [Int], _ words: String...) throws -> [String] {
        let program = try Program(hasCases: false)
        for (name, faces) in [("a.obj", first), ("b.obj", second)] {
            try Data(objects(faces).utf8).write(to: program.folder.appendingPathComponent(name))
        }
        let output = try program.run(all: ["diff", "a.obj", "b.obj"] + words).output
        return output.split(separator: "\n").map(String.init)
    }

    @Test func whatSeveralMeshesLackIsOneLine() throws {
        let lines = try diff([2, 2, 2], [1, 2, 1])
        #expect(lines.filter { $0.contains("missing") } == ["  missing  2 faces in 2 meshes"])
    }

    @Test func whatOneMeshLacksNamesNoNumberOfMeshes() throws {
        let lines = try diff([2, 2, 2], [1, 2, 2])
        #expect(lines.filter { $0.contains("missing") } == ["  missing  1 face"])
    }

    @Test func verboseNamesEachMesh() throws {
        let lines = try diff([2, 2, 2], [1, 2, 1], "--verbose")
        #expect(lines.filter { $0.contains("missing") } == ["  missing  1 face", "  missing  1 face"])
        #expect(lines.contains { $0.contains("/meshes/0/") } && lines.contains { $0.contains("/meshes/2/") })
    }
}
