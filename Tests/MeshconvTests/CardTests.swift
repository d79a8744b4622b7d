import Foundation
import Testing

@testable import meshconv

/// `info` as a card, and `formats`: on one screen, in plain words.
@Suite struct CardTests {
    /// Returns what is wrong with a text for a screen of 80 × 24, where the command and the next prompt stand as well.
    private func faults(_ text: String, lines most: Int = 22) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.filter { $0.count > 80 }.map { "wide: \($0)" }
            + (lines.count > most ? ["\(lines.count) lines"] : [])
    }

    @Test(arguments: ["complaints", "scan", "looks"])
    func cardsFitAScreen(folder: String) throws {
        let program = try Program()
        let place = program.folder.appendingPathComponent(folder)
        let models = try FileManager.default.contentsOfDirectory(atPath: place.path).filter { name in
            ["ply", "obj", "stl", "glb", "gltf", "usda", "usdz"].contains { name.hasSuffix(".\($0)") }
        }
        #expect(!models.isEmpty)
        for name in models.sorted() {
            let found = try program.run("info", "\(folder)/\(name)")
            #expect(faults(found.output).isEmpty, "\(folder)/\(name): \(faults(found.output))")
        }
    }

    @Test func packagesFitAScreen() throws {
        let found = try Program().run("info", "package/capture")
        #expect(found.status == 0)
        #expect(faults(found.output).isEmpty)
        #expect(found.output.contains("textured_output.obj   4 faces, 1 texture; this one is converted"))
    }

    @Test func nativeFactsAndVariantsAreForThoseWhoAsk() throws {
        let program = try Program()
        let card = try program.run("info", "gltf/animation.gltf")
        #expect(card.output.contains("animation  move 1 s, animation 2 1 s\n"))
        #expect(!card.output.contains("lossless"))
        let formats = try program.run("info", "gltf/animation.gltf", "--formats")
        #expect(formats.output.contains("lossless   glb, gltf\n"))
        let all = try program.run("info", "gltf/extras.gltf", "--verbose")
        #expect(all.output.contains("/extras (1 entry)"))
        let short = try program.run("info", "gltf/extras.gltf")
        #expect(!short.output.contains("only in gltf"))
    }

    @Test func aMissingTextureIsSaidWithItsUse() throws {
        let card = try Program().run("info", "gltf/image_missing.gltf")
        #expect(card.output.contains("textures   nowhere.png   missing (base colour)"))
        #expect(card.output.contains("1 texture missing"))
        #expect(!card.output.contains("error"))
    }

    @Test func aTextureHasItsPixelsKindBytesAndUse() throws {
        let card = try Program().run("info", "complaints/assimp-2944-physically-based.obj")
        #expect(card.output.contains("textures   albedo.png   2 × 2, PNG, 82 B   base colour"))
    }

    @Test func anSTLWithoutUnitSaysHowToGiveOne() throws {
        let card = try Program().run("info", "looks/plain_surface.stl")
        #expect(card.output.contains("1 × 1 × 1, no unit: metres? STL often has mm: --units mm"))
        #expect(card.output.contains("usually Z in STL: --up z"))
        let stated = try Program().run("info", "looks/plain_surface.stl", "--units", "mm", "--up", "z")
        #expect(stated.output.contains("size       1 × 1 × 1 mm\n"))
        #expect(stated.output.contains("up axis    Z\n"))
    }

    @Test func pointsHaveNoSurface() throws {
        let card = try Program().run("info", "ply/splat.ply")
        #expect(card.output.contains("Gaussian splats"))
        #expect(card.output.contains("print        ✗ there is no surface"))
    }

    @Test func sizesHaveThreeDigits() {
        #expect(CardSize.number(2.65625) == "2.66")
        #expect(CardSize.number(0.0542439) == "0.0542")
        #expect(CardSize.number(6113) == "6,113")
        #expect(CardSize.number(0) == "0")
    }

    // MARK: Formats

    @Test func theListOfFormatsFitsAScreen() throws {
        let list = try Program(hasCases: false).run("formats")
        #expect(list.status == 0)
        #expect(faults(list.output, lines: 23).isEmpty)
        for word in ["PLY", "glTF", ".usdz", "stray-scanner", "meshconv formats --table"] {
            #expect(list.output.contains(word), "\(word)")
        }
    }

    @Test(arguments: ["ply", "obj", "stl", "off", "gltf", "usd", "packages", "purposes"])
    func oneFormatFits80ColumnsWithEachOptionOnce(name: String) throws {
        let text = try Program(hasCases: false).run("formats", name)
        #expect(text.status == 0)
        #expect(faults(text.output, lines: .max).isEmpty)
        let options = text.output.split(separator: "\n").filter { $0.hasPrefix("  --set ") }
        #expect(Set(options).count == options.count)
    }

    @Test func aFormatIsNamedByExtensionVariantOrName() throws {
        let program = try Program(hasCases: false)
        let text = try program.run("formats", "ply").output
        for name in [".ply", "PLY", "ply.ascii"] { #expect(try program.run("formats", name).output == text, "\(name)") }
        #expect(try program.run("formats", "colmap-binary").output == program.run("formats", "packages").output)
        #expect(try program.run("formats", "web").output == program.run("formats", "purposes").output)
        let wrong = try program.run("formats", "plyy")
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("no format is called 'plyy'; did you mean 'ply'?"))
    }

    @Test func theWideTableIsForThoseWhoAsk() throws {
        let table = try Program(hasCases: false).run("formats", "--table")
        #expect(table.output.hasPrefix("holds "))
        #expect(table.output.contains("usdz.quicklook"))
    }

    @Test func kindsOfOneThingAreOneWord() {
        #expect(
            OneFormatTexts.plain([
                "normals per vertex", "normals per corner", "vertex colours, 8 bit", "vertex colours, 16 bit",
                "vertex colours, float", "float32 positions",
            ]) == ["normals", "vertex colours", "positions"])
        #expect(
            OneFormatTexts.plain(["vertex colours, 8 bit", "normals per vertex"])
                == ["vertex colours (8 bit)", "normals per vertex"])
    }

    // MARK: Lines

    @Test func longCellsAreCutAndTheLastOneIsWrapped() {
        var lines = CardLines("a", "b", isVerbose: false)
        let name = String(repeating: "n", count: 40)
        lines.add("textures", rows: [[name, String(repeating: "word ", count: 12)]])
        let rows = lines.text.split(separator: "\n").dropFirst()
        #expect(rows.count == 2)
        #expect(rows.allSatisfy { $0.count <= 80 })
        #expect(rows.first?.contains("n…   word") == true)
    }

    @Test func anOptionStaysWithItsValue() {
        #expect(CardLines.wrapped("metres? then --units mm", to: 20) == ["metres? then", "--units mm"])
        #expect(CardLines.wrapped("", to: 20) == [""])
    }

    @Test func longListsAreCutUnlessVerbose() {
        var short = CardLines("a", "b", isVerbose: false)
        short.add("materials", rows: (0..<9).map { ["m\($0)", "plain"] }, atMost: 4)
        #expect(short.text.hasSuffix("and 6 more (--verbose)\n"))
        var long = CardLines("a", "b", isVerbose: true)
        long.add("materials", rows: (0..<9).map { ["m\($0)", "plain"] }, atMost: 4)
        #expect(long.text.contains("m8"))
    }
}
