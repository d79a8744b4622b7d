public import MeshBytes
import MeshModel
import ScanPackages

extension Changes: DocumentedObject {
    static let fields: [Field<Changes>] = [
        .group(
            "options", [Field("within", \.options.within), Field("align", \.options.aligns)]),
        Field("alignment", \.alignment), Field("before", \.before), Field("after", \.after),
        Field("places", \.places), Field("remarks", \.remarks),
    ]

    /// The document `meshconv.changes/1`.
    ///
    /// - Parameter report: that of the file that ``document`` was written to.
    public func json(report: Report? = nil) -> JSONValue {
        Envelope.done("changes", Self.fields.members(of: self) + [("report", report?.json ?? .null)])
    }

    /// The schema's fields, with that of the report.
    static var documentFields: [Field<Changes>] {
        fields + [Field("report", Schemas.optional(Schemas.type("object"))) { _ in .null }]
    }
}

extension Changes.Alignment: DocumentedObject {
    static let fields: [Field<Changes.Alignment>] = [
        Field("overlaps", \.overlaps), Field("applied", \.isApplied), Field("movement", \.movement),
        Field("turn", \.turn),
        Field("before", \.before), Field("after", \.after), Field("overlap", \.overlap),
        Field("matrix") { $0.motion.columnMajor },
    ]
}

extension Changes.Side: DocumentedObject {
    static let fields: [Field<Changes.Side>] = [
        Field("path", \.name), Field("unit", words: ["square metres", "points"], \.unit),
        Field("otherHasFrames", \.isSeenByFrames), Field("total", \.total), Field("unchanged", \.unchanged),
        Field("changed", \.changed), Field("unseen", \.unseen), Field("unmatched", \.unmatched),
        Field("spots", \.spots), Field("medianDistance", \.median), Field("distance95", \.most),
        Field("shareWithin", \.near),
    ]

    /// What amounts are counted in.
    public var unit: String { isCloud ? "points" : "square metres" }
}

extension Changes.Place: DocumentedObject {
    static let fields: [Field<Changes.Place>] = [
        Field("kind", \.kind), Field("amount", \.amount), Field("min", \.least), Field("max", \.most),
    ]
}

extension Changes.Place.Kind: DocumentedWord {}
