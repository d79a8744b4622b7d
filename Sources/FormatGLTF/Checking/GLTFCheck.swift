import MeshBytes
import MeshFormats

/// Checks a file by the rules of the specification that reading doesn't depend on, to inform the file's author.
///
/// Codes and severities are those of the Khronos validator: `gltf.node-loop` is its `NODE_LOOP`.
struct GLTFCheck {
    let root: JSONValue
    let used: Set<String>
    var accessors: GLTFAccessors
    private(set) var findings = GLTFFindings()
    /// What each buffer view is used for.
    var useOfView: [Int: String] = [:]
    /// The accessors of vertices in each view without a stride.
    var tight: [Int: Set<Int>] = [:]
    /// The parent of each node; −1: none.
    var parents: [Int] = []
    /// The most steps up the tree of nodes for all skins together; after them, skins are not checked.
    var steps = 20_000_000
    /// The accessors whose values are checked already for each use.
    var seen: Set<String> = []

    /// Returns the findings about a file.
    static func findings(_ document: GLTFDocument) -> [Diagnostic] {
        var check = GLTFCheck(document)
        check.checkExtensionLists()
        check.checkShapes()
        check.checkBuffers(document)
        check.checkAccessors()
        check.checkImages(document)
        check.checkMaterials()
        check.checkMeshes()
        check.checkNodes()
        check.checkSkins()
        check.checkAnimations()
        return check.findings.diagnostics
    }

    private init(_ document: GLTFDocument) {
        root = document.tree
        used = Set(root.strings("extensionsUsed"))
        accessors = GLTFAccessors(
            accessors: root.list("accessors"), views: root.list("bufferViews"), buffers: document.buffers,
            byteCount: document.text.count)
    }

    /// Reports a broken rule.
    ///
    /// - Parameter code: the validator's code, in lower case with hyphens.
    mutating func add(
        _ code: String, _ pointer: String, _ message: Wording, _ severity: Diagnostic.Severity = .error
    ) {
        findings.add("gltf.\(code)", pointer, message, severity)
    }

    // MARK: Extensions

    private mutating func checkExtensionLists() {
        let required = root.strings("extensionsRequired")
        if !required.isEmpty, root["extensionsUsed"] == nil {
            add("unsatisfied-dependency", "/extensionsRequired", "extensionsUsed is missing")
        }
        for (place, name) in required.enumerated() where !used.contains(name) {
            add(
                "unused-extension-required", "/extensionsRequired/\(place)",
                "\(name) is in extensionsRequired but not in extensionsUsed")
        }
        let quantization = "KHR_mesh_quantization"
        if used.contains(quantization), !required.contains(quantization) {
            add(
                "non-required-extension", "/extensionsUsed",
                "a file with \(quantization) must list it in extensionsRequired")
        }
    }

    // MARK: Parts

    /// The objects of an array of the root, with their JSON pointers.
    func each(_ name: String) -> [(index: Int, value: JSONValue, pointer: String)] {
        root.list(name).enumerated().compactMap { index, value in
            value.object == nil ? nil : (index, value, "/\(name)/\(index)")
        }
    }

    /// The object of an array of the root that a member names, if there is one.
    func known(_ name: String, _ value: JSONValue?) -> JSONValue? {
        guard let index = value?.index, let entries = root[name]?.array, entries.indices.contains(index) else {
            return nil
        }
        return entries[index].object == nil ? nil : entries[index]
    }

    /// The same; an index without an object is reported.
    mutating func find(_ name: String, _ value: JSONValue?, _ pointer: @autoclosure () -> String) -> JSONValue? {
        guard let index = value?.index, index >= 0 else { return nil }
        if let found = known(name, value) { return found }
        addUnresolved(pointer(), index, of: root.list(name).count, name)
        return nil
    }

    /// Reports an index that names none of a list.
    mutating func addUnresolved(_ pointer: String, _ index: Int, of count: Int, _ names: String) {
        add("unresolved-reference", pointer, "expected one of \(count) \(names), found \(index)")
    }

    /// Reports a member that is missing.
    mutating func addUndefined(_ name: String, _ pointer: String) {
        add("undefined-property", "\(pointer)/\(name)", "expected a value, found none")
    }

    /// A member of an extension of an object.
    func extended(_ owner: JSONValue, _ name: String) -> JSONValue? {
        owner["extensions"]?[name].flatMap { $0.object == nil ? nil : $0 }
    }
}
