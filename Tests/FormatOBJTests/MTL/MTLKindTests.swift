import MeshFormats
import Testing

@testable import FormatOBJ

/// What counts as a material library: no other file of the machine gets into an output.
@Suite struct MTLKindTests {
    private func isLibrary(_ text: String) -> Bool { SideFileKind.materials.matches("a.mtl", Array(text.utf8)) }

    @Test(arguments: [
        "newmtl a\n", "# made by hand\r\n\tKd 1 1 1\n", "\u{FEFF}map_KD a.png\n", "vendor 1\nnewmtl a\n", "",
        "# Blender MTL File: 'None'\n# Material Count: 0\n", "\n# Wavefront Mtl\n",
    ])
    func aLibraryBeginsWithAStatementOrNamesAMaterial(text: String) { #expect(isLibrary(text)) }

    @Test(arguments: ["root:x:0:0\nKd 1 1 1\n", "# my notes\n", "d 1\n", "newmtl a\n\u{0}", "secret\n# mtl\n"])
    func otherTextIsNone(text: String) { #expect(!isLibrary(text)) }
}
