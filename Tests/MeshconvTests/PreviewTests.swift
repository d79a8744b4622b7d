import Foundation
import Testing

/// The options of `meshconv preview`; that pictures are right is MeshRender's business.
@Suite struct PreviewCommandTests {
    private func bytes(_ name: String, in program: Program) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: program.folder.appendingPathComponent(name)))
    }

    @Test func picturesAreWrittenAsTheirNamesSay() throws {
        let program = try Program()
        #expect(try program.run("preview", "ply/ascii.ply", "a.jpg", "--size", "32").status == 0)
        #expect(try bytes("a.jpg", in: program).starts(with: [0xFF, 0xD8]))
        let words = ["--view", "30,20", "--mode", "edges", "--background", "#ffffff", "--size", "40x30"]
        #expect(
            try program.run(all: ["preview", "ply/ascii.ply", "b", "--kind", "png"] + words).status == 0)
        #expect(try bytes("b", in: program)[16..<24].elementsEqual([0, 0, 0, 40, 0, 0, 0, 30]))
        #expect(
            try program.run(
                "preview", "ply/ascii.ply", "c.png", "--turntable", "5", "--animate", "--size", "20"
            ).status == 0)
        #expect(try bytes("c.png", in: program).firstRange(of: Array("fdAT".utf8)) != nil)
    }

    /// The file itself, or a texture that it names.
    @Test func aPictureTakesNoFileOfTheInputsPlace() throws {
        let program = try Program()
        for (name, text) in [
            ("model.obj", "mtllib model.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n"),
            ("model.mtl", "newmtl a\nmap_Kd model.png\n"),
        ] {
            try Data(text.utf8).write(to: program.folder.appendingPathComponent(name))
        }
        #expect(try program.run("preview", "ply/ascii.ply", "model.png", "--size", "8").status == 0)
        let texture = try bytes("model.png", in: program)
        let result = try program.run("preview", "model.obj", "model.png")
        #expect(result.status == 64 && result.errors.contains("is a file of the input"), "\(result.errors)")
        #expect(try bytes("model.png", in: program) == texture)
        #expect(try program.run("preview", "model.obj", "other.png", "--size", "8").status == 0)
    }

    @Test(arguments: [
        ("a.gif", "ends in .png or .jpg"), ("a.png --size 1000000000", "such as 1024x768"),
        ("a.png --size 10x", "such as 1024x768"), ("a.png --size -3", "--size"), ("a.png --view up", "--view"),
        ("a.png --view 10,91", "--view"), ("a.png --view nan,0", "--view"), ("a.png --mode glossy", "--mode"),
        ("a.png --background 12", "--background"), ("a.png --turntable 1", "2 to 100"),
        ("a.png --turntable 100 --size 8000", "pixels"), ("a.jpg --turntable 3 --animate", "moves"),
        ("a.png --animate", "takes time"), ("a.png --time 1s", "animation"), ("a.png --kind gif", "--kind"),
        ("a.png --show depth", "scan package"), ("", "--in-terminal"), ("--in-terminal", "pipe"),
    ])
    func whatIsNotPossibleIsSaid(words: String, part: String) throws {
        let program = try Program()
        let result = try program.run(
            all: ["preview", "ply/ascii.ply"] + words.split(separator: " ").map(String.init))
        #expect(result.status != 0 && result.status < 70)
        #expect(result.errors.contains(part), "\(result.errors)")
        #expect(result.errors.contains("error"))
    }
}
