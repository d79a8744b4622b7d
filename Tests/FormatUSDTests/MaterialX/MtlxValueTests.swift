import Testing

@testable import FormatUSD

@Suite("Values of MaterialX")
struct MtlxValueTests {
    @Test("have the types that USD has for them")
    func types() {
        for (type, name) in [
            ("color3", "color3f"), ("matrix44", "matrix4d"), ("filename", "asset"), ("floatarray", "float[]"),
            ("stringarray", "string[]"), ("color3array", "color3f[]"), ("geomnamearray", "string[]"),
            ("surfaceshader", "token"), ("array", "token"), ("ownarray", "token"),
        ] { #expect(MtlxValue.typeName(type) == name) }
    }

    @Test("are numbers between commas or spaces, as many as the type has")
    func numbers() {
        #expect(MtlxValue.value("0.5, 1 2", "color3")?.summary == "float3 [0.5, 1.0, 2.0]")
        #expect(MtlxValue.value("-3", "integer")?.summary == "int -3")
        #expect(MtlxValue.value("true", "boolean")?.summary == "bool 1")
        for (text, type) in [
            ("1, 2", "color3"), ("1, 2, 3, 4", "vector3"), ("", "float"), ("1, x, 3", "color3"), ("inf", "float"),
            ("1e60", "float"), ("1.5", "integer"), ("3000000000", "integer"), ("yes", "boolean"), ("", "filename"),
            ("1, 2", "floatarray"), ("a", "surfaceshader"),
        ] { #expect(MtlxValue.value(text, type) == nil, "\(text) as \(type)") }
    }

    @Test("are words between commas where they are several texts")
    func words() {
        #expect(MtlxValue.value("a, b c ,\td\n", "stringarray")?.summary == #"string[] ["a", "b c", "d"]"#)
        #expect(MtlxValue.value(" a, b ", "string")?.summary == "string ' a, b '")
    }
}
