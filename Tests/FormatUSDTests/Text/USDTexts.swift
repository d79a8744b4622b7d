import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Texts of layers for tests, and short ways to read and write them.
enum USDTexts {
    /// A layer with nearly everything that the grammar has.
    static let everything = """
        #usda 1.0
        (
            "a comment of the layer"
            doc = '''two
            lines'''
            defaultPrim = "Room"
            metersPerUnit = 0.01
            upAxis = "Z"
            unknownField = [1, 2.50, "x", (1,2), @a@]
            prepend unknownList = ["a", "b"]
            unknownEntries = { int x = 1 }
            subLayers = [ @a.usda@ (offset = 1; scale = 0.5), @@@b@c.usda@@@ ]
            relocates = { </Room/B>: </Room/C>, </Room/D>: <> }
            customLayerData = {
                string a = "b"
                dictionary d = { double[] z = [1,2] ; asset q = @x@; timecode t = 2; half h = 1 }
                bool "no identifier" = yes
            }
        )
        reorder rootPrims = ["Room", "Other"]

        # a comment
        def Mesh "Room" ( // another
            "a comment of the prim" /* and
            one more */
            kind = "component"
            prepend apiSchemas = ["MaterialBindingAPI"]
            append apiSchemas = ["Other"]
            permission = private
            symmetryFunction = mirror
            symmetryArguments = { int a = 1 }
            prefixSubstitutions = {"a": "b"}
            variants = { string lod = "high" }
            add variantSets = "lod"
            add references = @a.usda@</A> (offset = 2; customData = { int z = 2 } )
            payload = [@b.usda@, </A> (scale = 2)]
            inherits = [</Class>, <Other>]
            delete specializes = </S>
            hidden = true; active = false
            displayGroupOrder = ["a", "b"]
        )
        {
            reorder properties = ["points", "z"]
            reorder nameChildren = ["Wall"]
            point3f[] points = [(1, 2, 3), (-1.5, 0, 1e3)] (
                interpolation = "vertex"
                displayUnit = cm
                doc = "where"
            )
            Weird strange = (1, (2.0, word))
            Weird[] stranger = [(1, 2),  (3,4.50)]
            float z
            float z.timeSamples = { 3: 1, 1: None, 2: 2.5, }
            float z.connect = </Room.points>
            prepend float y.connect = [<.z>, <../Other.w>]
            custom uniform token purpose = "render"
            bool yes = TRUE
            quatf turn = (1, 2, 3, 4)
            quath[] turns = [(1, 0, 0, 0)]
            matrix4d place = ( (1,0,0,0), (0,1,0,0), (0,0,1,0), (5,6,7,1) )
            int[] empty = []
            string[] words = ['single', "double", "es\\"caped\\n"]
            asset file = @textures/wall.png@
            asset[] files = [@a@, @b@]
            double none = None
            double animated = AnimationBlock
            double curve.spline = { bezier, pre: held, 1: 2; post held, 5: 3 & 4, }
            uint64 large = 18446744073709551615
            opaque nothing
            rel material = </Materials/Red> (
                bindMaterialAs = "weakerThanDescendants"
            )
            rel several = [</A>, <Wall.x>, <../Other>]
            rel nobody = None
            custom varying rel changing
            prepend rel edited = </B>

            over "Wall" {
            }
            variantSet "lod" = {
                "high" (kind = "group") {
                    float detail = 1
                    def "Inside"
                    {
                    }
                    variantSet "inner" = {
                        "a-b|c" { }
                    }
                }
                ".low" {
                }
            }
        }

        class "Class"
        {
        }

        """

    static func read(_ text: String, threads: Int = 1) throws -> USDLayer {
        var options = ReadOptions()
        options.threads = threads
        return try USDTextReader.read(Array(text.utf8), options: options).layer
    }

    /// The layer whose only prim `A` has these statements.
    static func body(_ statements: String) throws -> USDLayer {
        try read("#usda 1.0\ndef \"A\"\n{\n\(statements)\n}\n")
    }

    /// The value of a property of `A`.
    static func value(_ type: String, _ text: String) throws -> USDValue? {
        let layer = try body("\(type) x = \(text)")
        return layer.specs.first { $0.name == "x" }?["default"]
    }

    static func text(_ layer: USDLayer, threads: Int = 1) throws -> String {
        let sink = ByteSink()
        var options = WriteOptions()
        options.threads = threads
        try USDTextWriter.write(layer, to: sink, options: options)
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    /// The error of reading a text; nil if it is read.
    static func error(_ text: String) -> ReadError? {
        do {
            _ = try USDTextReader.read(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }
}

extension USDLayer {
    /// The spec at a path.
    func at(_ path: String) -> USDSpec? { specs.indices.first { self.path(of: $0) == path }.map { specs[$0] } }
}

extension USDValue {
    /// A text that distinguishes values, for tests.
    var summary: String {
        switch self {
        case .block: "None"
        case .animationBlock: "AnimationBlock"
        case .integer(let type, let value): "\(type) \(value)"
        case .real(let type, let value): "\(type) \(value)"
        case .tuple(let type, let values): "\(type) \(values)"
        case .text(let type, let text): "\(type) '\(text)'"
        case .array(let array): "\(array.type)[] \(array.values.count) \(array.values.doubles())"
        case .texts(let type, let texts): "\(type)[] \(texts)"
        case .dictionary(let entries):
            "{" + entries.map { "\($0.name): \($0.value.summary)" }.joined(separator: ", ") + "}"
        case .list(let list):
            "\(list.item)\(list.isExplicit ? " explicit" : "") e\(list.explicit.count) a\(list.added.count) p\(list.prepended.count) "
                + "b\(list.appended.count) d\(list.deleted.count) o\(list.ordered.count)"
        case .samples(let samples): samples.map { "\($0.time): \($0.value.summary)" }.joined(separator: ", ")
        case .spline(let spline):
            "spline \(spline.type.map { "\($0)" } ?? "?") "
                + spline.knots.map { "\($0.time): \($0.value) \($0.interpolation)" }.joined(separator: ", ")
        case .arrayEdit(let edit):
            "edit \(edit.type.name) "
                + edit.steps.map { "\($0.operation) \($0.value?.summary ?? "\($0.target)")" }.joined(separator: ", ")
        case .opaque(let opaque): "\(opaque.kind) \(String(decoding: opaque.bytes, as: UTF8.self))"
        case .specifier(let specifier): "\(specifier)"
        case .uniform(let isUniform): isUniform ? "uniform" : "varying"
        case .permission(let isPrivate): isPrivate ? "private" : "public"
        case .selections(let pairs), .relocates(let pairs):
            pairs.map { "\($0.first)=\($0.second)" }.joined(separator: ", ")
        case .offsets(let offsets): offsets.map { "\($0.offset)*\($0.scale)" }.joined(separator: ", ")
        case .paths(let paths): "\(paths)"
        }
    }
}
