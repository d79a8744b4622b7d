import MeshFormats
import Testing

@testable import FormatUSD

@Suite("A variable expression")
struct USDExpressionTests {
    private static let variables: USDVariables = {
        var layer = USDLayer()
        layer.specs[0]["expressionVariables"] = .dictionary([
            USDEntry(name: "A", value: .text(.string, "x")), USDEntry(name: "N", value: .integer(.int, 3)),
            USDEntry(name: "E", value: .text(.string, "`\"${A}y\"`")),
            USDEntry(name: "C1", value: .text(.string, "`\"${C2}\"`")),
            USDEntry(name: "C2", value: .text(.string, "`\"${C1}\"`")),
            USDEntry(name: "NO", value: .text(.string, "`None`")), USDEntry(name: "D", value: .real(.double, 1.5)),
            USDEntry(name: "L", value: .texts(.string, ["a", "b"])),
        ])
        return USDVariables(layer)
    }()

    /// Values as usd-core 26.11 gives them.
    @Test(
        "has the value that USD gives it",
        arguments: [
            ("\"${Q}z\"", .text("${Q}z")), ("\"${A}\"", .text("x")), ("${A}", .text("x")), ("${N}", .number(3)),
            ("\"${E}\"", .text("xy")), ("\"a\\`b\"", .text("a`b")), ("'a\"b'", .text("a\"b")),
            ("\"a\\nb\\x41\\\\c\\$d\\\"e\"", .text("a\nbA\\c$d\"e")), ("\"é\\u00e9\"", .text("éu00e9")),
            ("\"tab\\tx\\q\"", .text("tab\txq")), ("if(True,1)", .number(1)), ("if(False,1)", .none),
            ("[1,2]", .list([.number(1), .number(2)])), ("[]", .list([])), ("at(\"abc\",-1)", .text("c")),
            ("len(\"abc\")", .number(3)), ("len([])", .number(0)), ("len(\"hé\")", .number(3)),
            ("defined(\"A\",\"Q\")", .truth(false)), ("contains(\"abc\",\"b\")", .truth(true)),
            ("contains([1,2],1)", .truth(true)), ("contains([],1)", .truth(false)),
            ("and(True,False,True)", .truth(false)), ("not(true)", .truth(false)), ("eq(None,None)", .truth(true)),
            ("lt(\"a\",\"b\")", .truth(true)), ("lt(True,False)", .truth(false)), ("\"${NO}z\"", .text("z")),
            ("if( True , 1 , 2 )", .number(1)), ("if (True,1)", .number(1)), ("-5", .number(-5)), ("none", .none),
            ("if(eq(${N},3),\"a\",\"b\")", .text("a")), ("or(False,eq(\"${A}\",\"x\"))", .truth(true)),
            ("at(${L}, 1)", .text("b")), ("leq(1,1)", .truth(true)), ("gt(2,1)", .truth(true)),
            ("geq(2,3)", .truth(false)), ("geq(\"b\",\"a\")", .truth(true)), ("neq(\"a\",\"b\")", .truth(true)),
            ("neq(None,None)", .truth(false)), ("lt(2,1)", .truth(false)), ("gt(True,False)", .truth(true)),
            ("len([1,2])", .number(2)), ("at([1,2],-2)", .number(1)), ("contains(\"a\",\"bc\")", .truth(false)),
            ("contains([1,2],3)", .truth(false)), ("if(True,None,3)", .none), ("if(False,None,3)", .number(3)),
            ("\"a\\101b\"", .text("aAb")), ("\"\\a\\b\\f\\v\\r\"", .text("\u{7}\u{8}\u{C}\u{B}\r")),
        ] as [(String, USDExpressionValue)])
    func values(text: String, value: USDExpressionValue) throws {
        #expect(try USDExpression.evaluate("`\(text)`", Self.variables) == value)
    }

    @Test(
        "that is wrong has no value, and says where",
        arguments: [
            ("`${Q}`", "no value for variable 'Q'"), ("`\"${N}\"`", "expected a string in variable 'N', found int"),
            ("`\"${C1}\"`", "circular variables: C1, C2, C1"), ("`\"${D}\"`", "the type of variable 'D' can't be used"),
            ("`if(True,\"a\",1)`", "if takes two values of one type, found string and int"),
            ("`[\"a\",1]`", "unexpected int in a list at element 1"), ("`[None]`", "None can't be in a list"),
            ("`at([1,2],5)`", "at: place 5 is out of range"), ("`len(1)`", "len takes a string or a list, found int"),
            ("`defined(A)`", "expected a value at character 9"), ("`defined()`", "defined does not take 0 values"),
            ("`and(True)`", "and does not take 1 values"), ("`lt(None,None)`", "lt can't compare None and None"),
            ("`eq([1],[1])`", "eq can't compare list and list"), ("`eq(1,\"a\")`", "eq can't compare int and string"),
            ("` 1`", "expected a value at character 1"), ("`1 `", "expected '`' at character 2"),
            ("`foo(1)`", "unknown function 'foo'"), ("``", "expected a value at character 1"),
            ("`", "expected a value at character 1"),
            ("`99999999999999999999`", "the integer 99999999999999999999 is out of range"),
            ("`\"${A\"`", "expected '}' at character 5"), ("`[[1]]`", "expected a value at character 2"),
            ("`\"a", "missing the end of a text at character 3"), ("`1", "expected '`' at character 2"),
            ("`\"\\", "missing the end of a text at character 3"), ("`-`", "expected a value at character 2"),
            ("`contains([1],\"a\")`", "contains can't look for string in list"),
            ("`contains(1,2)`", "contains can't look for int in int"),
            ("`at(\"a\",\"b\")`", "at takes an integer as its place, found string"),
            ("`at(1,0)`", "at takes a string or a list, found int"),
            ("`at(\"abc\",-4)`", "at: place -4 is out of range"), ("`not(1)`", "not takes booleans, found int"),
            ("`and(True,1)`", "and takes booleans, found int"), ("`if(1,2)`", "if takes booleans, found int"),
            ("`defined(1)`", "defined takes names of variables, found int"),
        ])
    func failures(text: String, reason: String) {
        do throws(USDExpression.Failure) {
            let value = try USDExpression.evaluate(text, Self.variables)
            Issue.record("\(text) is \(value)")
        } catch {
            #expect(error.text == reason)
        }
    }

    @Test("has the values of variables that are arrays of booleans or integers, and of no others")
    func arrays() throws {
        let layer = try USDTexts.read(
            """
            #usda 1.0
            (
                expressionVariables = {
                    bool[] B = [1, 0]
                    int[] I = [10, 20]
                    int64[] L = [5000000000]
                    float[] F = [1.5]
                }
            )
            """)
        let variables = USDVariables(layer)
        #expect(try USDExpression.evaluate("`${B}`", variables) == .list([.truth(true), .truth(false)]))
        #expect(try USDExpression.evaluate("`at(${I}, 1)`", variables) == .number(20))
        #expect(try USDExpression.evaluate("`${L}`", variables) == .list([.number(5_000_000_000)]))
        let failure = #expect(throws: USDExpression.Failure.self) { try USDExpression.evaluate("`${F}`", variables) }
        #expect(failure?.text == "the type of variable 'F' can't be used")
    }

    @Test("that is nested without end, or doubles itself, is refused and takes no time")
    func hostile() {
        let deep = "`" + String(repeating: "not(", count: 100_000) + "`"
        #expect(throws: USDExpression.Failure.self) { try USDExpression.evaluate(deep, Self.variables) }
        var layer = USDLayer()
        let entries = (0..<60).map { index in
            USDEntry(name: "V\(index)", value: .text(.string, "`\"${V\(index + 1)}${V\(index + 1)}\"`"))
        }
        layer.specs[0]["expressionVariables"] = .dictionary(
            entries + [USDEntry(name: "V60", value: .text(.string, "`\"abc\"`"))])
        #expect(throws: USDExpression.Failure.self) {
            try USDExpression.evaluate("`\"${V0}\"`", USDVariables(layer))
        }
    }

    @Test("chooses layers and variants, with the variables of the layers that refer to them")
    func composition() throws {
        let stage = try USDStageFixture.stage(
            """
            (
                expressionVariables = {
                    string WHAT = "b"
                    string LOOK = "red"
                }
                subLayers = [@`"${WHAT}_sub.usda"`@, @`if(False, "never.usda")`@]
            )
            def "A" (
                references = @`"./${WHAT}.usda"`@</B>
                variants = {
                    string look = "`${LOOK}`"
                }
            ) {
            }
            def "Bad" (
                references = @`"${WHAT"`@</B>
            ) {
            }
            """,
            [
                "b_sub.usda": "def \"Sub\" {\n}\n",
                "b.usda": """
                (
                    expressionVariables = {
                        string WHAT = "c"
                        string LOOK = "blue"
                        string OWN = "c"
                    }
                )
                def "B" (
                    references = @`"${OWN}.usda"`@</C>
                    variantSets = "look"
                ) {
                    variantSet "look" = {
                        "blue" {
                            int i = 1
                        }
                        "red" {
                            int i = 2
                        }
                    }
                }
                """,
                "c.usda": "def \"C\" {\n    int c = 3\n}\n",
            ])
        #expect(stage.prim(at: "/Sub") != nil)
        #expect(stage.integer("/A", "i") == 2)
        #expect(stage.integer("/A", "c") == 3)
        #expect(stage.codes() == ["usd.expression"])
        #expect(stage.diagnostics[0].message.contains("expected '}' at character 8"))
    }

    @Test("that is wrong is a lost reference of the report, one that names nothing is none")
    func losses() throws {
        let document = try USDMotionFixture.read(
            """
            def "A" (
                references = [@`None`@</B>, @`"${X}.usda"`@</B>, @`${X}`@</B>]
            ) {
            }
            """)
        #expect(document.residue.compactMap(\.reference?.name).sorted() == ["${X}.usda", "`${X}`"])
    }
}
