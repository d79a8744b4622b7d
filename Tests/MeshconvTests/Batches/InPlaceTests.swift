import Foundation
import Testing

/// Outputs that lie beside their inputs, and folders that are made for them.
@Suite struct InPlaceTests {
    private let triangle = "printf 'v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nf 1 2 3\\n'"

    private func program(_ setup: String) throws -> Program {
        let program = try Program(hasCases: false)
        let made = try program.shell("mkdir tree; \(triangle) >tree/a.obj; \(triangle) >tree/b.obj; \(setup)")
        #expect(made.status == 0, "\(made.errors)")
        return program
    }

    @Test(arguments: ["tree", "tree/", "./tree", "$PWD/tree"]) func aTreeIsConvertedWhereItLiesAnyNumberOfTimes(
        output: String
    ) throws {
        let program = try program("true")
        for (option, second) in [("", "2 of 2 converted"), ("--if-changed", "0 of 2 converted, 2 unchanged")] {
            for expected in ["2 of 2 converted", second] {
                let result = try program.shell("meshconv tree \(output) --to glb \(option)")
                #expect(result.status == 0 && result.output.contains(expected), "\(result.output) \(result.errors)")
            }
            #expect(try program.shell("rm tree/*.glb*").status == 0)
        }
    }

    @Test func whatHasTheFormatAlreadyIsNoInputOfIt() throws {
        let program = try program("rm tree/b.obj; meshconv tree/a.obj tree/c.glb -q; cp tree/c.glb tree/d.glb")
        #expect(try program.shell("meshconv tree tree/ --to glb").output.contains("1 of 1 converted"))
        #expect(try program.shell("meshconv tree tree/ --to glb --json | tail -1").output.contains("\"done\":1"))
        let nothing = try program.shell("rm tree/a.obj; meshconv tree tree/ --to glb")
        #expect(nothing.status == 0 && nothing.output.hasPrefix("Nothing to do: all models in it"))
    }

    @Test func aFileThatSomebodyPutBesideItsSourceIsKept() throws {
        let program = try program("true")
        _ = try program.shell(
            "printf 'v 0 0 0\\nv 5 0 0\\nv 0 1 0\\nf 1 2 3\\n' >c.obj; meshconv c.obj tree/b.glb -q -y")
        for option in ["", "--if-changed"] {
            let before = try program.bytes("tree/b.glb")
            let result = try program.shell("meshconv tree tree/ --to glb \(option)")
            #expect(result.status == 73 && result.output.contains("1 of 2"), "\(result.output)")
            #expect(try program.bytes("tree/b.glb") == before)
        }
        #expect(try program.shell("meshconv tree tree/ --to glb -y").status == 0)
    }

    @Test func anOutputOfAnEarlierRunIsReplacedOnceItsInputHasChanged() throws {
        let program = try program("true")
        for line in ["tree/a.obj --to glb", "tree tree/ --to glb"] {
            #expect(try program.shell("meshconv \(line) --if-changed").status == 0)
            let changed = try program.shell("echo 'v 9 9 9' >>tree/a.obj; meshconv \(line) --if-changed")
            #expect(changed.status == 0, "\(changed.errors)")
            // Now it is somebody else's.
            let foreign = try program.shell(
                "meshconv tree/b.obj tree/a.glb -y -q --up z; echo 'v 9 9 9' >>tree/a.obj; meshconv \(line) --if-changed"
            )
            #expect(foreign.status == 73, "\(foreign.output)")
            #expect(try program.shell("rm tree/*.glb*").status == 0)
        }
    }

    @Test func anOutputFolderIsMadeWithThoseItLiesIn() throws {
        let program = try program("true")
        #expect(try program.shell("meshconv tree x/y/z/ --to glb && ls x/y/z/b.glb").status == 0)
        #expect(try program.shell("meshconv tree \"$PWD/q/r/\" --to glb && ls q/r/b.glb").status == 0)
        // None stays of a conversion that fails, and a file's folder may be a slip of the pen.
        #expect(try program.shell("echo no >no.obj; meshconv no.obj u/v/ --to glb").status != 0)
        #expect(try program.shell("test -e u").status == 1)
        #expect(try program.shell("meshconv tree/a.obj u/v/a.glb").errors.contains("there is no folder 'u/v'"))
    }

    @Test func theCurrentFolderIsNoneToWriteAnew() throws {
        let program = try program("mkdir empty")
        for line in ["../tree/a.obj . --tile 5m", "../tree . --to raw", "../tree/a.obj ./.. --tile 5m"] {
            let result = try program.shell("cd empty; meshconv \(line)")
            #expect(result.status == 64 && result.errors.contains("the name of a new folder"), "\(result.errors)")
        }
    }

    @Test func aTreeIsPlannedAsItIsConverted() throws {
        let program = try program("true")
        let plan = try program.shell("meshconv plan tree out/ --to ply")
        #expect(plan.status == 0 && plan.output.contains("out/a.ply") && plan.output.contains("out/b.ply"))
        #expect(try program.shell("meshconv plan tree out/ --to ply --json | wc -l").output.contains("3"))
        #expect(try program.shell("meshconv tree out/ --to ply --dry-run").output == plan.output)
        #expect(try program.shell("test -e out").status == 1)
    }

    @Test func standardOutputMayBeNamedAsADevice() throws {
        let program = try program("meshconv tree/a.obj a.glb -q")
        #expect(try program.shell("meshconv tree/a.obj /dev/stdout --to glb | cmp - a.glb").status == 0)
        #expect(try program.shell("meshconv tree/a.obj -o /dev/stdout --to glb | cmp - a.glb").status == 0)
    }
}
