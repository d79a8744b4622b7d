public import MeshFormats
public import MeshModel

/// What came and what went between two scans of one place, or two models of it.
///
/// ```swift
/// let changes = try Changes(from: .path("spring.zip"), to: .path("autumn.zip"))
/// for place in changes.places { print(place.kind, place.amount, place.least, place.most) }
/// try convert(.document(changes.document, named: "changes"), to: .path("changes.glb"))
/// ```
///
/// The second is moved onto the first. What of one lies farther than ``Options/within`` from the other has changed if
/// depth frames of the other look through its place: they measured something behind it. Where no frame looked it is
/// unseen, and where the other has no frames nobody knows: it is only not in the other.
///
/// - Units and frame: metres with +Y up, in the first one's frame. A file that says no unit is taken as metres, one
///   without an up axis as +Y up, unless the options for reading say other.
/// - Order: the same input gives the same result on any number of threads.
public struct Changes: Sendable {
    /// How two scans are compared.
    public struct Options: Sendable, Hashable {
        /// What is nearer to the other has not changed, in metres, within ``Changes/distances``.
        public var within = 0.05
        /// Whether the second is moved onto the first.
        public var aligns = true
        /// The most points of the second that are looked for in the first to align them.
        package var mostAligningPoints = 20_000

        /// Creates the defaults.
        public init() {}
    }

    /// The distances that ``Options/within`` may have.
    public static let distances = 0.001...10.0

    /// How the second lies on the first.
    public struct Alignment: Sendable, Hashable {
        /// The motion that brings the second onto the first.
        public var motion = Affine.identity
        /// Whether enough of the second lies near the first after it to believe in it.
        public var overlaps = false
        /// Whether it was done: it is not without enough overlap, or where both would lie no better.
        public var isApplied = false
        /// How far it moves the middle of what is looked at, in metres.
        public var movement = 0.0
        /// How far it turns, in degrees.
        public var turn = 0.0
        /// The median distance of what lies near before the motion, in metres.
        public var before = 0.0
        /// The same after it.
        public var after = 0.0
        /// The share of the second that lies near the first after it: 0 … 1.
        public var overlap = 0.0
    }

    /// What became of one of the two. Amounts are square metres of a mesh, and points of a cloud.
    public struct Side: Sendable, Hashable {
        /// Its name as given.
        public var name: String
        /// Whether it is a cloud, so that amounts are points.
        public var isCloud = false
        /// Whether the other has depth frames, which know what was there.
        public var isSeenByFrames = false
        /// All of it.
        public var total = 0.0
        /// What is in the other, too.
        public var unchanged = 0.0
        /// What frames of the other look through: gone, or come.
        public var changed = 0.0
        /// What no frame of the other saw.
        public var unseen = 0.0
        /// What is not in the other, which has no frames.
        public var unmatched = 0.0
        /// What of ``unchanged`` is in spots too small to be more than noise.
        public var spots = 0.0
        /// The distance to the other that half of it keeps, in metres; infinite if the other is empty.
        public var median = 0.0
        /// The distance that 95 % of it keep.
        public var most = 0.0
        /// The share of it that is nearer than ``Options/within``: 0 … 1.
        public var near = 0.0
    }

    /// A connected piece of what changed.
    public struct Place: Sendable, Hashable {
        /// What happened there.
        public enum Kind: String, Sendable, CaseIterable {
            case gone, came
            /// It is in one of the two, and the other has no frames to say more.
            case onlyBefore = "only-before"
            case onlyAfter = "only-after"
        }

        /// What happened there.
        public var kind: Kind
        /// Square metres of a mesh, points of a cloud.
        public var amount: Double
        /// The corner of its box with the least coordinates.
        public var least: SIMD3<Double>
        /// The corner with the greatest.
        public var most: SIMD3<Double>
    }

    /// How they were compared.
    public let options: Options
    /// How the second was moved; nil: that was not asked for, or nearly nothing of both lies near each other.
    public let alignment: Alignment?
    /// The first.
    public let before: Side
    /// The second.
    public let after: Side
    /// The connected pieces of what changed, the largest first, those of meshes before those of clouds.
    public let places: [Place]
    /// Both as one mesh, or as one cloud if one of them is: the first whole, of the second what is not in the first. The
    /// colours of vertices are those of ``legend``.
    public let document: Document
    /// What was assumed, or left out: lower case, no full stop.
    public let remarks: [String]

    /// Compares two scans or models.
    ///
    /// - Parameters:
    ///   - before: the first: a scan package, or a file with faces or points.
    ///   - after: the second.
    ///   - options: how they are compared.
    ///   - converting: how they are read. A package without a mesh needs ``ConvertOptions/reconstruction``.
    ///   - pipeline: the pipeline that reads them.
    /// - Throws: an error that says what one of them lacks, or that the work was cancelled.
    public init(
        from before: Source, to after: Source, _ options: Options = Options(),
        converting: ConvertOptions = ConvertOptions(), pipeline: Pipeline = Pipeline()
    ) throws(ConvertError) {
        guard Self.distances.contains(options.within) else {
            throw .usage(
                "the distance that counts as unchanged must be from 1 mm to 10 m, not \(options.within) m")
        }
        let first = try ChangeSource(before, converting, pipeline)
        let second = try ChangeSource(after, converting, pipeline)
        self.options = options
        var search = try ChangeSearch(first, second, options, converting)
        try ConvertError.reading(second.name) { () throws(ReadError) in try search.run() }
        alignment = search.alignment
        (self.before, self.after, places) = (search.before.side, search.after.side, search.places)
        remarks = search.remarks
        var document = Document(of: search.scene)
        let (total, isOver) = first.byteCount.addingReportingOverflow(second.byteCount)
        document.byteCount = isOver ? .max : total
        self.document = document
    }
}
