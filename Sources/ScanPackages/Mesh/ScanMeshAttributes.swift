public import MeshFormats
public import MeshModel

/// What the app stores beside `mesh.obj`: vertex colours and face classes.
///
/// ```swift
/// var beside = ScanMeshAttributes()
/// beside.colors = bytesOfColorsBin
/// beside.colorSource = .photo
/// let noticed = try beside.attach(to: &scene)
/// ```
///
/// It doesn't depend on the mesh's format: the caller reads the mesh, and attaches the attributes to the scene.
/// Vertices and faces must have the count and order of the file, so attach before any step that removes or merges some.
public struct ScanMeshAttributes: Sendable {
    /// `colors.bin`: for each vertex four little-endian float32, red, green, blue and alpha from 0 to 1, sRGB-encoded.
    /// An alpha of 1 everywhere, as the app writes it, is left out. 0.5 is grey: never seen.
    public var colors: [UInt8]?
    /// `face_classes.bin`: for each face one byte, a ``ScanMeshClass``.
    public var classes: [UInt8]?
    /// The name of the colours' file in errors and diagnostics.
    public var colorsName = "colors.bin"
    /// The name of the classes' file in errors and diagnostics.
    public var classesName = "face_classes.bin"
    /// Where the colours come from, as far as the caller knows.
    public var colorSource = ScanColorSource.unknown
    /// How colours are rounded to bytes.
    public var colorRounding = ScanColorRounding.none
    /// How the scene holds the classes.
    public var classForm = ScanClassForm.numbers
    /// Whether files of the wrong size are reported and left out; otherwise they are errors.
    public var lenient = false

    /// Creates attributes without colours and classes.
    public init() {}

    /// Attaches colours to the vertices and classes to the faces of a scene with one mesh.
    ///
    /// Colours become `COLOR_0`. Classes become the faces' ``ScanMeshClass/semantic``, or groups. Each replaces what
    /// the scene has.
    ///
    /// - Returns: findings that the owner may want to know, such as colours of unknown source.
    /// - Throws: an error that names the file, when its size does not fit or the scene has more than one mesh.
    public func attach(to scene: inout MeshScene) throws(ReadError) -> [Diagnostic] {
        var noticed: [Diagnostic] = []
        if let colors {
            do throws(ReadError) { noticed += try attach(colors: colors, to: &scene) } catch {
                noticed.append(try told(error, colorsName))
            }
        }
        if let classes {
            do throws(ReadError) { try attach(classes: classes, to: &scene) } catch {
                noticed.append(try told(error, classesName))
            }
        }
        return noticed
    }

    private func told(_ error: ReadError, _ name: String) throws(ReadError) -> Diagnostic {
        guard lenient else { throw error }
        return Diagnostic(.fileUnreadable, .warning, entry: name, "\(error.message): it is left out")
    }

    // MARK: Colours

    private func attach(colors bytes: [UInt8], to scene: inout MeshScene) throws(ReadError) -> [Diagnostic] {
        guard scene.vertexSets.count == 1 else {
            throw fault(colorsName, "expected a mesh of one list of vertices, found \(scene.vertexSets.count)")
        }
        let count = scene.vertexSets[0].count
        let (needed, overflow) = count.multipliedReportingOverflow(by: 16)
        guard !overflow, bytes.count == needed,
            let all = Column(
                viewing: Column(ContiguousArray(bytes)).storage, offset: 0, stride: 16, count: count, components: 4,
                type: .float32, byteOrder: .little)
        else {
            throw fault(
                colorsName, "expected 16 bytes for each of \(count) vertices, \(needed) in all, found \(bytes.count)")
        }
        let values = all.isOpaque ? all.prefix(3) : all
        var noticed: [Diagnostic] = []
        if colorSource == .unknown {
            noticed.append(
                Diagnostic(
                    .colorSourceUnknown, .note, entry: colorsName,
                    "colours may show photos, or normals, as in scans that are not coloured yet"))
        }
        var color = Attribute(.color(0), values, frame: .srgb)
        if colorRounding != .none {
            let (rounded, largest) = values.bytes(colorRounding)
            color = Attribute(.color(0), rounded, normalized: true, frame: .srgb)
            if largest > 0 {
                noticed.append(
                    Diagnostic(
                        .colorsRounded, .note, entry: colorsName, count: count,
                        "colours became bytes (\(colorRounding.rawValue)), as asked for; largest error \(largest)"
                    ))
            }
        }
        if scene.vertexSets[0].attribute(.color(0)) != nil {
            scene.vertexSets[0].attributes.removeAll { $0.semantic == .color(0) }
            noticed.append(
                Diagnostic(
                    .colorsReplaced, .warning, entry: colorsName, "they replaced the mesh's own colours"))
        }
        scene.vertexSets[0].attributes.append(color)
        return noticed
    }

    // MARK: Classes

    private func attach(classes bytes: [UInt8], to scene: inout MeshScene) throws(ReadError) {
        let places = scene.meshes.enumerated().flatMap { mesh, value in
            value.primitives.indices.filter { value.primitives[$0].topology == .polygons }.map { (mesh, $0) }
        }
        guard places.count == 1, let (mesh, primitive) = places.first else {
            throw fault(classesName, "expected one mesh with faces, found \(places.count)")
        }
        let count = scene.meshes[mesh].primitives[primitive].elementCount
        guard bytes.count == count else {
            throw fault(classesName, "expected a byte for each of \(count) faces, found \(bytes.count)")
        }
        scene.meshes[mesh].primitives[primitive].elementAttributes.removeAll { $0.semantic == ScanMeshClass.semantic }
        switch classForm {
        case .numbers:
            scene.meshes[mesh].primitives[primitive].elementAttributes.append(
                Attribute(ScanMeshClass.semantic, Column(ContiguousArray(bytes))))
        case .groups:
            scene.meshes[mesh].primitives[primitive].subsetFamilies.removeAll { $0.name == "groups" }
            scene.meshes[mesh].primitives[primitive].subsetFamilies.append(Self.groups(bytes))
        }
    }

    /// One subset per class that occurs, in the order of their first faces, like OBJ's groups.
    private static func groups(_ classes: [UInt8]) -> SubsetFamily {
        var ranges: [[Range<Int>]] = Array(repeating: [], count: 256)
        var start = 0
        while start < classes.count {
            var end = start + 1
            while end < classes.count, classes[end] == classes[start] { end += 1 }
            ranges[Int(classes[start])].append(start..<end)
            start = end
        }
        let found = ranges.indices.filter { !ranges[$0].isEmpty }
            .sorted { ranges[$0][0].lowerBound < ranges[$1][0].lowerBound }
        return SubsetFamily(
            name: "groups",
            subsets: found.map { Subset(name: ScanMeshClass.name(of: UInt8($0)), ranges: ranges[$0]) })
    }

    private func fault(_ name: String, _ message: String) -> ReadError {
        ReadError(.invalidValue, .sideFile(name, .whole), message)
    }
}

extension Column {
    /// Whether alpha, the fourth component, is missing or 1 in every row.
    fileprivate var isOpaque: Bool {
        guard let alpha = component(3) else { return true }
        return alpha.blocks(of: Float.self).allSatisfy { $0.values.allSatisfy { $0 == 1 } }
    }

    /// The values as bytes, and the largest rounding error; infinite if a value is NaN.
    fileprivate func bytes(_ rounding: ScanColorRounding) -> (column: Column, largestError: Float) {
        var largest: Float = 0
        var block = ContiguousArray<Float>()
        let column = Column(count: count, components: components) {
            (rows: Range<Int>, target: inout ContiguousArray<UInt8>) in
            self.read(rows, into: &block)
            target.removeAll(keepingCapacity: true)
            for value in block {
                let byte = rounding.byte(value)
                target.append(byte)
                let error = (Float(byte) / 255 - value).magnitude
                largest = max(largest, error.isNaN ? .infinity : error)
            }
        }
        return (column, largest)
    }
}
