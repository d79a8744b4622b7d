import Foundation
import MeshBytes
import Testing

@Suite("Names of files") struct FileNameTests {
    @Test("are the text of their bytes and give them back, whatever they are")
    func bytes() {
        let names: [[UInt8]] = [
            [], Array("room.ply".utf8), Array("Büro 部屋 🏠.ply".utf8), [0xFF], [0x61, 0xFF, 0x2E, 0x70], [0xC3],
            [0xC3, 0x28],
            [0xE9, 0x83], [0xF0, 0x9F, 0x8F], [0xED, 0xA0, 0x80], [0x80, 0x80], [0xC0, 0xAF],
            // The private characters themselves: as text they would be taken for stray bytes.
            Array("\u{10FEFF}".utf8), Array("a\u{10FE80}b".utf8), Array("\u{10FE7F}\u{10FF00}".utf8),
        ]
        for name in names { #expect(String(fileName: name).fileNameBytes == name, "\(name)") }
        for name in names.prefix(3) {
            #expect(Array(String(fileName: name).utf8) == name && !String(fileName: name).hasStrayBytes)
        }
        // Each has its own text.
        #expect(Set(names.map { String(fileName: $0) }).count == names.count)
        for first in UInt8.min...UInt8.max {
            for second in stride(from: UInt8(0), through: 255, by: 5) {
                let name = [first, second, 0x61]
                #expect(String(fileName: name).fileNameBytes == name)
            }
        }
    }

    @Test("show the bytes that are no UTF-8")
    func shown() {
        let name = String(fileName: [0x61, 0xFF, 0x2E, 0x70, 0x80])
        #expect(name.shownFileName == "a\\xFF.p\\x80" && name.hasStrayBytes)
        #expect("é".shownFileName == "é")
        #expect(name.replacingStrayBytes { _ in "_" } == "a_.p_")
    }

    @Test("are printed with their bytes in JSON, but not where the text is one of a format")
    func json() {
        let value = JSONValue.object([
            ("path", .string(String(fileName: [0x61, 0xFF]))), ("other", .string("b")),
            ("list", .array([.object([("path", .string(String(fileName: [0xFE])))])])),
        ])
        #expect(
            value.text()
                == #"{"path":"a\\xFF","pathBase64":"Yf8=","other":"b","list":[{"path":"\\xFE","pathBase64":"/g=="}]}"#)
        #expect(value.text(.exact).contains("a\u{10FEFF}"))
        #expect(value.text(.pretty).contains("\n      \"pathBase64\": \"/g==\"\n"))
    }

    // Names of files on Apple's systems are UTF-8.
    #if os(Linux)
        @Test("lead to the file of these bytes: opened, listed, written, renamed")
        func files() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("names-\(UUID().uuidString)")
                .path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let name = String(fileName: [0x61, 0xFF, 0x2E, 0x62])
            let path = "\(folder)/\(name)"
            let output = OutputTransaction(mainPath: path)
            try output.openMain().write(Array("bytes".utf8))
            try output.commit()
            #expect(FolderListing.names(in: folder).map(\.fileNameBytes) == [[0x61, 0xFF, 0x2E, 0x62]])
            #expect(try FolderTree.items(in: folder, limit: 9)?.map(\.path) == [name])
            #expect(Input.isFile(path) && Input.realPath(path)?.hasSuffix(name) == true)
            #expect(try Input.file(path).read(0..<9) == Array("bytes".utf8))
            let real = try #require(Input.realPath(folder))
            #expect(try Input.regularFile(path, inside: real).byteCount == 5)
            #expect(!Input.isFile("\(folder)/a\u{FFFD}.b"))
        }
    #endif
}
