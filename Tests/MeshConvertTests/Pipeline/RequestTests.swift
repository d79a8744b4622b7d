import MeshConvert
import MeshFormats
import ScanPackages
import Testing

/// What is settled once for a conversion.
@Suite struct RequestTests {
    @Test func theFormatIsDetectedOnceAndItsHeaderIsReadOnce() throws {
        let source = Source.bytes(Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8), named: "mesh")
        for (memory, measured) in [(nil, 0), (1 << 30, 0), (200, 1)] as [(Int?, Int)] {
            let counts = Counts()
            let pipeline = try counts.pipeline("obj")
            var options = ConvertOptions()
            options.execution.memory = memory
            try pipeline.convert(source, to: .data(named: "a.ply"), options: options)
            #expect(counts["detected"] == 1)
            #expect(counts["read"] == 1)
            #expect(counts["measured"] == measured)
            _ = try pipeline.document(of: source, options: options)
            #expect(counts["detected"] == 2)
        }
    }

    @Test func packagesHaveMeshesOfEveryFormat() {
        let formats = Set(StandardFormats.all.flatMap(\.descriptor.extensions))
        #expect(Set(PackageOptions().meshExtensions) == formats)
        #expect(Set(ConvertOptions().packageOptions(lenient: true).meshExtensions) == formats)
    }

    /// Also between files of one format, whose contents are copied otherwise.
    @Test func aVariantThatIsChosenIsTheOnlyOneInTheOutput() throws {
        let layer = """
            #usda 1.0
            (
                defaultPrim = "A"
            )
            def Xform "A" (
                variants = {
                    string size = "small"
                }
                prepend variantSets = "size"
            )
            {
                variantSet "size" = {
                    "large" {
                        def Points "Large" {
                            point3f[] points = [(7, 7, 7)]
                        }
                    }
                    "small" {
                        def Points "Small" {
                            point3f[] points = [(3, 4, 5)]
                        }
                    }
                }
            }

            """
        var options = ConvertOptions()
        options.reading.options[VariantChoices.option] = "size=large"
        options.verify = true
        let report = try convert(
            .bytes(Array(layer.utf8), named: "a.usda"), to: .data(named: "b.usda"), options: options)
        let text = String(decoding: report.outputs[0].contents ?? [], as: UTF8.self)
        #expect(text.contains("(7, 7, 7)") && !text.contains("(3, 4, 5)"))
    }
}
