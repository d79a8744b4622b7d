public import MeshBytes
import MeshFormats
import MeshModel

extension Info {
    /// The document `meshconv.info/1`.
    public var json: JSONValue {
        Envelope.done(
            "info",
            [
                ("input", .object([("path", .string(path)), ("bytes", .int(byteCount))])),
                ("format", .string(format)),
                ("variant", .string(variant)),
                ("bytes", .int(byteCount)),
                ("totals", totals.json),
                ("instanced", instanced.json),
                ("bounds", bounds?.json ?? .null),
                ("scenes", .int(scene.scenes.count)),
                ("nodes", .int(scene.nodes.count)),
                ("meshes", .int(scene.meshes.count)),
                ("materials", .int(scene.materials.count)),
                ("textures", .int(scene.textures.count)),
                ("images", .int(scene.images.count)),
                ("cameras", .int(scene.cameras.count)),
                ("lights", .int(scene.lights.count)),
                // Animation is not in the scene, so it is counted from the residue.
                ("skins", .int(residueCount("/skins"))),
                ("animations", .int(residueCount("/animations"))),
                ("primitives", .array(primitives.map(\.json))),
                ("surface", surface?.json ?? .null),
                ("names", names),
                ("tables", .array(scene.tables.map(Self.json))),
                ("upAxis", .optional(scene.upAxis?.rawValue)),
                ("metersPerUnit", .optional(scene.metersPerUnit)),
                ("metadata", .array(scene.metadata.map(Self.json))),
                ("unmapped", .array(residue.map(Self.json))),
                ("keptBy", .array(keptBy.map(JSONValue.string))),
                ("diagnostics", .array(diagnostics.map(\.json))),
                ("digest", .string(digest.unordered.description)),
            ])
    }

    private func residueCount(_ path: String) -> Int { residue.first { $0.path == path }?.count ?? 0 }

    private var names: JSONValue {
        .object([
            ("nodes", .array(scene.nodes.map { .optional($0.name) })),
            ("meshes", .array(scene.meshes.map { .optional($0.name) })),
            ("materials", .array(scene.materials.map { .optional($0.name) })),
            ("images", .array(scene.images.map { .string($0.uri) })),
        ])
    }

    private static func json(_ table: Table) -> JSONValue {
        .object([
            ("name", .string(table.name)), ("rows", .int(table.rowCount)),
            (
                "columns",
                .array(
                    table.columns.map { column in
                        .object([
                            ("name", .string(column.semantic.name)), ("type", .string(column.values.type.name)),
                            ("components", .int(column.values.components)), ("ragged", .bool(column.offsets != nil)),
                        ])
                    })
            ),
        ])
    }

    private static func json(_ entry: MetadataEntry) -> JSONValue {
        .object([("key", .string(entry.key)), ("value", .string(entry.value))])
    }

    private static func json(_ residue: Residue) -> JSONValue {
        .object([
            ("path", .string(residue.path)), ("kind", .string(residue.kind)), ("count", .int(residue.count)),
        ])
    }
}

extension Info.Totals {
    fileprivate var json: JSONValue {
        .object([
            ("positions", .int(positions)), ("corners", .int(corners)), ("faces", .int(faces)),
            ("triangles", .int(triangles)), ("lines", .int(lines)), ("points", .int(points)),
        ])
    }
}

extension Info.Bounds {
    fileprivate var json: JSONValue {
        func array(_ point: SIMD3<Double>) -> JSONValue {
            .array([.number(point.x), .number(point.y), .number(point.z)])
        }
        return .object([("min", array(minimum)), ("max", array(maximum))])
    }
}

extension Info.Surface {
    fileprivate var json: JSONValue {
        .object([
            ("pieces", .int(pieces)), ("openEdges", .int(openEdges)), ("nonManifoldEdges", .int(nonManifoldEdges)),
        ])
    }
}

extension Info.PrimitiveFacts {
    fileprivate var json: JSONValue {
        .object([
            ("mesh", .int(mesh)), ("vertexSet", .int(vertexSet)), ("topology", .string(topology)),
            ("count", .int(count)), ("material", .optional(material)),
            ("materials", .array(materials.map { .int($0) })),
            ("attributes", .array(attributes.map(\.json))),
            (
                "subsets",
                .array(families.map { .object([("family", .string($0.name)), ("count", .int($0.count))]) })
            ),
        ])
    }
}

extension Info.AttributeFacts {
    fileprivate var json: JSONValue {
        .object([
            ("semantic", .string(semantic.name)), ("interpolation", .string(interpolation.rawValue)),
            ("type", .string(type.name)), ("components", .int(components)), ("normalized", .bool(normalized)),
            ("colorSpace", .optional(colorSpace?.rawValue)), ("count", .int(count)), ("indexed", .bool(indexed)),
            ("min", .optional(range?.lowerBound)), ("max", .optional(range?.upperBound)),
            ("nonFinite", .int(nonFiniteCount)),
        ])
    }
}
