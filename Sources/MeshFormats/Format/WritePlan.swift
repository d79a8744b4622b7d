public import MeshModel

/// Everything a writer will do, decided before a byte is written. The writer executes it and decides nothing.
public struct WritePlan: Sendable {
    /// The variant that will be written.
    public var variant: String
    /// What will not be carried over as it is: exactly the losses that reading the result back shows.
    public var losses: [Loss]
    /// Where each part of the written scene comes from, for the comparison to check.
    public var correspondence: Correspondence
    /// The layout of the file in the format's own terms; only the format that made it looks inside.
    public var layout: any Sendable
    /// Whether meshconv's own reader can restore, from the file alone, the polygons that an operation triangulated.
    public var restoresPolygons = false
    /// The options for writing.
    public var options: WriteOptions

    /// Creates a plan.
    public init(
        variant: String, losses: [Loss], correspondence: Correspondence, layout: any Sendable, options: WriteOptions
    ) {
        self.variant = variant
        self.losses = losses
        self.correspondence = correspondence
        self.layout = layout
        self.options = options
    }

    /// The layout as the format's own type.
    ///
    /// - Edge: a plan that another format made gives ``WriteError/Code/internal``.
    public func layout<Layout>(as type: Layout.Type, for output: Output) throws(WriteError) -> Layout {
        if let layout = layout as? Layout { return layout }
        throw WriteError(.internal, path: output.name, "this plan was made by another format")
    }
}
