/// What `meshconv` alone prints.
enum ShortHelp {
    static let summary = "Converts PLY, OBJ, STL, OFF, glTF, USD and phone scans; lists what is lost."

    static let examples = """
          meshconv scan.obj scan.glb               convert; the names say the formats
          meshconv scan.ply --to usdz              write scan.usdz next to scan.ply
          meshconv models/ out/ --to glb           convert all models of a folder
          meshconv part.ply part.stl --for print   for a slicer: millimetres, Z up
          meshconv scan.glb                        look into a file ('info')
        """

    static let text = """
        \(summary)

        \(examples)

        All commands: meshconv --help      all formats: meshconv formats
        All options:  meshconv convert --help

        """
}
