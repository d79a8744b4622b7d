public import MeshBytes
import MeshFormats
import MeshModel
import ScanPackages

extension FormatTable {
    /// The document `meshconv.formats/1`.
    public var json: JSONValue {
        var formats: [FormatDescriptor] = []
        for row in rows where !formats.contains(row.format) { formats.append(row.format) }
        return Envelope.done(
            "formats",
            [
                ("features", .array(features.map(JSONValue.string))),
                ("formats", .array(formats.map(json))),
                ("purposes", .array(purposes.map(Self.json))),
                (
                    "packages",
                    .array(
                        PackageVariant.allCases.map { variant in
                            .object([("id", .string(variant.rawValue)), ("summary", .string(variant.summary))])
                        })
                ),
                (
                    "packageKinds",
                    .array(
                        PackageKind.allCases.map { kind in
                            .object([
                                ("id", .string(kind.rawValue)), ("summary", .string(kind.summary)),
                                ("writtenAs", .array(kind.variants.map { .string($0.rawValue) })),
                            ])
                        })
                ),
            ])
    }

    private func json(_ format: FormatDescriptor) -> JSONValue {
        let own = rows.filter { $0.format == format }
        return .object([
            ("id", .string(format.id)),
            ("name", .string(format.name)),
            ("extensions", .array(format.extensions.map(JSONValue.string))),
            ("mediaTypes", .array(format.mediaTypes.map(JSONValue.string))),
            ("reads", .bool(own.contains(where: \.isReadable))),
            ("writes", .bool(own.contains { !$0.holdings.isEmpty })),
            ("variants", .array(own.map(json))),
            ("options", .array(format.options.map(Self.json))),
        ])
    }

    private func json(_ row: Row) -> JSONValue {
        .object([
            ("id", .string(row.variant.id)),
            ("summary", .string(row.variant.summary)),
            ("automatic", .bool(row.variant.isAutomatic)),
            ("holds", .object(zip(features, row.holdings).map { ($0, .string($1.rawValue)) })),
        ])
    }

    private static func json(_ entry: (purpose: Purpose, isPossible: Bool)) -> JSONValue {
        let purpose = entry.purpose
        return .object([
            ("name", .string(purpose.name)), ("summary", .string(purpose.summary)),
            ("possible", .bool(entry.isPossible)), ("variant", .optional(purpose.variant)),
            ("upAxis", .optional(purpose.frame.upAxis?.rawValue)),
            ("metersPerUnit", .optional(purpose.frame.metersPerUnit)),
            ("options", .object(purpose.settings.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
            ("keepsEverything", .bool(purpose.keepsEverything)),
            ("needsClosedSurface", .bool(purpose.needsClosedSurface)),
        ])
    }

    private static func json(_ option: FormatOption) -> JSONValue {
        .object([
            ("name", .string(option.name)), ("values", .array(option.values.map(JSONValue.string))),
            ("summary", .string(option.summary)),
        ])
    }
}
