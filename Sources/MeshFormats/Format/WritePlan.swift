public import MeshModel

/// What a writer will do, decided before a byte is written; the writer executes it and decides nothing.
public struct WritePlan: Sendable {
    /// The variant that will be written.
    public var variant: String
    /// What will not be carried over as it is. Entries whose code is data-dependent may turn out empty.
    public var losses: [Loss]
    /// The layout of the file in the format's own terms; only the format that made it looks inside.
    public var layout: any Sendable
    /// Whether meshconv's own reader makes the polygons again that an operation cut into triangles, from the file alone.
    public var restoresPolygons = false
    /// Threads and options that were given.
    public var options: WriteOptions

    /// A plan from its parts.
    public init(variant: String, losses: [Loss], layout: any Sendable, options: WriteOptions) {
        self.variant = variant
        self.losses = losses
        self.layout = layout
        self.options = options
    }
}

/// What a writer did.
public struct WriteResult: Sendable {
    /// Where each part of the written scene comes from.
    public var correspondence: Correspondence
    /// The plan's losses, with data-dependent ones as they really were (those that did not happen are missing).
    public var losses: [Loss]

    /// A result from its parts.
    public init(correspondence: Correspondence, losses: [Loss]) {
        self.correspondence = correspondence
        self.losses = losses
    }
}
