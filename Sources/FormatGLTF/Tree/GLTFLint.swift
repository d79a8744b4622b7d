import MeshBytes
import MeshFormats
import MeshModel

/// Checks a tree against rules that reading doesn't depend on, to inform the file's author.
struct GLTFLint {
    private var tree: GLTFTree
    private let used: Set<String>

    private init(_ tree: GLTFTree) {
        self.tree = tree
        used = Set(tree.root.strings("extensionsUsed"))
    }

    /// Adds a diagnostic to the tree for each broken rule.
    static func run(_ tree: inout GLTFTree, _ accessors: inout GLTFAccessors) {
        var lint = GLTFLint(tree)
        lint.checkExtensionLists()
        lint.walk()
        lint.checkMatrices()
        lint.checkViews()
        lint.checkImages()
        lint.checkSamplers()
        lint.checkBounds(&accessors)
        tree = lint.tree
    }

    // MARK: Lists of extensions

    private mutating func checkExtensionLists() {
        for list in ["extensionsUsed", "extensionsRequired"] {
            var seen: Set<String> = []
            for (index, value) in tree.root.list(list).enumerated() {
                let pointer = "/\(list)/\(index)"
                guard let name = value.string else {
                    tree.warn("gltf.type-mismatch", pointer, "expected a name, found \(value.excerpt)")
                    continue
                }
                if !seen.insert(name).inserted {
                    tree.warn("gltf.duplicate-elements", pointer, "\(name) is listed twice")
                }
                if list == "extensionsRequired", !used.contains(name) {
                    tree.warn("gltf.unused-extension-required", pointer, "\(name) is required and not listed as used")
                }
            }
        }
    }

    // MARK: The whole tree

    /// An object or array still to be checked.
    private struct Open {
        var value: JSONValue
        var pointer: String
        var pattern: String
    }

    /// Walks the tree without recursion, because it may be deep. `extras` are skipped: programs may put anything there.
    private mutating func walk() {
        var open = [Open(value: tree.root, pointer: "", pattern: "")]
        while let part = open.popLast() {
            switch part.value {
            case .object(let members):
                check(members, part)
                for (name, value) in members.reversed() where name != "extras" {
                    enter(value, part, name: name, pattern: name, &open)
                }
            case .array(let elements):
                if elements.isEmpty {
                    tree.warn("gltf.empty-entity", part.pointer, "an empty array: it must not be there at all")
                }
                for index in elements.indices.reversed() {
                    enter(elements[index], part, name: "\(index)", pattern: "*", &open)
                }
            default: break
            }
        }
    }

    private mutating func enter(
        _ value: JSONValue, _ part: Open, name: String, pattern: String, _ open: inout [Open]
    ) {
        switch value {
        case .object, .array:
            open.append(
                Open(value: value, pointer: "\(part.pointer)/\(name)", pattern: "\(part.pattern)/\(pattern)"))
        default:
            guard let target = reference(part.pattern, pattern) else { return }
            let count = tree.root[target]?.array?.count ?? 0
            _ = tree.index(value, of: count, "\(part.pointer)/\(name)")
        }
    }

    /// The root array that a value points into. Only a few kinds of objects have such values.
    private func reference(_ owner: String, _ name: String) -> String? {
        guard owner.hasPrefix("/skins") || owner.hasPrefix("/animations") || owner.hasPrefix("/meshes") else {
            return nil
        }
        return GLTFRules.references["\(owner)/\(name)"] ?? GLTFRules.references["\(owner)/*"]
    }

    private mutating func check(_ members: [(String, JSONValue)], _ part: Open) {
        for name in GLTFRules.required[part.pattern] ?? [] where part.value[name] == nil {
            tree.warn("gltf.undefined-property", "\(part.pointer)/\(name)", "expected a value, found none")
        }
        guard part.pattern.hasSuffix("/extensions") else { return }
        let owner = String(part.pattern.dropLast("/extensions".count))
        for (name, _) in members {
            let pointer = "\(part.pointer)/\(name)"
            if !used.contains(name) {
                tree.warn("gltf.undeclared-extension", pointer, "\(name) is not listed in extensionsUsed")
            }
            if let places = GLTFRules.places(of: name), !places.contains(owner) {
                tree.warn("gltf.unexpected-extension", pointer, "\(name) has no meaning here")
            }
        }
        if owner == "/materials/*", members.count > 1,
            members.contains(where: { GLTFRules.excludedByUnlitOrOldShading.contains($0.0) })
        {
            tree.warn(
                "gltf.unexpected-extension", part.pointer,
                "\(members.map(\.0).joined(separator: ", ")) exclude each other", .note)
        }
        if owner == "" || owner == "/meshes/*/primitives/*" { checkVariants(part) }
    }

    /// Checks that each material variant appears in one mapping at most.
    private mutating func checkVariants(_ part: Open) {
        var seen: Set<Int64> = []
        let mappings = part.value["KHR_materials_variants"]?["mappings"]?.array ?? []
        for variant in mappings.flatMap({ $0["variants"]?.array ?? [] }).compactMap(\.int)
        where !seen.insert(variant).inserted {
            tree.warn(
                "gltf.variant-repeated", "\(part.pointer)/KHR_materials_variants/mappings",
                "variant \(variant) is named twice")
        }
        if part.pointer != "/extensions", part.value["KHR_materials_variants"] != nil,
            tree.root["extensions"]?["KHR_materials_variants"] == nil
        {
            tree.warn("gltf.unexpected-extension", part.pointer, "the file lists no variants")
        }
    }

    // MARK: Parts

    private mutating func checkMatrices() {
        for (index, node) in tree.root.list("nodes").enumerated() {
            let numbers = node.list("matrix").compactMap(\.number)
            guard numbers.count == 16, !GLTFTransformParts.isPlain(numbers) else { continue }
            tree.warn(
                "gltf.node-matrix", "/nodes/\(index)/matrix",
                """
                expected a translation, a rotation and scales, found a matrix that is none: programs that take it \
                apart show something else
                """)
        }
    }

    private mutating func checkViews() {
        for (index, view) in tree.root.list("bufferViews").enumerated() {
            guard let stride = view["byteStride"]?.int, stride % 4 != 0 || stride < 4 || stride > 252 else { continue }
            tree.warn(
                "gltf.stride", "/bufferViews/\(index)/byteStride",
                "expected a multiple of 4 from 4 to 252, found \(stride)")
        }
    }

    private mutating func checkImages() {
        for (index, image) in tree.root.list("images").enumerated() {
            guard let type = image["mimeType"]?.string else { continue }
            if let needed = GLTFRules.mediaTypes[type] {
                guard let needed, !used.contains(needed) else { continue }
                tree.warn(
                    "gltf.image-type", "/images/\(index)/mimeType", "\(type) is for files that use \(needed)")
            } else {
                tree.warn(
                    "gltf.image-type", "/images/\(index)/mimeType", "expected image/png or image/jpeg, found \(type)")
            }
        }
        for (index, image) in tree.root.list("images").enumerated()
        where image["uri"]?.string?.contains("\\") == true {
            tree.warn("gltf.backslash-uri", "/images/\(index)/uri", "a backslash stands where a URI has a slash")
        }
    }

    /// Checks that an animation has one value for each time, or three for cubic curves.
    private mutating func checkSamplers() {
        let accessors = tree.root["accessors"]?.array ?? []
        func count(_ value: JSONValue?) -> Int64? {
            value?.int.flatMap {
                accessors.indices.contains(Int(clamping: $0)) ? accessors[Int($0)]["count"]?.int : nil
            }
        }
        for (index, animation) in tree.root.list("animations").enumerated() {
            var ofWeights: Set<Int64> = []
            for channel in animation["channels"]?.array ?? [] where channel["target"]?["path"]?.string == "weights" {
                if let sampler = channel["sampler"]?.int { ofWeights.insert(sampler) }
            }
            for (place, sampler) in (animation["samplers"]?.array ?? []).enumerated()
            where !ofWeights.contains(Int64(place)) {
                guard let times = count(sampler["input"]), let values = count(sampler["output"]) else { continue }
                let (expected, overflow) = times.multipliedReportingOverflow(
                    by: sampler["interpolation"]?.string == "CUBICSPLINE" ? 3 : 1)
                guard overflow || expected != values else { continue }
                tree.warn(
                    "gltf.animation-count", "/animations/\(index)/samplers/\(place)/output",
                    "expected \(expected) values, found \(values)")
            }
        }
    }

    /// Checks that the smallest and largest values are those that the accessor declares.
    private mutating func checkBounds(_ accessors: inout GLTFAccessors) {
        for (index, entry) in accessors.accessors.enumerated() where entry["min"] != nil || entry["max"] != nil {
            guard accessors.isStored(index), let column = try? accessors.column(index) else { continue }
            let found = GLTFBounds(column)
            for (name, values) in [("min", found.minimum), ("max", found.maximum)] {
                guard let claimed = entry[name]?.array?.map({ $0.number ?? .nan }) else { continue }
                guard claimed.count == values.count else {
                    tree.warn(
                        "gltf.accessor-\(name)", "/accessors/\(index)/\(name)",
                        "expected \(values.count) numbers, found \(claimed.count)")
                    continue
                }
                guard let place = values.indices.first(where: { !Self.isSame(values[$0], claimed[$0], column.type) })
                else { continue }
                tree.warn(
                    "gltf.accessor-\(name)-mismatch", "/accessors/\(index)/\(name)/\(place)",
                    "expected \(values[place]) as the values have it, found \(claimed[place])")
            }
        }
    }

    /// Whether a value is the declared one. Float32 values are declared as decimals, so both are rounded to float32.
    private static func isSame(_ value: Double, _ claim: Double, _ type: ScalarType) -> Bool {
        value == claim || (type == .float32 && Float(value) == Float(claim)) || !value.isFinite
    }
}
