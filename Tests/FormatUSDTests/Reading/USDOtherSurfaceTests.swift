import FormatUSD
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// What files say beside what is shown: surfaces for other renderers, notes about bones, defaults that are spelled out.
@Suite struct USDOtherSurfaceTests {
    private func document(_ text: String) throws -> Document {
        try USDFormat().read(.bytes(Array("#usda 1.0\n\(text)\n".utf8), name: "a.usda"), options: ReadOptions())
    }

    private let preview = """
        def Shader "P" {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor = (1, 0, 0)
            token outputs:surface
        }
        """
    private func other(_ id: String) -> String {
        """
        def Shader "O" {
            uniform token info:id = "\(id)"
            float inputs:base = 0.5
            color3f inputs:tint.connect = </M/G.outputs:out>
            token outputs:surface
        }
        def NodeGraph "G" {
            color3f outputs:out.connect = </M/G/N.outputs:out>
            def Shader "N" {
                uniform token info:id = "ND_noise"
                float inputs:amplitude = 3
                color3f outputs:out
            }
        }
        """
    }

    @Test(arguments: [
        ("mtlx", "ND_standard_surface_surfaceshader"), ("ri", "PxrSurface"), ("arnold", "standard_surface"),
    ])
    func aSurfaceForAnotherRendererIsDataBesideAPreviewSurface(renderer: String, id: String) throws {
        let outputs =
            "token outputs:surface.connect = </M/P.outputs:surface>\n"
            + "token outputs:\(renderer):surface.connect = </M/O.outputs:surface>\n"
        let found = try document("def Material \"M\" {\n\(outputs)\(preview)\n\(other(id))\n}")
        #expect(found.scene.materials[0]["baseColor"] == [1, 0, 0])
        #expect(found.residue.compactMap(\.shownAs).isEmpty)
        let aside = found.residue.filter { $0.path == "surfaces for other renderers" }
        // All of O, of G and of N: types, ids, inputs, connections, outputs.
        #expect(aside.count == 1 && aside[0].count >= 8)
        #expect(!found.residue.contains { $0.path.hasPrefix("Shader.") })
    }

    @Test func theOnlySurfaceIsSeenToBeMissing() throws {
        let outputs = "token outputs:ri:surface.connect = </M/O.outputs:surface>\n"
        let found = try document("def Material \"M\" {\n\(outputs)\(other("PxrSurface"))\n}")
        #expect(found.residue.compactMap(\.shownAs).contains(.shaders))
        #expect(!found.residue.contains { $0.path == "surfaces for other renderers" })
    }

    @Test func aShaderThatBothUseIsNoneOfAnother() throws {
        let outputs =
            "token outputs:surface.connect = </M/P.outputs:surface>\n"
            + "token outputs:displacement.connect = </M/O.outputs:surface>\n"
            + "token outputs:ri:surface.connect = </M/O.outputs:surface>\n"
        let found = try document("def Material \"M\" {\n\(outputs)\(preview)\n\(other("PxrSurface"))\n}")
        #expect(found.residue.compactMap(\.shownAs).contains(.shaders))
    }

    @Test func whatProgramsNoteAboutBonesLeavesTheSkeletonAsItIs() throws {
        func shown(_ line: String) throws -> [ShownFact] {
            try document(
                """
                def SkelRoot "R" {
                def Skeleton "S" {
                uniform token[] joints = ["a"]
                uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
                uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
                \(line)
                }
                }
                """
            ).residue.compactMap(\.shownAs)
        }
        let plain = try shown("")
        #expect(try shown("float[] primvars:blender:bone_lengths = [1] (interpolation = \"uniform\")") == plain)
        #expect(try shown("uniform token[] jointNames = [\"a\"]") == plain)
        #expect(try shown("int skel:of = 1") == plain + [.skeleton])
    }

    @Test func aPrimThatSaysThatItIsActiveSaysNothing() throws {
        func residue(_ metadata: String) throws -> [String] {
            try document("def Xform \"X\" (\(metadata)) {}\n").residue.map(\.path)
        }
        #expect(try residue("active = true").isEmpty)
        #expect(try residue("active = false") == ["prim (active)"])
    }
}
