public import MeshBytes
import MeshFormats
import MeshModel
import ScanPackages

extension FormatTable: DocumentedObject {
    /// A format with the rows of its variants.
    private struct Format: Sendable {
        var descriptor: FormatDescriptor
        var features: [String]
        var rows: [Row]
    }

    static let fields: [Field<FormatTable>] = [
        Field("features", \.features),
        .list(
            "formats", \.formats,
            [
                Field("id", \.descriptor.id), Field("name", \.descriptor.name),
                Field("extensions", \.descriptor.extensions), Field("mediaTypes", \.descriptor.mediaTypes),
                Field("reads") { $0.rows.contains(where: \.isReadable) },
                Field("writes") { $0.rows.contains { !$0.holdings.isEmpty } },
                .list(
                    "variants", { format in format.rows.map { (features: format.features, row: $0) } },
                    [
                        Field("id", \.row.variant.id), Field("summary", \.row.variant.summary),
                        Field("automatic", \.row.variant.isAutomatic),
                        Field("holds", Schemas.object(holdings)) {
                            .object(zip($0.features, $0.row.holdings).map { ($0, $1.json) })
                        },
                    ]),
                .list(
                    "options", \.descriptor.options,
                    [Field("name", \.name), Field("values", \.values), Field("summary", \.summary)]),
            ]),
        .list(
            "purposes", \.purposes,
            [
                Field("name", \.purpose.name), Field("summary", \.purpose.summary), Field("possible", \.isPossible),
                Field("variant", \.purpose.variant), Field("upAxis", \.purpose.frame.upAxis),
                Field("metersPerUnit", \.purpose.frame.metersPerUnit), Field("options", \.purpose.settings),
                Field("keepsEverything", \.purpose.keepsEverything),
                Field("needsClosedSurface", \.purpose.needsClosedSurface),
            ]),
        .list(
            "packages", { _ in PackageVariant.allCases }, [Field("id", \.rawValue), Field("summary", \.summary)]),
        .list(
            "packageKinds", { _ in PackageKind.allCases },
            [
                Field("id", \.rawValue), Field("summary", \.summary),
                Field("writtenAs") { $0.variants.map(\.rawValue) },
            ]),
    ]

    /// One field per feature; none when the variant can't be written.
    private static var holdings: [Field<Void>] {
        Probe.all.map { probe in
            var field = Field<Void>(probe.feature, Holding.schema) { _ in nil }
            field.isRequired = false
            return field
        }
    }

    private var formats: [Format] {
        var formats: [Format] = []
        for row in rows where !formats.contains(where: { $0.descriptor == row.format }) {
            formats.append(
                Format(
                    descriptor: row.format, features: features, rows: rows.filter { $0.format == row.format }))
        }
        return formats
    }

    /// The document `meshconv.formats/1`.
    public var json: JSONValue { Envelope.done("formats", Self.fields.members(of: self)) }
}

extension FormatTable.Holding: DocumentedWord {}
