import MeshBytes
import MeshFormats
import MeshModel

// Buffers, views of them, and accessors.

extension GLTFCheck {
    mutating func checkBuffers(_ document: GLTFDocument) {
        for (index, buffer, pointer) in each("buffers") {
            let own = document.buffers.indices.contains(index) ? document.buffers[index] : GLTFBuffer(place: .missing)
            if let length = buffer["byteLength"]?.index, let bytes = own.bytes, bytes.count < length {
                add("buffer-length", "\(pointer)/byteLength", "expected \(length) bytes, found \(bytes.count)")
            }
            if buffer["uri"] != nil, own.bytes == nil { add("buffer-missing", pointer, own.reason) }
            guard let uri = buffer["uri"]?.string else {
                if index == 0, document.isBinary, document.buffers.first?.bytes == nil {
                    add("buffer-missing-glb-data", pointer, "expected a binary chunk, found none")
                }
                continue
            }
            let data = DataURI(uri)
            check(uri, data, "\(pointer)/uri")
            let types = ["application/octet-stream", "application/gltf-buffer"]
            if let data, !types.contains(data.mediaType) {
                add(
                    "buffer-data-uri-mime-type-invalid", "\(pointer)/uri",
                    "expected \(types.joined(separator: " or ")), found '\(data.mediaType)'")
            }
        }
        for (_, view, pointer) in each("bufferViews") {
            guard let buffer = find("buffers", view["buffer"], "\(pointer)/buffer"),
                let length = buffer["byteLength"]?.index, let own = view["byteLength"]?.index
            else { continue }
            let start = view["byteOffset"]?.index ?? 0
            if start < 0 || own < 0 || start >= length || own > length - start {
                add(
                    "buffer-view-too-long", "\(pointer)/\(start >= length ? "byteOffset" : "byteLength")",
                    "\(own) bytes from byte \(start) exceed the buffer of \(length) bytes")
            }
        }
    }

    /// Checks that a reference is a URI.
    ///
    /// - Parameter data: the file that the URI is. Decoding base64 has looked at all characters behind the comma.
    mutating func check(_ uri: String, _ data: DataURI?, _ pointer: String) {
        let isDecoded = data?.isBase64 == true && data?.bytes != nil
        let text = Array(isDecoded ? uri.utf8.prefix { $0 != 0x2C } : uri.utf8[...])
        let isBroken =
            uri.isEmpty || uri.hasPrefix(":") || text.contains { $0 < 0x20 || $0 == 0x5C }
            || text.indices.contains {
                text[$0] == 0x25 && text[($0 + 1)...].prefix(2).count(where: Self.isHexadecimal) < 2
            }
        if isBroken || (uri.hasPrefix("data:") && data?.bytes == nil) || uri.hasPrefix("data:;") || uri == "data:"
            || text.holds(";;".utf8)
        {
            add("invalid-uri", pointer, "expected a URI, found '\(uri.prefix(40))'")
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// Notes what a view is used for, which must be one thing.
    mutating func use(view index: Int?, for use: String, _ pointer: String) {
        guard let index, let view = known("bufferViews", .int(index)) else { return }
        let declared: String? =
            switch view["target"]?.int {
            case 34_962: "vertices"
            case 34_963: "indices"
            default: nil
            }
        let first = useOfView[index] ?? declared ?? use
        useOfView[index] = first
        if first != use { add("buffer-view-target-override", pointer, "the view is for \(first), but used for \(use)") }
    }

    /// Notes what the view of an accessor or image is used for; only views of vertices can have a stride.
    ///
    /// - Parameter name: what the view holds, for the message.
    mutating func useWithoutStride(
        _ owner: JSONValue, for use: String, _ name: String, _ code: String, _ pointer: String
    ) {
        self.use(view: owner["bufferView"]?.index, for: use, pointer)
        guard known("bufferViews", owner["bufferView"])?["byteStride"] != nil else { return }
        add(code, pointer, "\(name) can't have a byteStride")
    }

    mutating func checkAccessors() {
        for (_, accessor, pointer) in each("accessors") {
            let view = find("bufferViews", accessor["bufferView"], "\(pointer)/bufferView")
            guard let (type, shape) = Self.form(of: accessor) else { continue }
            let size = Self.size(type, shape)
            if let view {
                if let stride = view["byteStride"]?.index, stride < size {
                    add("accessor-small-bytestride", pointer, "elements of \(size) bytes every \(stride) overlap")
                }
                checkAlignment(accessor, type.byteCount, view, pointer)
            }
            guard let sparse = accessor["sparse"] else { continue }
            checkSparse(sparse, type.byteCount, accessor["count"]?.int, "\(pointer)/sparse")
        }
        checkValues()
    }

    private mutating func checkAlignment(_ part: JSONValue, _ unit: Int, _ view: JSONValue, _ pointer: String) {
        let offset = part["byteOffset"]?.index ?? 0
        if offset % unit != 0 {
            add("accessor-offset-alignment", "\(pointer)/byteOffset", "expected a multiple of \(unit), found \(offset)")
        }
        let total = offset.addingReportingOverflow(view["byteOffset"]?.index ?? 0).partialValue
        if total % unit != 0 {
            add(
                "accessor-total-offset-alignment", pointer,
                "expected a multiple of \(unit) from the buffer's start, found \(total)")
        }
    }

    private mutating func checkSparse(_ sparse: JSONValue, _ unit: Int, _ count: Int64?, _ pointer: String) {
        if let own = sparse["count"]?.int, let count, own > count {
            add("accessor-sparse-count-out-of-range", "\(pointer)/count", "expected at most \(count), found \(own)")
        }
        let type = sparse["indices"]?["componentType"]?.int.flatMap(GLTFComponents.type)
        for (name, unit) in [("indices", type?.byteCount), ("values", unit)] {
            let place = "\(pointer)/\(name)"
            guard let part = sparse[name], let view = find("bufferViews", part["bufferView"], "\(place)/bufferView")
            else { continue }
            use(view: part["bufferView"]?.index, for: "other", "\(place)/bufferView")
            if view["byteStride"] != nil {
                add(
                    "buffer-view-invalid-byte-stride", "\(place)/bufferView",
                    "only views of vertex data can have a byteStride")
            }
            if let unit { checkAlignment(part, unit, view, place) }
        }
    }

    /// The type and the shape of an accessor's elements; nil: it says none that glTF knows.
    static func form(of accessor: JSONValue) -> (type: ScalarType, shape: (rows: Int, columns: Int))? {
        guard let type = accessor["componentType"]?.int.flatMap(GLTFComponents.type),
            let shape = accessor["type"]?.string.flatMap(GLTFComponents.shape)
        else { return nil }
        return (type, shape)
    }

    /// The same for messages, as the file says it.
    static func words(_ accessor: JSONValue) -> String {
        "\(accessor["type"]?.string ?? "none"), component type \(accessor["componentType"]?.int ?? 0)"
    }

    /// The bytes of an element. Columns of matrices begin at multiples of four.
    static func size(_ type: ScalarType, _ shape: (rows: Int, columns: Int)) -> Int {
        let column = shape.rows * type.byteCount
        return shape.columns == 1 ? column : (column + 3) / 4 * 4 * shape.columns
    }
}
