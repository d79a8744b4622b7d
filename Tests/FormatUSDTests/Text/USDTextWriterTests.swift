import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("A text layer is written")
struct USDTextWriterTests {
    @Test("so that it reads as the same layer, and as the same text")
    func roundTrip() throws {
        let layer = try USDTexts.read(USDTexts.everything)
        let text = try USDTexts.text(layer)
        let again = try USDTexts.read(text)
        #expect(USDLayerDifference.differences(layer, again) == [])
        #expect(try USDTexts.text(again) == text)
    }

    @Test("laid out as people know it")
    func layout() throws {
        let text = """
            #usda 1.0
            (
                defaultPrim = "Room"
                upAxis = "Y"
            )

            def Xform "Room" (
                prepend apiSchemas = ["A", "B"]
                prepend references = @a.usda@</R> (offset = 2; scale = 0.5)
            )
            {
                custom uniform float[] x = [1, 2.5, -1e-7] (
                    doc = "what"
                )
                token y.timeSamples = {
                    0: "a",
                    1.5: None,
                }
                token y.connect = [
                    </A.b>,
                    </C.d>
                ]
                prepend rel edited = </B>
                rel several = [
                    </A>,
                    </B>,
                ]

                def "Inside"
                {
                    matrix2d m = ( (1, 2), (3, 4) )
                }

                over "Other"
                {
                }
                variantSet "lod" = {
                    "high" {
                        quath[] q = [(1, 0, 0, 0)]
                    }
                }
            }

            class "Class"
            {
            }

            """
        #expect(try USDTexts.text(USDTexts.read(text)) == text)
    }

    @Test(
        "with strings and files of any content",
        arguments: [
            "", "a", "it's", "say \"x\"", "both ' and \"", "line\nfeed", "tab\tcr\r", "back\\slash", "end\\", "\"\"\"",
            "'''\n\"", "é 漢字 🙂", "\u{1}\u{7F}\u{0}", "a\nb\\", "\"\n", "e\u{301}",
        ])
    func strings(text: String) throws {
        var layer = USDLayer()
        let prim = layer.add(.prim, "A", below: 0)
        layer.specs[prim]["specifier"] = .specifier(.def)
        layer.specs[prim]["comment"] = .text(.string, text)
        layer.specs[prim]["customData"] = .dictionary([USDEntry(name: text, value: .text(.token, text))])
        let attribute = layer.add(.attribute, "x", below: prim)
        layer.specs[attribute]["typeName"] = .text(.token, "string[]")
        layer.specs[attribute]["default"] = .texts(.string, [text, text])
        #expect(USDLayerDifference.differences(layer, try USDTexts.read(USDTexts.text(layer))) == [])
    }

    @Test(
        "with names of files of any content",
        arguments: ["", "a", "@", "a@b", "a@@@b", "@@@", "a@@", "@@@@@@@", "a b\\c"])
    func assets(text: String) throws {
        #expect(try USDTexts.value("asset", USDSpelling.asset(text))?.summary == "asset '\(text)'")
    }

    @Test("with arrays of every type")
    func arrays() throws {
        for type in USDType.allCases {
            guard let layout = type.layout, var builder = USDNumberBuilder(type) else { continue }
            for index in 0..<20_000 * layout.components {
                if layout.scalar.isInteger {
                    builder.append(Int64(index & (type == .bool ? 1 : 127)))
                } else {
                    builder.append(Double(index) / 3)
                }
            }
            var layer = USDLayer()
            let prim = layer.add(.prim, "A", below: 0)
            let attribute = layer.add(.attribute, "x", below: prim)
            layer.specs[attribute]["typeName"] = .text(.token, type.name + "[]")
            layer.specs[attribute]["default"] = .array(USDArray(type: type, values: builder.column))
            let text = try USDTexts.text(layer)
            #expect(USDLayerDifference.differences(layer, try USDTexts.read(text)) == [], "\(type)")
            #expect(try USDTexts.text(layer, threads: 3) == text)
        }
    }

    @Test("with numbers by their bits")
    func numbers() throws {
        for value in [0, -0.0, .infinity, -.infinity, .nan, 0.1, 0x1p-1074, 1e22, 1.7976931348623157e308, 1.0 / 3] {
            var layer = USDLayer()
            let prim = layer.add(.prim, "A", below: 0)
            let attribute = layer.add(.attribute, "x", below: prim)
            layer.specs[attribute]["typeName"] = .text(.token, "double")
            layer.specs[attribute]["default"] = .real(.double, value)
            layer.specs[attribute]["timeSamples"] = .samples([USDSample(time: 1.0 / 3, value: .real(.double, value))])
            #expect(USDLayerDifference.differences(layer, try USDTexts.read(USDTexts.text(layer))) == [])
        }
    }

    @Test("in the version that its values need")
    func version() throws {
        #expect(try USDTexts.text(USDTexts.body("int[] x = edit [ append 3 ]")).hasPrefix("#usda 1.2\n"))
        #expect(try USDTexts.text(USDTexts.body("duration x = 3")).hasPrefix("#usda 1.4\n"))
        #expect(try USDTexts.text(USDTexts.body("float x = 3")).hasPrefix("#usda 1.0\n"))
    }

    @Test("or refused where text has no words for it")
    func unrepresentable() {
        var layer = USDLayer()
        let prim = layer.add(.prim, "A", below: 0)
        let attribute = layer.add(.attribute, "x", below: prim)
        #expect(throws: WriteError.self) { try USDTexts.text(layer) }
        layer.specs[attribute]["typeName"] = .text(.token, "float")
        layer.specs[attribute]["spline"] = .spline(USDSpline(type: .float, knots: [USDSpline.Knot(flags: 16)]))
        #expect(throws: WriteError.self) { try USDTexts.text(layer) }
    }

    /// Damaged crate files have such names.
    @Test("and where names are none", arguments: ["a b", "", "1a", "a:", "x@"])
    func names(_ name: String) {
        for kind in [USDSpec.Kind.prim, .attribute] {
            var layer = USDLayer()
            let prim = layer.add(.prim, kind == .prim ? name : "A", below: 0)
            if kind == .attribute {
                let attribute = layer.add(.attribute, name, below: prim)
                layer.specs[attribute]["typeName"] = .text(.token, "float")
            }
            #expect(throws: WriteError.self) { try USDTexts.text(layer) }
        }
        var layer = USDLayer()
        layer.specs[0][name] = .real(.double, 1)
        #expect(throws: WriteError.self) { try USDTexts.text(layer) }
    }

    @Test("with lines whose length doesn't grow with the depth for ever")
    func depth() throws {
        var layer = USDLayer()
        var prim = 0
        for _ in 0..<500 { prim = layer.add(.prim, "A", below: prim) }
        let text = try USDTexts.text(layer)
        #expect(text.contains("\n        over \"A\"\n        {\n            over \"A\""))
        #expect(text.utf8.count < 500 * 3 * 150)
    }

    /// Damaged crate files say such things.
    @Test("and where a declaration would be read as another")
    func declarations() throws {
        var layer = USDLayer()
        let prim = layer.add(.prim, "A", below: 0)
        let attribute = layer.add(.attribute, "x", below: prim)
        layer.specs[attribute]["typeName"] = .text(.token, "float")
        layer.specs[attribute]["default"] = .real(.float, 1)
        #expect(try USDTexts.text(layer).contains("float x = 1"))
        let wrong: [(Int, String, USDValue)] = [
            (prim, "typeName", .block), (prim, "typeName", .text(.token, "Me\u{1}sh")),
            (prim, "typeName", .text(.token, "A \"B\"")), (prim, "specifier", .integer(.int, 1)),
            (prim, "propertyOrder", .text(.token, "x")), (attribute, "typeName", .text(.token, "float32")),
            (attribute, "typeName", .text(.token, "float\n")), (attribute, "variability", .text(.token, "uniform")),
            (attribute, "custom", .block),
        ]
        for (spec, field, value) in wrong {
            var changed = layer
            changed.specs[spec][field] = value
            #expect(throws: WriteError.self, "\(field) \(value)") { try USDTexts.text(changed) }
        }
        // Samples are values, too; what is no number has no type that could be lost.
        layer.specs[attribute]["typeName"] = .text(.token, "float32")
        layer.specs[attribute]["default"] = .block
        #expect(try USDTexts.text(layer).contains("float32 x = None"))
        layer.specs[attribute]["timeSamples"] = .samples([USDSample(time: 1, value: .real(.float, 2))])
        #expect(throws: WriteError.self) { try USDTexts.text(layer) }
    }
}
