import Foundation
import MeshBytes
import MeshConvert
import ScanFixtures
import Testing

/// `info` and `check` of packages of scans.
@Suite struct PackageTests {
    private func program(_ room: RoomPackage) throws -> Program {
        let program = try Program(hasCases: false)
        try Data(room.zip()).write(to: program.folder.appendingPathComponent("room.zip"))
        return program
    }

    private func document(_ text: String, _ name: String) throws -> JSONValue {
        let value = try JSONValue.parse(Array(text.utf8))
        let schema = try #require(Schemas.document(named: name))
        #expect(SchemaCheck.faults(value, schema) == [])
        #expect(SchemaCheck.undescribed(value, schema) == [])
        return value
    }

    @Test func infoTellsWhatAPackageHolds() throws {
        var room = RoomPackage()
        room.hasRoomPlan = true
        let program = try program(room)
        let result = try program.run("info", "room.zip", "--json")
        #expect(result.status == 0)
        let package = try document(result.output, "info")["package"]
        #expect(package?["kind"] == "scan4d")
        #expect(package?["frames"]?.int == 12)
        #expect(package?["keyframes"]?.int == 2)
        #expect(package?["depth"]?.int == 12)
        #expect(package?["poses"]?.int == 12)
        #expect(package?["surfaces"]?.int == 4)
        #expect(package?["imageSizes"]?.array?.compactMap(\.string) == ["480x360", "960x720"])
        let text = try program.run("info", "room.zip")
        #expect(text.status == 0)
        #expect(text.output.contains("12 frames"))
    }

    @Test func f25ACheckEndsWithOneOnlyForErrors() throws {
        var room = RoomPackage()
        room.depthOrder = .little
        let fine = try program(room).run("check", "room.zip", "--json")
        #expect(fine.status == 0)
        let document = try document(fine.output, "check")
        #expect(document["errors"]?.int == 0)
        #expect(document["findings"]?[0]?["code"] == "depth.byte-swapped")
        #expect(document["findings"]?[0]?["severity"] == "note")
        room.extra = [("depth/frame_00002.png", [1, 2, 3])]
        let broken = try program(room).run("check", "room.zip", "--json")
        #expect(broken.status == 1)
        let found = try self.document(broken.output, "check")["findings"]?[0]
        #expect(found?["code"] == "depth.unreadable")
        #expect(found?["severity"] == "error")
        #expect(found?["location"] == "depth/frame_00002.png")
        #expect(try program(room).run("check", "room.zip").output.contains("depth/frame_00002.png"))
    }

    @Test func aFolderIsReadAsAPackage() throws {
        let program = try Program(hasCases: false)
        for file in RoomPackage().files() {
            let place = program.folder.appendingPathComponent("room/\(file.path)")
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.bytes).write(to: place)
        }
        let result = try program.run("check", "room")
        #expect(result.status == 0)
        #expect(result.output.contains("Nothing is wrong."))
    }

    @Test func whatIsNoPackageIsRefused() throws {
        let program = try Program(hasCases: false)
        try Data(FixtureZip().archive([("notes.txt", [1])])).write(to: program.folder.appendingPathComponent("a.zip"))
        let result = try program.run("info", "a.zip")
        #expect(result.status == 65)
        #expect(result.errors.contains("[input.unknown-format]"))
    }
}
