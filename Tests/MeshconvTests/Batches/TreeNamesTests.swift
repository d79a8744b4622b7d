import Testing

/// Files in a folder under names that programs often get wrong.
@Suite struct TreeNamesTests {
    private func program(_ setup: String) throws -> Program {
        let program = try Program()
        let textured = """
            mkdir -p tree; cd tree; printf 'mtllib m.mtl\\nv 0 0 0\\nv 1 0 0\\nv 0 1 0\\nvt 0 0\\nvt 1 0\\nvt 0 1\\n\
            usemtl m\\nf 1/1 2/2 3/3\\n' >one; printf 'newmtl m\\nmap_Kd t.png\\n' >m.mtl; cp ../obj/tex_bump.png t.png
            """
        let made = try program.shell("\(textured)\n\(setup)\nrm one")
        #expect(made.status == 0, "\(made.errors)")
        return program
    }

    /// Composed and decomposed, "é" is in two files on Linux.
    @Test func namesThatOnlyLookAlikeAreThoseOfTwoFiles() throws {
        let program = try program(
            "cp one $(printf '\\303\\251.obj'); sed 's/v 1/v 9/' one >$(printf 'e\\314\\201.obj')")
        guard try program.shell("test $(ls tree/*.obj | wc -l) = 2").status == 0 else { return }
        for line in ["tree out/ --to stl", "tree/*.obj out2/ --to stl", "tree out3/ --to stl --jobs 2"] {
            let result = try program.shell("meshconv \(line) && cksum o*/*.stl | cut -d' ' -f1 | sort -u | wc -l")
            #expect(result.status == 0 && result.output.contains("2 of 2 converted"), "\(line)")
            #expect(result.output.split(separator: "\n").last?.contains("2") == true, "\(line)")
        }
    }

    /// What a Mac's files become on Linux: their names are decomposed, and what names them isn't.
    @Test func aTextureIsFoundUnderAnEquivalentName() throws {
        let program = try program(
            "cp one a.obj; mv t.png $(printf 'e\\314\\201.png'); printf 'newmtl m\\nmap_Kd \\303\\251.png\\n' >m.mtl")
        for target in ["glb", "obj"] {
            let result = try program.shell("meshconv tree out/ --to \(target) --verify")
            #expect(result.status == 0 && !result.output.contains("issing"), "\(result.output) \(result.errors)")
        }
        #expect(try program.shell("grep -q IHDR out/a.glb").status == 0)
    }

    /// A drive on Windows, and a separator there.
    @Test func aNameThatIsNoneOfAPackageStopsNoOther() throws {
        let program = try program("cp one a.obj; cp one 'c:x.obj'; cp one 'x\\y.obj'")
        let result = try program.shell("meshconv tree out/ --to glb && ls out")
        #expect(result.status == 0, "\(result.errors)")
        for name in ["a.glb", "c:x.glb", "x\\y.glb"] { #expect(result.output.contains(name)) }
    }

    @Test func namesOfSideFilesStayOnOneLine() throws {
        let program = try program("cp one \"$(printf 'in\\nv 7 7 7\\n#.obj')\"; cp one ' a.obj'")
        for target in ["obj", "ply", "usda", "gltf"] {
            let result = try program.shell("meshconv tree \(target)/ --to \(target) --verify")
            #expect(result.status == 0, "\(target): \(result.errors)")
        }
        #expect(try program.shell("cat obj/in*.obj").output.contains("mtllib in_v 7 7 7_#.mtl"))
        #expect(try program.shell("ls gltf/_a.bin obj/_a.mtl").status == 0)
    }

    /// With `--force` the second would replace the first one's buffer.
    @Test func sideFilesOfTwoInputsAreNotMixed() throws {
        let program = try program("cp one a_b.obj; cp one \"$(printf 'a\\nb.obj')\"")
        #expect(try program.shell("meshconv tree out/ --to gltf --force").status == 64)
        #expect(try program.shell("ls out/*.bin").output == "out/a_b.bin\n")
        #expect(try program.shell("meshconv tree one/ --to glb --force").status == 0)
    }

    @Test func linksInTheFolderAreFollowedAndOthersTold() throws {
        let program = try program(
            "cp one ../out.obj; cp one a.obj; ln -s a.obj b.obj; ln -s ../out.obj c.obj; mv t.png ../t.png; ln -s ../t.png"
        )
        let result = try program.shell("meshconv tree out/ --to glb && ls out")
        #expect(result.status == 0 && result.output.contains("2 of 2 converted") && result.output.contains("b.glb"))
        #expect(result.errors.contains("c.obj was left out") && !result.errors.contains("t.png"))
        let links = try program.shell("mkdir links; ln -s ../out.obj links/; meshconv links out2/ --to glb")
        #expect(links.status == 65 && links.errors.contains("out.obj was left out"), "\(links.errors)")
    }

    /// The picture was there before, with the very bytes and name that the output's would have.
    @Test func aFileOfTheInputIsNeverAnEarlierRunsOwn() throws {
        let program = try program("cp one a.obj; mv t.png a_texture0.png; sed -i.bak 's/t.png/a_texture0.png/' m.mtl")
        let line = "cd tree; meshconv a.obj a.gltf --if-changed"
        #expect(try program.shell(line).status == 0)
        let change = "cp ../obj/tex_bump.png new.png; echo >>new.png; echo 'newmtl m\nmap_Kd new.png' >m.mtl"
        #expect(try program.shell("cd tree; \(change)").status == 0)
        #expect(try program.shell("\(line)").status == 73)
        #expect(try program.shell("cmp tree/a_texture0.png obj/tex_bump.png").status == 0)
    }

    @Test func ofTwoFilesOfOneNameInAnArchiveTheFirstIsUsedAndThatIsSaid() throws {
        let program = try Program()
        let zip = """
            import zipfile, warnings; warnings.simplefilter('ignore'); z = zipfile.ZipFile('two.zip', 'w')
            for x in (1, 9): z.writestr('a.obj', f'v 0 0 0\\nv {x} 0 0\\nv 0 1 0\\nf 1 2 3\\n')
            """
        let result = try program.shell("python3 -c \"\(zip)\nz.close()\" && meshconv two.zip two.obj && cat two.obj")
        guard result.status != 127 else { return }
        #expect(result.output.contains("a.obj is in the archive more than once; the first is used"), "\(result)")
        #expect(result.output.contains("v 1 0 0"))
    }

    @Test func aScanWithABackslashInANameIsOne() throws {
        let program = try Program()
        let made = try program.shell("cp -r package/room odd; echo >'odd/notes\\old.txt'; meshconv info odd")
        #expect(made.status == 0 && made.output.contains("frames"), "\(made.output) \(made.errors)")
    }

    /// What a run wrote, the next one may replace; what somebody changed since, it may not.
    @Test func aChangedInputReplacesTheSideFilesOfItsOwnRun() throws {
        let program = try program("cp one a.obj")
        let line = "meshconv tree out/ --to gltf --if-changed"
        #expect(try program.shell(line).status == 0)
        #expect(try program.shell("sed -i.bak 's/v 1/v 2/' tree/a.obj; \(line)").output.contains("1 of 1 converted"))
        #expect(try program.shell("sed -i.bak 's/v 2/v 3/' tree/a.obj; echo >>out/a.bin; \(line)").status == 73)
    }
}
