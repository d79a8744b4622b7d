public import MeshFormats
public import MeshModel

/// Where linked scans lie relative to each other: see *Links between scans* in the Scan packages article.
///
/// With A the anchor of a link in a scan's raw frame and T the scan's registration, the transform from the target's
/// canonical frame to the source's is (Tₛ·Aₛ)·(Tₜ·Aₜ)⁻¹. Of connected locations, the one with the smallest id stays
/// where it is. The others are placed from it, link by link; the first path found counts.
///
/// ```swift
/// let placement = ScanPlacement(packages.compactMap { LinkedScan($0) }, links: packages.flatMap(\.links))
/// // A depth point of a scan: world = placement.rawToWorld(scan).applied(to: point)
/// ```
public struct ScanPlacement: Sendable {
    /// The transform from each location's canonical frame to the shared world, by the location's id. Unconnected
    /// locations have worlds of their own: see ``groups``.
    public private(set) var canonicalToWorld: [String: Affine] = [:]
    /// Connected locations: each list sorted, the lists in the order of their first locations.
    public private(set) var groups: [[String]] = []
    /// Problems found: tilted links, loops that don't close, scans without a package.
    public private(set) var diagnostics: [Diagnostic] = []

    /// The minimum cosine of a tilt that isn't reported: 2°.
    private static let leastCosine = 0.999_390_827
    /// The largest gap of a loop that counts as noise, in metres.
    private static let smallResidual = 0.05

    /// Places scans.
    ///
    /// - Parameters:
    ///   - scans: those whose packages are available.
    ///   - links: of all packages; duplicate ids are ignored.
    public init(_ scans: [LinkedScan], links: [StitchLink]) {
        var known: Set<String> = []
        let links = links.filter { known.insert($0.id).inserted }.inOrder {
            $0.id.utf8.lexicographicallyPrecedes($1.id.utf8)
        }
        var found = PackageDiagnostics()
        var edges: [Edge] = []
        for link in links {
            guard link.source.pose.isRigid, link.target.pose.isRigid else {
                found.add(.linkNotRigid, .error, "a link is left out: its anchors do more than turn and move")
                continue
            }
            let source = Self.registration(of: link.source, scans, &found) * link.source.pose
            let target = Self.registration(of: link.target, scans, &found) * link.target.pose
            let edge = Edge(
                source: link.source.locationID, target: link.target.locationID,
                targetToSource: source * target.rigidInverse)
            if edge.targetToSource.y.y < Self.leastCosine {
                // Small angles: 1 − cos a = a² / 2.
                let degrees = (2 * max(0, 1 - edge.targetToSource.y.y)).squareRoot() * 57.295_779_513
                found.add(
                    .linkTilted, .warning,
                    "link \(link.id) tilts a scan by \((degrees * 10).rounded() / 10)°, but links should only turn it "
                        + "about the vertical")
            }
            edges.append(edge)
        }
        place(
            Set(scans.map(\.locationID)).union(links.flatMap { [$0.source.locationID, $0.target.locationID] }), edges)
        for edge in edges { checkLoop(edge, &found) }
        diagnostics = found.list
    }

    /// The transform from a scan's raw frame, which depth is in, to the world.
    public func rawToWorld(_ scan: LinkedScan) -> Affine {
        (canonicalToWorld[scan.locationID] ?? .identity) * scan.rawToCanonical
    }

    private struct Edge {
        var source: String
        var target: String
        var targetToSource: Affine
    }

    /// The registration of the scan that an anchor is in; the identity, with a warning, if its package is missing.
    private static func registration(
        of anchor: StitchLink.Anchor, _ scans: [LinkedScan], _ found: inout PackageDiagnostics
    ) -> Affine {
        if let scan = scans.first(where: { $0.isScan(anchor.scanID) }) { return scan.rawToCanonical }
        // A scan that doesn't know its own id is matched by its location.
        let others = scans.filter { $0.locationID == anchor.locationID && $0.scanID == nil }
        if others.count == 1 { return others[0].rawToCanonical }
        found.add(
            .linkScanMissing, .warning,
            "the package of scan \(anchor.scanID) is missing: it is used as if it were not registered")
        return .identity
    }

    private mutating func place(_ locations: Set<String>, _ edges: [Edge]) {
        var neighbours: [String: [(String, Affine)]] = [:]
        for edge in edges {
            neighbours[edge.source, default: []].append((edge.target, edge.targetToSource))
            neighbours[edge.target, default: []].append((edge.source, edge.targetToSource.rigidInverse))
        }
        for root in locations.inOrder({ $0.utf8.lexicographicallyPrecedes($1.utf8) })
        where canonicalToWorld[root] == nil {
            canonicalToWorld[root] = .identity
            var queue = [root]
            var next = 0
            while next < queue.count {
                let here = queue[next]
                next += 1
                let world = canonicalToWorld[here] ?? .identity
                for (other, otherToHere) in neighbours[here] ?? [] where canonicalToWorld[other] == nil {
                    canonicalToWorld[other] = world * otherToHere
                    queue.append(other)
                }
            }
            groups.append(queue.inOrder { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        }
    }

    /// Reports the gap between a link's ends as placed; zero for links that were used for placing.
    private func checkLoop(_ edge: Edge, _ found: inout PackageDiagnostics) {
        guard let source = canonicalToWorld[edge.source], let target = canonicalToWorld[edge.target] else { return }
        let wanted = source * edge.targetToSource
        let gap = wanted.translation - target.translation
        let distance = (gap * gap).sum().squareRoot()
        guard distance > 1e-6 else { return }
        found.add(
            .linkResidual, distance > Self.smallResidual ? .warning : .note,
            "links disagree by \((distance * 10_000).rounded() / 10) mm between \(edge.source) and \(edge.target)")
    }
}

/// A scan as links identify it: its location, its id and its registration.
public struct LinkedScan: Hashable, Sendable {
    /// The location's id.
    public var locationID: String
    /// The scan's id, or its first eight digits, as in file names; nil: unknown.
    public var scanID: String?
    /// From its raw to its canonical frame.
    public var rawToCanonical: Affine
    /// Unix seconds of its capture; nil: unknown.
    public var timestamp: Double?

    /// Creates a linked scan.
    public init(
        locationID: String, scanID: String? = nil, rawToCanonical: Affine = .identity, timestamp: Double? = nil
    ) {
        self.locationID = locationID
        self.scanID = scanID
        self.rawToCanonical = rawToCanonical
        self.timestamp = timestamp
    }

    /// Creates the scan of a package; nil if the package doesn't state its location.
    ///
    /// - Parameters:
    ///   - package: a Scan4D package.
    ///   - scanID: its id; nil: the eight digits at the end of the package's file name, if that has the app's form.
    public init?(_ package: ScanPackage, scanID: String? = nil) {
        guard let location = package.metadata?.locationID else { return nil }
        self.init(
            locationID: location, scanID: scanID ?? Self.digits(of: package.files.name),
            rawToCanonical: package.rawToCanonical, timestamp: package.metadata?.timestamp)
    }

    /// The scan that represents each location: its oldest, or of equally old ones the one with the first id.
    ///
    /// - Returns: the indices of these scans, ascending.
    public static func representatives(_ scans: [LinkedScan]) -> [Int] {
        var found: [String: Int] = [:]
        for (index, scan) in scans.enumerated() {
            guard let other = found[scan.locationID] else {
                found[scan.locationID] = index
                continue
            }
            if scan.isOlder(than: scans[other]) { found[scan.locationID] = index }
        }
        return found.values.sorted()
    }

    /// Whether this scan is older; scans without a time come last.
    private func isOlder(than other: LinkedScan) -> Bool {
        let times = (timestamp ?? .infinity, other.timestamp ?? .infinity)
        if times.0 != times.1 { return times.0 < times.1 }
        return (scanID ?? "~").utf8.lexicographicallyPrecedes((other.scanID ?? "~").utf8)
    }

    /// Whether an id is this scan's, ignoring case. If only the first eight digits are known, those are compared.
    func isScan(_ id: String) -> Bool {
        guard let own = scanID?.uppercased() else { return false }
        return id.uppercased() == own || (own.utf8.count == 8 && id.uppercased().hasPrefix(own))
    }

    /// `1A2B3C4D` of `scan4d_Home_Room_scan4d_1780000000_1A2B3C4D.zip`.
    static func digits(of path: String) -> String? {
        let stem = PackagePath.stem(path)
        guard stem.hasPrefix("scan4d_"), let bar = stem.lastIndex(of: "_") else { return nil }
        let digits = stem[stem.index(after: bar)...]
        return digits.utf8.count == 8 && digits.allSatisfy(\.isHexDigit) ? digits.uppercased() : nil
    }
}
