public import MeshFormats

/// The graph of conversions: variants of formats, native documents, the scene and scan packages, and the steps between
/// them.
///
/// It contains facts only. The planner searches it and asks formats for the losses of a step.
public struct RouteGraph: Sendable {
    /// A stop on a route.
    public enum Place: Hashable, Sendable {
        /// A file in a variant of a format.
        case file(String)
        /// A format's native document in memory.
        case native(String)
        /// The neutral scene.
        case scene
        /// A folder or an archive with a scan package of a layout, by its ``RoutePackage``'s name.
        case package(String)
        /// A scan package in memory, of any layout.
        case scan

        /// Whether it is on disk: a route begins or ends there and never passes through.
        var isStored: Bool {
            switch self {
            case .file, .package: true
            case .native, .scene, .scan: false
            }
        }
    }

    /// A step from one stop to another.
    public struct Edge: Hashable, Sendable {
        /// The action of a step.
        public enum Action: String, Hashable, Sendable {
            /// From bytes to a format's native document.
            case read
            /// From a format's native document to the scene.
            case interpret
            /// From a format's native document to bytes of another variant.
            case transcode
            /// From the scene, or a scan package, to bytes.
            case write
            /// From a scan package's mesh, if it has one, to the scene.
            case takeMesh = "take its mesh"
        }

        /// The start.
        public var from: Place
        /// The end.
        public var to: Place
        /// The action.
        public var action: Action

        /// Creates an edge.
        public init(from: Place, to: Place, action: Action) {
            self.from = from
            self.to = to
            self.action = action
        }
    }

    /// All steps, in a fixed order.
    public let edges: [Edge]
    /// The operations that may be needed before a variant is written, by its id.
    private let operations: [String: [RouteOperation]]
    private let packages: [RoutePackage]

    /// Creates the graph of everything that some formats and package layouts can read and write.
    public init(_ formats: [any Format], packages: [RoutePackage] = []) {
        var edges: [Edge] = []
        var operations: [String: [RouteOperation]] = [:]
        for format in formats {
            let descriptor = format.descriptor
            var needed: [RouteOperation] = []
            if descriptor.needs.sharesVertices { needed.append(.weld(sets: nil, tolerance: nil)) }
            if descriptor.needs.flatHierarchy { needed.append(.bakeHierarchy) }
            if descriptor.needs.triangles { needed.append(.triangulate) }
            let native = Place.native(descriptor.id)
            for variant in descriptor.variants {
                if format is any ReadableFormat {
                    edges.append(Edge(from: .file(variant.id), to: native, action: .read))
                }
                if let format = format as? any WritableFormat {
                    let needs = format.needs(of: variant.id, options: WriteOptions())
                    let paints = needs.mostPaintedFaces > 0
                    operations[variant.id] =
                        needed + (needs.packsTextures ? [.packTextures()] : [])
                        + (needs.texturePlacing == .anywhere
                            ? [] : [.placeTextures(keepsMTL: needs.texturePlacing == .byMTL)])
                        + (paints ? [.paintColors(isPlain: needs.paintsPlainly)] : [])
                    edges.append(Edge(from: native, to: .file(variant.id), action: .transcode))
                    edges.append(Edge(from: .scene, to: .file(variant.id), action: .write))
                }
            }
            if format is any ReadableFormat { edges.append(Edge(from: native, to: .scene, action: .interpret)) }
        }
        for package in packages {
            let place = Place.package(package.name)
            if package.kind != nil { edges.append(Edge(from: place, to: .scan, action: .read)) }
            if !package.variants.isEmpty { edges.append(Edge(from: .scan, to: place, action: .write)) }
        }
        if packages.contains(where: { $0.kind != nil }) {
            edges.append(Edge(from: .scan, to: .scene, action: .takeMesh))
        }
        self.edges = edges
        self.operations = operations
        self.packages = packages
    }

    /// Returns all paths from one stop to another (or back to it) that visit nothing twice and no other file: a route
    /// never passes through another format's text. Shortest first, then in the order of the edges.
    public func paths(from start: Place, to end: Place) -> [[Edge]] {
        var found: [[Edge]] = []
        var open: [[Edge]] = edges.filter { $0.from == start }.map { [$0] }
        while !open.isEmpty {
            var next: [[Edge]] = []
            for path in open {
                guard let last = path.last else { continue }
                if last.to == end {
                    found.append(path)
                    continue
                }
                if last.to.isStored { continue }
                for edge in edges
                where edge.from == last.to && (edge.to == end || !path.contains(where: { $0.from == edge.to })) {
                    next.append(path + [edge])
                }
            }
            open = next
        }
        return found
    }

    /// The graph as a Mermaid flow chart; each writing edge lists the operations that its format may need.
    public var mermaid: String {
        var lines = ["graph LR"]
        for edge in edges {
            var label = edge.action.rawValue
            if edge.action == .write, case .file(let variant) = edge.to, let needed = operations[variant],
                !needed.isEmpty
            {
                label = "\"\(needed.map(\.name).joined(separator: ", ")), \(label)\""
            }
            if case .package(let name) = edge.to, let variants = packages.first(where: { $0.name == name })?.variants {
                label = "\"\(label) \(variants.joined(separator: " or "))\""
            } else if edge.action == .takeMesh {
                label = "\"\(label)\""
            }
            lines.append("    \(Self.node(edge.from)) -- \(label) --> \(Self.node(edge.to))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func node(_ place: Place) -> String {
        switch place {
        case .file(let variant): "\(identifier(variant))[\"\(variant)\"]"
        case .native(let format): "native_\(format)([\"\(format) document\"])"
        case .scene: "scene((scene))"
        case .package(let name): "package_\(identifier(name))[/\"\(name) package\"/]"
        case .scan: "scan((\"scan package\"))"
        }
    }

    /// A name as a Mermaid node identifier.
    private static func identifier(_ name: String) -> String {
        name.map { $0 == "." || $0 == "-" ? "_" : String($0) }.joined()
    }
}
