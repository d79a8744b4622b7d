import Testing

/// Texture coordinates beyond 0 to 1, as tiled textures have.
@Suite struct TiledCoordinateTests {
    private func program() throws -> Program {
        let program = try Program(hasCases: false)
        let made = try program.shell(
            """
            awk 'BEGIN { for (i = 0; i < 300; i++) printf "v %d 0 %d\\n", i, i % 7;
            for (i = 0; i < 300; i++) printf "vt %.6f %.6f\\n", i * 0.0431237 - 4, 9 - i * 0.0418311;
            for (i = 1; i < 298; i += 3) printf "f %d/%d %d/%d %d/%d\\n", i, i, i + 1, i + 1, i + 2, i + 2 }' >t.obj
            """)
        #expect(made.status == 0)
        return program
    }

    /// Flipped as other formats count, they are rounded to float32, and nobody sees that.
    @Test func theirRoundingIsNoLoss() throws {
        let program = try program()
        for target in ["glb", "usda", "ply"] {
            let result = try program.shell("meshconv t.obj \(target).\(target) --strict --verify --report r.json")
            #expect(result.status == 0, "\(target): \(result.output) \(result.errors)")
            #expect(try program.shell("grep -c 'value.clamped\\|\"narrowed\"' r.json").output == "0\n")
        }
        let rounded = try program.shell("meshconv t.obj a.glb --json")
        #expect(rounded.output.contains("precision.reduced") && !rounded.output.contains("NaN"))
    }

    /// The records of origins restore what was rounded: without them the way back is rounding, too.
    @Test func theWayBackIsRounding() throws {
        let program = try program()
        #expect(try program.shell("meshconv t.obj a.glb --no-origin && meshconv a.glb b.ply --verify").status == 0)
        let report = try program.shell("meshconv a.glb b.ply --json -y")
        #expect(report.output.contains("precision.reduced") && !report.output.contains("attribute.narrowed"))
        #expect(try program.shell("meshconv diff t.obj a.glb").status == 0)
    }

    @Test func whatIsNoNumberIsStillSaid() throws {
        let program = try program()
        let result = try program.shell("sed 's/^vt -3.913753 .*/vt nan inf/' t.obj >n.obj; meshconv n.obj n.glb --json")
        #expect(result.output.contains("value.clamped") && result.output.contains("NaN and infinite"))
    }
}
