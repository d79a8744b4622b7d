import Foundation
import Testing

/// Files whose names are no UTF-8, which the other systems of tests can't name: the shell does.
@Suite("Files whose names are no UTF-8") struct FileNameTests {
    private func program() throws -> Program {
        let program = try Program(hasCases: false)
        try Data("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8).write(to: program.folder.appendingPathComponent("a.obj"))
        _ = try program.shell(#"A=$(printf 'a\377.obj'); cp a.obj "$A"; mkdir -p in; cp a.obj "in/$A""#)
        return program
    }

    #if os(Linux)
        @Test("are read and written, shown with \\xFF, and exact in JSON")
        func readAndWritten() throws {
            let program = try program()
            let json = try program.shell(#"meshconv "$(printf 'a\377.obj')" -o "$(printf 'b\376.ply')" --json"#)
            #expect(json.status == 0)
            #expect(
                json.output.contains(#""path": "a\\xFF.obj""#) && json.output.contains(#""pathBase64": "Yf8ub2Jq""#))
            #expect(
                json.output.contains(#""path": "b\\xFE.ply""#) && json.output.contains(#""pathBase64": "Yv4ucGx5""#))
            #expect(try program.shell(#"test -f "$(printf 'b\376.ply')""#).status == 0)
            let text = try program.shell(#"meshconv info "$(printf 'a\377.obj')""#)
            #expect(text.status == 0 && text.output.contains(#"a\xFF.obj"#))
            let missing = try program.shell(#"meshconv info "$(printf 'c\377.obj')""#)
            #expect(missing.status == 66 && missing.errors.contains(#"c\xFF.obj"#))
        }

        @Test("have side files with names that every format can say")
        func sideFiles() throws {
            let program = try program()
            let line = #"meshconv a.obj -o "$(printf 'c\377.gltf')" && meshconv info "$(printf 'c\377.gltf')""#
            #expect(try program.shell(line).status == 0)
            #expect(try program.shell("test -f c_.bin").status == 0)
        }

        @Test("are found in lists and folders")
        func listsAndFolders() throws {
            let program = try program()
            let list = try program.shell(#"printf 'a\377.obj\n' > list; meshconv --files-from list -o out/ --to ply"#)
            #expect(list.status == 0)
            #expect(try program.shell(#"test -f "out/$(printf 'a\377.ply')""#).status == 0)
            let folder = try program.shell("mkdir tree; meshconv in tree/ --to ply")
            #expect(folder.status == 0)
            #expect(try program.shell(#"test -f "$(find tree -name "$(printf 'a\377.ply')")""#).status == 0)
        }
    #endif
}
