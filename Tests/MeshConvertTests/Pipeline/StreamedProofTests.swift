import MeshBytes
import MeshConformance
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Verification of conversions that never have the rows in memory.
@Suite struct StreamedProofTests {
    private static let ply = """
        ply
        format ascii 1.0
        comment made by hand
        element vertex 3
        property float x
        property float y
        property float z
        property uchar red
        element face 1
        property list uchar int vertex_indices
        end_header
        0 0 0 255
        1 0 0 0
        0 1 0 7
        3 0 1 2

        """
    private static let stl =
        "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n"

    private func convert(_ text: String, _ name: String, fault: Fault?) throws -> Report {
        let ending = String(name.suffix(3))
        let format = try #require(StandardFormats.format(named: ending) as? any StreamingFormat)
        var options = ConvertOptions()
        options.verify = true
        func faulty(_ format: some StreamingFormat) -> any Format { FaultyStream(format: format, fault: fault) }
        let pipeline = Pipeline([faulty(format)])
        return try pipeline.convert(
            .bytes(Array(text.utf8), named: name), to: .data(named: "b.\(ending)"), options: options)
    }

    @Test(arguments: [(ply, "a.ply"), (stl, "a.stl")])
    func whatWasWrittenAsItWasReadIsProved(text: String, name: String) throws {
        #expect(try convert(text, name, fault: nil).verified == true)
    }

    @Test(arguments: [(ply, "a.ply"), (stl, "a.stl")], [Fault.changedByte, .missingByte, .additionalByte])
    func aResultThatIsAnotherIsNoResult(_ source: (text: String, name: String), fault: Fault) throws {
        #expect(throws: ConvertError.self) { try convert(source.text, source.name, fault: fault) }
    }

    @Test func theColumnThatDiffersIsNamed() throws {
        do {
            _ = try convert(Self.ply, "a.ply", fault: .changedByte)
            Issue.record("a changed byte was not found")
        } catch ConvertError.unverified(let report) {
            #expect(report.verified == false)
            let words = report.diagnostics.filter { $0.code == "verify.difference" }.map(\.message)
            #expect(words == ["unreported value native:face.vertex_indices count 1"])
        }
    }

    @Test func aChangedHeaderIsFoundToo() throws {
        #expect(throws: ConvertError.self) { try convert(Self.ply, "a.ply", fault: .changedComment) }
    }
}

/// A fault between writing and reading back.
enum Fault: Sendable, CaseIterable {
    case changedByte, missingByte, additionalByte, changedComment
}

/// A format whose stream is damaged on the way to the file.
private struct FaultyStream<Wrapped: StreamingFormat>: WrappingFormat, StreamingFormat {
    let format: Wrapped
    let fault: Fault?

    func stream(
        _ input: Input, to variant: String, reading: ReadOptions, writing: WriteOptions, digesting: Bool,
        output: Output
    ) throws(WriteError) -> StreamedDocument? {
        let result = try format.stream(
            input, to: variant, reading: reading, writing: writing, digesting: digesting, output: output)
        var bytes = output.mainBytes()
        // The last bytes of the last row: an index, or a corner before the attribute word.
        switch fault {
        case .changedByte: bytes[bytes.count - 4] ^= 1
        case .missingByte: bytes.removeLast()
        case .additionalByte: bytes.append(0)
        case .changedComment:
            guard let place = bytes.firstRange(of: Array("by hand".utf8)) else { return nil }
            bytes[place.lowerBound] = 0x42
        case nil: return result
        }
        let sink = try output.main()
        do throws(SystemError) {
            try sink.removeAll()
            try sink.write(bytes)
        } catch {
            throw WriteError(error)
        }
        return result
    }

    func digest(_ input: Input, reading: ReadOptions) throws(ReadError) -> StreamedDocument? {
        try format.digest(input, reading: reading)
    }
}
