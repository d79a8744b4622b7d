import Testing

/// `--no-origin`: files without meshconv's record, and reports that say what is not restored then.
@Suite struct NoOriginTests {
    @Test(arguments: ["out.obj", "out.ply", "out.gltf", "out.usda"])
    func filesHaveNoRecord(output: String) throws {
        let program = try Program()
        let input = output == "out.ply" ? "gltf/colors.gltf" : "scan/corner.ply"
        #expect(try program.run(input, output).status == 0)
        #expect(try program.shell("cat \(output)").output.contains("meshconv"))
        #expect(try program.run(input, output, "--no-origin", "--verify", "--force").status == 0)
        let text = try program.shell("grep -a -i -v generator \(output)").output
        #expect(!text.contains("meshconv"))
    }

    @Test func whatIsNotRestoredIsALoss() throws {
        let program = try Program()
        #expect(try program.run("obj/quad.obj", "a.glb", "--strict").status == 0)
        let refused = try program.run("obj/quad.obj", "b.glb", "--strict", "--no-origin")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("--allow topology.triangulated"))
    }
}
